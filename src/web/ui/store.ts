import { useCallback, useRef, useSyncExternalStore } from 'react';

/** A value outside of React, with subscribers. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
  /** The server renders with this value. */
  readonly initial: Value;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    initial,
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** While a page hydrates, this returns the value that the server rendered. */
export const useStore = <Value>({ get, subscribe, initial }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, () => initial);

/** Reads a value that only the browser has. `served` is what the server rendered instead. */
export const useBrowserValue = <Value>(read: () => Value, served: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => served);

const subscribeToNothing = () => () => {};

/** True if the component's markup came from the server. It never changes: a change would cause a second render. */
export function useHydratedMarkup(): boolean {
  const fromServer = useRef(false);
  fromServer.current = useBrowserValue(() => fromServer.current, true);
  return fromServer.current;
}

/** Whether the window matches the query now. For components that only the browser renders. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
