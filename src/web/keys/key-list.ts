import type { ApiToken } from '../../keys/contract.ts';

/** The keys of the page without its screens. */
export type KeyList =
  | { phase: 'loading' }
  | { phase: 'failed'; words: string }
  | { phase: 'loaded'; tokens: ApiToken[] };

export type KeyListEvent =
  | { type: 'loaded'; tokens: ApiToken[] }
  | { type: 'failed'; words: string }
  | { type: 'retried' }
  | { type: 'created'; token: ApiToken }
  | { type: 'renamed'; token: ApiToken }
  | { type: 'deleted'; id: string };

export function keyListReducer(list: KeyList, event: KeyListEvent): KeyList {
  switch (event.type) {
    case 'loaded':
      return { phase: 'loaded', tokens: event.tokens };
    case 'failed':
      // Keys already on screen stay there: an old list is better than none.
      return list.phase === 'loaded' ? list : { phase: 'failed', words: event.words };
    case 'retried':
      return { phase: 'loading' };
    case 'created':
      return withTokens(list, (tokens) => [...tokens, event.token]);
    case 'renamed':
      return withTokens(list, (tokens) =>
        tokens.map((token) => (token.id === event.token.id ? event.token : token)),
      );
    case 'deleted':
      return withTokens(list, (tokens) => tokens.filter((token) => token.id !== event.id));
  }
}

function withTokens(list: KeyList, change: (tokens: ApiToken[]) => ApiToken[]): KeyList {
  return list.phase === 'loaded' ? { phase: 'loaded', tokens: change(list.tokens) } : list;
}
