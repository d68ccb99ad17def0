import { useCallback, useEffect, useState } from 'react';
import { createStore, type Store, useStore } from './store.ts';

/** Code or data that comes when it is first wanted. */
export interface OnDemand<Value> {
  /** Once for everyone who asks. A failure is not remembered: the next one who asks tries again. */
  load(): Promise<Value>;
  /** What has come so far. */
  readonly arrived: Store<Value | undefined>;
}

export function onDemand<Value>(bring: () => Promise<Value>): OnDemand<Value> {
  const arrived = createStore<Value | undefined>(undefined);
  let coming: Promise<Value> | undefined;

  // Awaited: handlers put on an import itself would not hear of a stylesheet that fails.
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

/** Loads while `want` is there. Where that failed, each new want tries again, and so does `retry`. */
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
