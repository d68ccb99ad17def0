import { useSyncExternalStore } from 'react';

/** Asked for by the button in the header, a row of the drawer and two shortcuts; undefined until someone does. */
export interface SearchRequest {
  open: boolean;
}

let request: SearchRequest | undefined;
let openedAtMs = 0;
let typed = '';
/** A person who still types then has seen that nothing opened. */
const typeAheadMs = 5000;
const listeners = new Set<() => void>();

export function openSearch(): void {
  typed = '';
  openedAtMs = performance.now();
  change({ open: true });
}

export const closeSearch = () => change({ open: false });

export const isAwaited = () => request?.open === true && performance.now() - openedAtMs < typeAheadMs;

/** Letters typed before the field is there become its first words. */
export function typeAhead(letter: string): void {
  typed += letter;
}

export const typedSoFar = () => typed;

export const useSearchRequest = () => useSyncExternalStore(subscribe, read, readOnServer);

/** Always a new object: asking again tries again where loading has failed. */
function change(next: SearchRequest): void {
  request = next;
  for (const listener of listeners) listener();
}

const read = () => request;
const readOnServer = () => undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
