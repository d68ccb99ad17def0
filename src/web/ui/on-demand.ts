import { useCallback, useEffect, useState } from 'react';
import { createStore, type Store, useStore } from './store.ts';

/** Code or data that is loaded when it is first needed. */
export interface OnDemand<Value> {
  /** Loads once for all callers. After a failure the next caller tries again. */
  load(): Promise<Value>;
  readonly loaded: Store<Value | undefined>;
}

export function onDemand<Value>(load: () => Promise<Value>): OnDemand<Value> {
  const loaded = createStore<Value | undefined>(undefined);
  let pending: Promise<Value> | undefined;

  // The import is awaited, because handlers attached to it directly would miss a stylesheet that fails.
  async function start(): Promise<Value> {
    try {
      const value = await load();
      loaded.set(value);
      return value;
    } catch (error) {
      pending = undefined;
      throw error;
    }
  }
  return {
    loaded,
    load() {
      pending ??= start();
      return pending;
    },
  };
}

/** Loads while `want` is truthy. After a failure, a new `want` or `retry` loads again. */
export function useOnDemand<Value>({ load, loaded }: OnDemand<Value>, want: unknown) {
  const value = useStore(loaded);
  const [failure, setFailure] = useState<Error>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a new load
  useEffect(() => {
    if (!want || value !== undefined) return;
    let isCurrent = true;
    setFailure(undefined);
    load().catch((error: Error) => isCurrent && setFailure(error));
    return () => {
      isCurrent = false;
    };
  }, [load, want, value, tries]);

  const retry = useCallback(() => setTries((before) => before + 1), []);
  return { value: want ? value : undefined, failure, retry };
}
