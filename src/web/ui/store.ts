import { useRef, useSyncExternalStore } from 'react';

/** A value that lives outside of React, and everyone who wants to hear of the next one. */
export interface Readable<Value> {
  get(): Value;
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
  /** What the server draws with. */
  readonly initial: Value;
}

export interface Store<Value> extends Readable<Value> {
  set(value: Value): void;
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

/** While a page hydrates this is the value that the server drew it with. */
export const useStore = <Value>({ get, subscribe, initial }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get, () => initial);

/** For what only a browser can tell; `served` is what the server drew in its place. */
export const useBrowserValue = <Value>(read: () => Value, served: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => served);

const subscribeToNothing = () => () => {};

/**
 * True in a component whose markup came from the server, false in one the browser made; it never changes.
 * React reads what was served only while it hydrates; answering the same ever after spares a second render.
 */
export function useHydratedMarkup(): boolean {
  const fromServer = useRef(false);
  fromServer.current = useBrowserValue(() => fromServer.current, true);
  return fromServer.current;
}
