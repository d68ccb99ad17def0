import type { ApiToken } from '../../keys/contract.ts';

/** The keys of the page without its screens. */
export type KeyList =
  | { phase: 'loading' }
  | { phase: 'failed'; words: string }
  /** The UTC day of `loadedAt` is the last one in every key's counts. */
  | { phase: 'loaded'; tokens: ApiToken[]; loadedAt: Date };

export type KeyListEvent =
  | { type: 'loaded'; tokens: ApiToken[]; loadedAt: Date }
  | { type: 'failed'; words: string }
  | { type: 'retried' }
  | { type: 'created'; token: ApiToken }
  | { type: 'renamed'; token: ApiToken }
  | { type: 'deleted'; id: string };

export function keyListReducer(list: KeyList, event: KeyListEvent): KeyList {
  switch (event.type) {
    case 'loaded':
      return { phase: 'loaded', tokens: event.tokens, loadedAt: event.loadedAt };
    case 'failed':
      // Keys already on screen stay there: an old list is better than none.
      return list.phase === 'loaded' ? list : { phase: 'failed', words: event.words };
    case 'retried':
      return { phase: 'loading' };
    case 'created':
      return withTokens(list, (tokens) => [...tokens, event.token]);
    case 'renamed':
      // The counts stay those of the load, whose day they are shown by.
      return withTokens(list, (tokens) =>
        tokens.map((token) => (token.id === event.token.id ? { ...event.token, usage: token.usage } : token)),
      );
    case 'deleted':
      return withTokens(list, (tokens) => tokens.filter((token) => token.id !== event.id));
  }
}

function withTokens(list: KeyList, change: (tokens: ApiToken[]) => ApiToken[]): KeyList {
  return list.phase === 'loaded' ? { ...list, tokens: change(list.tokens) } : list;
}
