import { useCallback, useEffect, useState } from 'react';
import { createStore, type Store, useStore } from './store.ts';

/** Code or data that is loaded when it is first needed. */
export interface OnDemand<Value> {
  /** Loads once for all callers. After a failure the next caller tries again. */
  load(): Promise<Value>;
  readonly arrived: Store<Value | undefined>;
}

export function onDemand<Value>(bring: () => Promise<Value>): OnDemand<Value> {
  const arrived = createStore<Value | undefined>(undefined);
  let coming: Promise<Value> | undefined;

  // The import is awaited, because handlers attached to it directly would miss a stylesheet that fails.
  async function start(): Promise<Value> {
    try {
      const value = await bring();
      arrived.set(value);
      return value;
    } catch (error) {
      coming = undefined;
      throw error;
    }
  }

  return {
    arrived,
    load() {
      coming ??= start();
      return coming;
    },
  };
}

/** Loads while `want` is truthy. After a failure, a new `want` or `retry` loads again. */
export function useOnDemand<Value>({ load, arrived }: OnDemand<Value>, want: unknown) {
  const value = useStore(arrived);
  const [failure, setFailure] = useState<Error>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a new load
  useEffect(() => {
    if (!want || value !== undefined) return;
    let isWanted = true;
    setFailure(undefined);
    load().catch((error: Error) => isWanted && setFailure(error));
    return () => {
      isWanted = false;
    };
  }, [load, want, value, tries]);

  const retry = useCallback(() => setTries((before) => before + 1), []);
  return { value: want ? value : undefined, failure, retry };
}
