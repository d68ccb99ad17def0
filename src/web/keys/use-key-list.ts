import { useCallback, useEffect, useReducer, useRef } from 'react';
import { onReturnToTab } from '../session/other-tabs.ts';
import type { RequestError } from '../session/outcome.ts';
import { listKeys } from './calls.ts';
import { onFirstCall } from './first-call/first-call-news.ts';
import { type KeyListEvent, keyListReducer } from './key-list.ts';

const reloadAfterMs = 10_000;

/** The list as this tab last heard of it. `refuse` tells the person. */
export function useKeyList(secrets: ReadonlyMap<string, string>, refuse: (refusal: RequestError) => void) {
  const [list, dispatch] = useReducer(keyListReducer, { phase: 'loading' });
  const asked = useRef({ count: 0, at: 0 });

  /** Only the newest question's answer counts. */
  const load = useCallback(
    async (failure: 'is told' | 'is kept quiet') => {
      asked.current = { count: asked.current.count + 1, at: Date.now() };
      const { count } = asked.current;
      const outcome = await listKeys();
      if (count !== asked.current.count) return;
      if (outcome.ok) {
        const { tokens, hours } = outcome.value;
        return dispatch({ type: 'loaded', apiKeys: tokens, hours, loadedAt: new Date() });
      }
      if (failure === 'is told') refuse(outcome);
      dispatch({ type: 'failed', words: outcome.message });
    },
    [refuse],
  );

  // Also when the sign-up wizard, which lies over this page, has made a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new secret is the sign of a new key
  useEffect(() => void load('is told'), [load, secrets]);

  const reload = useCallback(() => void load('is kept quiet'), [load]);

  // Calls and other tabs change the list while nobody looks.
  useEffect(() => {
    const stopWatching = onReturnToTab(() => {
      if (Date.now() - asked.current.at > reloadAfterMs) reload();
    });
    const stopListening = onFirstCall(reload);
    return () => {
      stopWatching();
      stopListening();
    };
  }, [reload]);

  /** Also makes a list still on its way out of date: it may not know of the change. */
  function change(event: KeyListEvent) {
    asked.current.count += 1;
    dispatch(event);
  }

  function retry() {
    dispatch({ type: 'retried' });
    void load('is told');
  }

  return { list, change, retry, reload };
}
