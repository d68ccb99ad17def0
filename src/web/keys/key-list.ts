import type { ApiToken } from '../../keys/contract.ts';

/** The keys of the page without its screens. */
export type KeyList =
  | { phase: 'loading' }
  | { phase: 'failed'; words: string }
  /** The UTC day of `loadedAt` is the last one in every key's counts. */
  | { phase: 'loaded'; apiKeys: ApiToken[]; loadedAt: Date };

export type KeyListEvent =
  | { type: 'loaded'; apiKeys: ApiToken[]; loadedAt: Date }
  | { type: 'failed'; words: string }
  | { type: 'retried' }
  | { type: 'created'; apiKey: ApiToken }
  | { type: 'renamed'; apiKey: ApiToken }
  | { type: 'deleted'; id: string };

export function keyListReducer(list: KeyList, event: KeyListEvent): KeyList {
  switch (event.type) {
    case 'loaded':
      return { phase: 'loaded', apiKeys: event.apiKeys, loadedAt: event.loadedAt };
    case 'failed':
      // Keys already on screen stay there: an old list is better than none.
      return list.phase === 'loaded' ? list : { phase: 'failed', words: event.words };
    case 'retried':
      return { phase: 'loading' };
    case 'created':
      return withKeys(list, (apiKeys) => [...apiKeys, event.apiKey]);
    case 'renamed':
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
