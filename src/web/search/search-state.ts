import { createStore, useStore } from '../ui/store.ts';

/**
 * The header's button, the drawer and two shortcuts open the search. The request is undefined before the first
 * time.
 */
interface SearchRequest {
  open: boolean;
}

const request = createStore<SearchRequest | undefined>(undefined);
let openedAtMs = 0;
let typed = '';
/** After this time a person who keeps typing has noticed that nothing opened. */
const typeAheadMs = 5000;

export function openSearch(): void {
  typed = '';
  openedAtMs = performance.now();
  request.set({ open: true });
}

export const closeSearch = () => request.set({ open: false });

export const isAwaited = () => request.get()?.open === true && performance.now() - openedAtMs < typeAheadMs;

/** Letters typed before the field has loaded become the start of the query. */
export function typeAhead(letter: string): void {
  typed += letter;
}

export const typedSoFar = () => typed;

/** Each request is a new object, so that a request after a failure loads again. */
export const useSearchRequest = () => useStore(request);

/** Returns what a key press does. It does nothing while the person is typing or another dialog is open. */
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

/** True for a letter that is typed while the search field is still loading. */
export function isTypedAhead(event: KeyboardEvent): boolean {
  return (
    event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey && !isWriting(event.target)
  );
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')) &&
    // A dialog that is closing no longer takes text.
    !target.closest('[data-closed]')
  );
}
