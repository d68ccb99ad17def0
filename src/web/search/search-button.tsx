import { Search } from 'lucide';
import { useEffect, useState } from 'react';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { useBrowserValue } from '../ui/store.ts';
import {
  closeSearch,
  isAwaited,
  isHelpKey,
  isTypedAhead,
  openSearch,
  shortcutOf,
  typeAhead,
  useSearchRequest,
} from './search-state.ts';

const dialogCode = onDemand(() => import('./search-dialog.tsx'));

/** The header renders this once. It also handles the shortcuts and renders the dialog. */
export function SearchButton() {
  const request = useSearchRequest();
  const isOpen = request?.open ?? false;
  const dialog = useDialogCode(dialogCode, request);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isAwaited() && isTypedAhead(event)) {
        const field = document.querySelector<HTMLElement>('[data-search] input');
        // The field receives the letter itself.
        if (field) field.focus();
        else {
          event.preventDefault();
          typeAhead(event.key);
        }
        return;
      }
      const shortcut = shortcutOf(event);
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut === 'open') openSearch();
      else closeSearch();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={openSearch}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon of={Search} size={16} />
        <span className="search-button-word">Search</span>
        <Shortcut />
      </button>
      {dialog && <dialog.SearchDialog open={isOpen} onClose={closeSearch} />}
    </>
  );
}

/** Only the browser knows which keys the visitor's machine has. */
function Shortcut() {
  const isMac = useBrowserValue(() => /Mac|iP(hone|ad)/.test(navigator.platform), false);
  // CSS draws the keys, so that the button's accessible name stays "Search".
  return <kbd className="search-button-keys" data-keys={isMac ? '⌘K' : 'Ctrl K'} />;
}

function preload(): void {
  dialogCode.load().then(
    (module) => module.preloadIndex(),
    () => {
      // Opening the dialog reports the failure.
    },
  );
}

/** Opens the list of shortcuts on the question mark. */
export function Shortcuts() {
  const [request, setRequest] = useState<{ open: boolean }>();
  const dialog = useDialogCode(dialogCode, request);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHelpKey(event)) setRequest({ open: true });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!dialog || !request) return null;
  return <dialog.ShortcutsDialog open={request.open} onClose={() => setRequest({ open: false })} />;
}
