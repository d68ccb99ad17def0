import { expect, test } from 'vitest';
import type { ApiToken } from '../../keys/contract.ts';
import { type KeyList, keyListReducer } from './key-list.ts';

const key = (id: string, name = id): ApiToken => ({
  id,
  name,
  external_id: `wbc_${id}`,
  created_at: '2026-11-14T00:00:00Z',
  expires_at: null,
  expires_at_max: '2027-11-14T00:00:00Z',
  roles: ['free_user'],
  usage: { last_used_at: null, today: 0, last_7_days: [0, 0, 0, 0, 0, 0, 0] },
  secrets: [],
});
const loadedAt = new Date('2026-11-14T23:59:00Z');
const loaded = (...apiKeys: ApiToken[]): KeyList => ({ phase: 'loaded', apiKeys, hours: {}, loadedAt });

test('keys are added, renamed and taken away', () => {
  const two = keyListReducer(loaded(key('a')), { type: 'created', apiKey: key('b') });
  const renamed = keyListReducer(two, { type: 'changed', apiKey: key('a', 'new name') });
  expect(renamed).toEqual(loaded(key('a', 'new name'), key('b')));
  expect(keyListReducer(renamed, { type: 'deleted', id: 'a' })).toEqual(loaded(key('b')));
});

test('a renamed key keeps the counts of the load, whose days they are', () => {
  const used = { last_used_at: null, today: 3, last_7_days: [0, 0, 0, 0, 0, 0, 3] };
  const renamed = keyListReducer(loaded({ ...key('a'), usage: used }), {
    type: 'changed',
    apiKey: key('a', 'new name'),
  });
  expect(renamed).toEqual(loaded({ ...key('a', 'new name'), usage: used }));
});

test('a failed reload keeps the keys that are on screen', () => {
  expect(keyListReducer(loaded(key('a')), { type: 'failed', words: 'No' })).toEqual(loaded(key('a')));
  expect(keyListReducer({ phase: 'loading' }, { type: 'failed', words: 'No' })).toEqual({
    phase: 'failed',
    words: 'No',
  });
});
