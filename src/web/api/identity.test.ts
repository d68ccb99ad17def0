import { expect, test } from 'vitest';
import type { ApiToken } from '../../keys/contract.ts';
import { type ApiIdentity, identitiesFor, identityFor } from './identity.ts';

const now = new Date('2026-11-15T00:00:00Z');
const keyOf = (id: string, roles: string[], expires_at: string | null = null) =>
  ({ id, name: id, roles, expires_at }) as ApiToken;
const free = keyOf('free', ['free_user']);
const all = keyOf('all', ['all_access']);
const expired = keyOf('old', ['all_access'], '2026-11-14T00:00:00Z');

const demo: ApiIdentity = { kind: 'demo' };
const as = (id: string): ApiIdentity => ({ kind: 'key', id, name: id });
const points = { api: 'forecasts', access: 'free' } as const;
const missions = { api: 'data', access: 'all_access' } as const;
const on = (apiKeys: ApiToken[], sandbox: 'both' | 'forecasts' | false = 'both') => ({
  apiKeys,
  sandbox,
  now,
});

test('without a key, calls are made as the demo', () => {
  expect(identitiesFor(points, on([]))).toEqual([demo]);
  expect(identityFor([demo], undefined)).toEqual(demo);
});

test('the first key with access comes before the demo', () => {
  expect(identitiesFor(points, on([expired, free, all]))).toEqual([as('free'), as('all'), demo]);
  expect(identitiesFor(missions, on([expired, free, all]))).toEqual([as('all'), demo]);
  expect(identitiesFor(missions, on([free]))).toEqual([demo]);
});

test('the chosen identity is used where it has access', () => {
  const open = [as('all'), demo];
  expect(identityFor(open, demo)).toEqual(demo);
  expect(identityFor(open, as('free'))).toEqual(as('all'));
  expect(identityFor([as('all'), as('free')], as('free'))).toEqual(as('free'));
});

test("there is no demo on a provider's hosts", () => {
  expect(identitiesFor(missions, on([free], 'forecasts'))).toEqual([]);
  expect(identitiesFor(points, on([free], 'forecasts'))).toEqual([as('free'), demo]);
  expect(identitiesFor(points, on([free], false))).toEqual([as('free')]);
  expect(identityFor([], demo)).toBeUndefined();
});
