import { expect, test } from 'vitest';
import type { ApiToken } from '../../../keys/contract.ts';
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

test('adds, renames and removes keys', () => {
  const two = keyListReducer(loaded(key('a')), { phase: 'saved', apiKey: key('b') });
  const renamed = keyListReducer(two, { phase: 'saved', apiKey: key('a', 'new name') });
  expect(renamed).toEqual(loaded(key('a', 'new name'), key('b')));
  expect(keyListReducer(renamed, { phase: 'deleted', id: 'a' })).toEqual(loaded(key('b')));
});

test('keeps the loaded counts of a renamed key', () => {
  const used = { last_used_at: null, today: 3, last_7_days: [0, 0, 0, 0, 0, 0, 3] };
  const renamed = keyListReducer(loaded({ ...key('a'), usage: used }), {
    phase: 'saved',
    apiKey: key('a', 'new name'),
  });
  expect(renamed).toEqual(loaded({ ...key('a', 'new name'), usage: used }));
});

test('keeps the keys on screen when a reload fails', () => {
  expect(keyListReducer(loaded(key('a')), { phase: 'failed', message: 'No' })).toEqual(loaded(key('a')));
  expect(keyListReducer({ phase: 'loading' }, { phase: 'failed', message: 'No' })).toEqual({
    phase: 'failed',
    message: 'No',
  });
});
