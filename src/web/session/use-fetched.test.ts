import { expect, test } from 'vitest';
import { requestError } from './outcome.ts';
import { afterFetch } from './use-fetched.tsx';

test('keeps the value on screen when a later fetch fails', () => {
  const loaded = { phase: 'loaded', value: 'keys' } as const;
  expect(afterFetch(loaded, requestError(0, 'No'))).toEqual(loaded);
  expect(afterFetch({ phase: 'loading' }, requestError(0, 'No'))).toEqual({ phase: 'failed', message: 'No' });
  expect(afterFetch({ phase: 'loading' }, { ok: true, value: 'keys' })).toEqual(loaded);
});
