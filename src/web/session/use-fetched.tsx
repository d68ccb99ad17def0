import { useCallback, useEffect, useRef, useState } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import type { Outcome, RequestError } from './outcome.ts';

type Pending = { phase: 'loading' } | { phase: 'failed'; message: string };
type Fetched<T> = Pending | { phase: 'loaded'; value: T };

/** Fetches on mount and whenever `version` changes. Errors of these and of `retry` go to `onError`. */
export function useFetched<T>(
  fetch: () => Promise<Outcome<T>>,
  version?: unknown,
  onError?: (error: RequestError) => void,
) {
  const [state, setState] = useState<Fetched<T>>({ phase: 'loading' });
  const latest = useRef({ fetch, onError });
  latest.current = { fetch, onError };
  const count = useRef(0);

  /** Only the newest answer counts. */
  const load = useCallback(async ({ silent = false } = {}) => {
    count.current += 1;
    const id = count.current;
    const outcome = await latest.current.fetch();
    if (id !== count.current) return;
    setState((before) => afterFetch(before, outcome));
    if (!outcome.ok && !silent) latest.current.onError?.(outcome);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version needs a new answer
  useEffect(() => {
    void load();
    return () => {
      count.current += 1;
    };
  }, [load, version]);

  return {
    state,
    reload: useCallback(() => load({ silent: true }), [load]),
    retry() {
      setState({ phase: 'loading' });
      void load();
    },
    /** Changes the loaded value. Discards the answer of a running load, which may not include the change. */
    update(change: (value: T) => T) {
      count.current += 1;
      setState((before) => (before.phase === 'loaded' ? { ...before, value: change(before.value) } : before));
    },
  };
}

/** A value on screen stays there after an error: an old one is better than none. */
export function afterFetch<T>(before: Fetched<T>, outcome: Outcome<T>): Fetched<T> {
  if (outcome.ok) return { phase: 'loaded', value: outcome.value };
  return before.phase === 'loaded' ? before : { phase: 'failed', message: outcome.message };
}

interface PendingViewProps {
  state: Pending;
  retry: () => void;
  /** Its class has the size of the loaded content. */
  skeleton: string;
}

/** A placeholder for content that is loading or failed to load. */
export function PendingView({ state, retry, skeleton }: PendingViewProps) {
  if (state.phase === 'failed') return <LoadFailure message={state.message} onRetry={retry} />;
  return (
    <div role="status">
      <p className="visually-hidden">Loading...</p>
      <div className={`skeleton ${skeleton}`} />
    </div>
  );
}
