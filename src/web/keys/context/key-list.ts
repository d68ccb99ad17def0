import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { ApiToken, KeyHour } from '../../../keys/contract.ts';
import type { RequestError } from '../../session/outcome.ts';
import { onReturnToTab } from '../../session/use-session.ts';
import { listKeys, onCallMade } from './api-keys.ts';

export type KeyList = { phase: 'loading' } | { phase: 'failed'; message: string } | LoadedKeys;

export interface LoadedKeys {
  phase: 'loaded';
  apiKeys: ApiToken[];
  /** Quota of the current hour by key id. A key created after loading has no entry. */
  hours: Record<string, KeyHour>;
  /** The counts of every key end with the UTC day of this time. */
  loadedAt: Date;
}

type KeyListEvent =
  | LoadedKeys
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | { phase: 'saved'; apiKey: ApiToken }
  | { phase: 'deleted'; id: string };

export function keyListReducer(list: KeyList, event: KeyListEvent): KeyList {
  if (event.phase === 'loading' || event.phase === 'loaded') return event;
  if (list.phase !== 'loaded') return event.phase === 'failed' ? event : list;
  const { apiKeys } = list;
  switch (event.phase) {
    case 'failed':
      // Keys on screen stay there: an old list is better than none.
      return list;
    case 'saved': {
      const { apiKey } = event;
      if (!apiKeys.some(({ id }) => id === apiKey.id)) return { ...list, apiKeys: [...apiKeys, apiKey] };
      // The counts stay those of the last load, because the page labels them with its day.
      const replace = (key: ApiToken) => (key.id === apiKey.id ? { ...apiKey, usage: key.usage } : key);
      return { ...list, apiKeys: apiKeys.map(replace) };
    }
    case 'deleted':
      return { ...list, apiKeys: apiKeys.filter(({ id }) => id !== event.id) };
  }
}

const reloadAfterMs = 10_000;

export function useKeyList(secrets: ReadonlyMap<string, string>, onError: (error: RequestError) => void) {
  const [list, dispatch] = useReducer(keyListReducer, { phase: 'loading' });
  const lastLoad = useRef({ id: 0, at: 0 });

  /** Only the newest load counts. */
  const load = useCallback(
    async ({ silent }: { silent: boolean }) => {
      lastLoad.current = { id: lastLoad.current.id + 1, at: Date.now() };
      const { id } = lastLoad.current;
      const outcome = await listKeys();
      if (id !== lastLoad.current.id) return;
      if (outcome.ok) {
        const { tokens: apiKeys, hours } = outcome.value;
        return dispatch({ phase: 'loaded', apiKeys, hours, loadedAt: new Date() });
      }
      if (!silent) onError(outcome);
      dispatch({ phase: 'failed', message: outcome.message });
    },
    [onError],
  );

  // A new secret means a new key, which the sign-up wizard may have created on top of this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void load({ silent: false }), [load, secrets]);

  const reload = useCallback(() => void load({ silent: true }), [load]);

  // Calls and other tabs change the list while this tab is in the background.
  useEffect(() => {
    const stopWatching = onReturnToTab(() => {
      if (Date.now() - lastLoad.current.at > reloadAfterMs) reload();
    });
    const unsubscribe = onCallMade(reload);
    return () => {
      stopWatching();
      unsubscribe();
    };
  }, [reload]);

  /** Also discards the answer of a running load, which may not include the change. */
  function update(event: KeyListEvent) {
    lastLoad.current.id += 1;
    dispatch(event);
  }

  function retry() {
    dispatch({ phase: 'loading' });
    void load({ silent: false });
  }

  return { list, update, retry, reload };
}
