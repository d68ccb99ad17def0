import { createStore, useStore } from '../ui/store.ts';

/** Asked for by the button in the header, a row of the drawer and two shortcuts; undefined until someone does. */
interface SearchRequest {
  open: boolean;
}

const request = createStore<SearchRequest | undefined>(undefined);
let openedAtMs = 0;
let typed = '';
/** A person who still types then has seen that nothing opened. */
const typeAheadMs = 5000;

export function openSearch(): void {
  typed = '';
  openedAtMs = performance.now();
  request.set({ open: true });
}

export const closeSearch = () => request.set({ open: false });

export const isAwaited = () => request.get()?.open === true && performance.now() - openedAtMs < typeAheadMs;

/** Letters typed before the field is there become its first words. */
export function typeAhead(letter: string): void {
  typed += letter;
}

export const typedSoFar = () => typed;

/** Always a new object: asking again tries again where loading has failed. */
export const useSearchRequest = () => useStore(request);

/** What a key press asks of the search; nothing while something is being written or another dialog is open. */
export function shortcutOf(event: KeyboardEvent): 'open' | 'close' | undefined {
  const isPalette =
    (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
  const isSlash = event.key === '/' && !event.metaKey && !event.ctrlKey && !event.altKey;
  if (!isPalette && !isSlash) return undefined;
  const dialog = openDialog();
  if (dialog) return isPalette && dialog.querySelector('[data-search]') ? 'close' : undefined;
  return isSlash && isWriting(event.target) ? undefined : 'open';
}

export const isHelpKey = (event: KeyboardEvent) =>
  event.key === '?' && !event.metaKey && !event.ctrlKey && !isWriting(event.target) && !openDialog();

const openDialog = () => document.querySelector('[role="dialog"]:not([data-closed]), dialog[open]');

/** A letter that was meant for the field, which is still on its way. */
export function isTypedAhead(event: KeyboardEvent): boolean {
  return (
    event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey && !isWriting(event.target)
  );
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')) &&
    // In a dialog that is closing nobody writes any more.
    !target.closest('[data-closed]')
  );
}
