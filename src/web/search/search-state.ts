import { useSyncExternalStore } from 'react';

/** Asked for by the button in the header, a row of the drawer and two shortcuts; undefined until someone does. */
export interface SearchRequest {
  open: boolean;
}

let request: SearchRequest | undefined;
const listeners = new Set<() => void>();

export const openSearch = () => change({ open: true });
export const closeSearch = () => change({ open: false });

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
