import type { ApiToken, KeyHour } from '../../keys/contract.ts';

/** The keys of the page without its screens. */
export type KeyList = { phase: 'loading' } | { phase: 'failed'; words: string } | LoadedKeys;

export interface LoadedKeys {
  phase: 'loaded';
  apiKeys: ApiToken[];
  /** By the id of the key; a key made since then has none yet. */
  hours: Record<string, KeyHour>;
  /** The UTC day of it is the last one in every key's counts. */
  loadedAt: Date;
}

export type KeyListEvent =
  | ({ type: 'loaded' } & Omit<LoadedKeys, 'phase'>)
  | { type: 'failed'; words: string }
  | { type: 'retried' }
  | { type: 'created'; apiKey: ApiToken }
  | { type: 'changed'; apiKey: ApiToken }
  | { type: 'deleted'; id: string };

export function keyListReducer(list: KeyList, event: KeyListEvent): KeyList {
  switch (event.type) {
    case 'loaded': {
      const { apiKeys, hours, loadedAt } = event;
      return { phase: 'loaded', apiKeys, hours, loadedAt };
    }
    case 'failed':
      // Keys already on screen stay there: an old list is better than none.
      return list.phase === 'loaded' ? list : { phase: 'failed', words: event.words };
    case 'retried':
      return { phase: 'loading' };
    case 'created':
      return withKeys(list, (apiKeys) => [...apiKeys, event.apiKey]);
    case 'changed':
      // The counts stay those of the load, whose day they are shown by.
      return withKeys(list, (apiKeys) =>
        apiKeys.map((apiKey) =>
          apiKey.id === event.apiKey.id ? { ...event.apiKey, usage: apiKey.usage } : apiKey,
        ),
      );
    case 'deleted':
      return withKeys(list, (apiKeys) => apiKeys.filter((apiKey) => apiKey.id !== event.id));
  }
}

function withKeys(list: KeyList, change: (apiKeys: ApiToken[]) => ApiToken[]): KeyList {
  return list.phase === 'loaded' ? { ...list, apiKeys: change(list.apiKeys) } : list;
}
