import { createStore, useStore } from '../ui/store.ts';

/** The request is undefined until the search is opened for the first time. */
const request = createStore<{ open: boolean } | undefined>(undefined);
let openedAtMs = 0;
let typed = '';
/** After this time a person who keeps typing has noticed that nothing opened. */
const typeAheadMs = 5000;

/** Each request is a new object, so that a request after a failure loads again. */
export const useSearchRequest = () => useStore(request);

export function openSearch(): void {
  typed = '';
  openedAtMs = performance.now();
  request.set({ open: true });
}

export const closeSearch = () => request.set({ open: false });

/** Letters typed before the field has loaded become the start of the query. */
export function typeAhead(letter: string): void {
  typed += letter;
}

export const typedSoFar = () => typed;

/** Keys do nothing while the person is typing or another dialog is open. */
export function shortcutOf(event: KeyboardEvent): 'open' | 'close' | 'help' | undefined {
  const { key, altKey, shiftKey } = event;
  const hasModifier = event.metaKey || event.ctrlKey;
  const isCommandK = hasModifier && !altKey && !shiftKey && key.toLowerCase() === 'k';
  const isSlash = key === '/' && !hasModifier && !altKey;
  const isHelp = key === '?' && !hasModifier;
  if (!isCommandK && !isSlash && !isHelp) return undefined;
  const dialog = document.querySelector('[role="dialog"]:not([data-closed]), dialog[open]');
  if (dialog) return isCommandK && dialog.querySelector('[data-search]') ? 'close' : undefined;
  if (!isCommandK && isTyping(event.target)) return undefined;
  return isHelp ? 'help' : 'open';
}

/** True for a letter that is typed while the search field is still loading. */
export const isTypedAhead = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent) =>
  request.get()?.open &&
  performance.now() - openedAtMs < typeAheadMs &&
  key.length === 1 &&
  !(metaKey || ctrlKey || altKey || isTyping(target));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select')) &&
  // A dialog that is closing no longer takes text.
  !target.closest('[data-closed]');
