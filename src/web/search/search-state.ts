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
