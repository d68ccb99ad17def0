import { useCallback, useEffect, useRef, useState } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import type { Outcome } from './outcome.ts';

type Pending = { phase: 'loading' } | { phase: 'failed'; message: string };
type Fetched<T> = Pending | { phase: 'loaded'; value: T };

/** Fetches on mount and whenever `version` changes. A later error keeps what is on screen. */
export function useFetched<T>(fetch: () => Promise<Outcome<T>>, version?: unknown) {
  const [state, setState] = useState<Fetched<T>>({ phase: 'loading' });
  const latest = useRef(fetch);
  latest.current = fetch;
  const count = useRef(0);

  /** Only the newest answer counts. */
  const reload = useCallback(async () => {
    count.current += 1;
    const id = count.current;
    const outcome = await latest.current();
    if (id !== count.current) return;
    if (outcome.ok) return setState({ phase: 'loaded', value: outcome.value });
    const failed: Pending = { phase: 'failed', message: outcome.message };
    setState((before) => (before.phase === 'loaded' ? before : failed));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version needs a new answer
  useEffect(() => {
    void reload();
    return () => {
      count.current += 1;
    };
  }, [reload, version]);

  const retry = useCallback(() => {
    setState({ phase: 'loading' });
    return reload();
  }, [reload]);
  return { state, reload, retry };
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
