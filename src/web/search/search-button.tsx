import { Search } from 'lucide';
import { useEffect, useState } from 'react';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { useBrowserValue } from '../ui/store.ts';
import * as search from './search-state.ts';

const dialogCode = onDemand(() => import('./search-dialog.tsx'));

/** The header renders this once. It also handles the shortcuts and renders both dialogs. */
export function SearchButton() {
  const request = search.useSearchRequest();
  const isOpen = request?.open ?? false;
  const [help, setHelp] = useState<{ open: boolean }>();
  const searchCode = useDialogCode(dialogCode, request);
  const helpCode = useDialogCode(dialogCode, help);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = search.shortcutOf(event);
      if (search.isTypedAhead(event)) {
        const field = document.querySelector<HTMLElement>('[data-search] input');
        // A focused field receives the letter itself.
        if (field) return field.focus();
        event.preventDefault();
        search.typeAhead(event.key);
      } else if (shortcut) {
        event.preventDefault();
        if (shortcut === 'help') setHelp({ open: true });
        else if (shortcut === 'open') search.openSearch();
        else search.closeSearch();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // Only the browser knows which keys the visitor's machine has.
  const isMac = useBrowserValue(() => /Mac|iP(hone|ad)/.test(navigator.platform), false);
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={search.openSearch}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon of={Search} size={16} />
        <span className="search-button-word">Search</span>
        {/* CSS draws the keys, so that the button's accessible name stays "Search". */}
        <kbd className="search-button-keys" data-keys={isMac ? '⌘K' : 'Ctrl K'} />
      </button>
      {searchCode && <searchCode.SearchDialog open={isOpen} onClose={search.closeSearch} />}
      {helpCode && help && (
        <helpCode.ShortcutsDialog open={help.open} onClose={() => setHelp({ open: false })} />
      )}
    </>
  );
}

/** A failure is reported when the dialog opens. */
function preload(): void {
  dialogCode.load().then(
    ({ documentationSearch }) => documentationSearch.load().catch(() => {}),
    () => {},
  );
}
