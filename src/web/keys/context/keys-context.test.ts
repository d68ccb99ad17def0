import { expect, test } from 'vitest';
import type { ApiToken } from '../../../keys/contract.ts';
import { withKey } from './keys-context.tsx';

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

test('adds a new key at the end and replaces a renamed one in its place', () => {
  const two = withKey([key('a')], key('b'));
  expect(withKey(two, key('a', 'new name'))).toEqual([key('a', 'new name'), key('b')]);
});

test('keeps the loaded counts of a renamed key', () => {
  const usage = { last_used_at: null, today: 3, last_7_days: [0, 0, 0, 0, 0, 0, 3] };
  expect(withKey([{ ...key('a'), usage }], key('a', 'new name'))).toEqual([
    { ...key('a', 'new name'), usage },
  ]);
});
