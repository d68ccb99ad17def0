import { expect, test } from 'vitest';
import type { KeyRow } from '../keys/store.ts';
import { rightsOf } from './connection-rights.ts';

const now = 1000;
const keyRow = (changes: Partial<KeyRow>) =>
  ({
    id: 'key',
    roles: 'free_user',
    expires_at: null,
    secret_state: 'active',
    old_secret_sealed: null,
    old_secret_signature: null,
    ...changes,
  }) as KeyRow;
const paid = { id: 'paid', roles: 'all_access' };
const endingSecret = {
  old_secret_sealed: 'x',
  old_secret_signature: 'x',
  old_secret_state: 'active',
} as const;

test.each<[string, Partial<KeyRow>[], string[], number]>([
  ['no key', [], ['free_user'], Number.POSITIVE_INFINITY],
  ['all keys together', [{}, paid], ['free_user', 'all_access'], Number.POSITIVE_INFINITY],
  [
    'a key until it expires',
    [paid, { ...paid, expires_at: 2000 }, { expires_at: 3000 }],
    ['all_access', 'free_user'],
    2000,
  ],
  ['no expired key', [{ ...paid, expires_at: 1000 }], ['free_user'], Number.POSITIVE_INFINITY],
  [
    'no key whose secrets have ended',
    [{ ...paid, secret_state: 'ended' }],
    ['free_user'],
    Number.POSITIVE_INFINITY,
  ],
  [
    'a key until its last secret ends',
    [{ ...paid, ...endingSecret, secret_state: 'ended', old_secret_ends_at: 1500 }],
    ['all_access'],
    1500,
  ],
  [
    'a key with a new secret after the old one has ended',
    [{ ...paid, ...endingSecret, old_secret_ends_at: 900 }],
    ['all_access'],
    Number.POSITIVE_INFINITY,
  ],
])('a connection has the rights of %s', (_, rows, roles, until) => {
  const keys = rows.map(keyRow);
  expect(rightsOf(keys, now)).toEqual({ roles, until, keyIds: keys.map(({ id }) => id) });
});
