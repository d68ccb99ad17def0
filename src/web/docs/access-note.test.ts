import { expect, test } from 'vitest';
import { describeAccess } from './access-note.tsx';

const now = new Date('2026-11-18T12:00:00Z');
const free = (name: string) => ({ name, roles: ['free_user'], expires_at: null });
const paid = (name: string) => ({ name, roles: ['free_user', 'all_access'], expires_at: null });

test('names the keys that can call an endpoint', () => {
  expect(describeAccess('free', [free('Alto')], now)).toBe('Your key Alto has access.');
  expect(describeAccess('all_access', [free('Alto'), paid('Cirrus')], now)).toBe(
    'Your key Cirrus has access.',
  );
  expect(describeAccess('free', [free('Alto'), paid('Cirrus')], now)).toBe(
    'Your keys Alto and Cirrus have access.',
  );
  expect(describeAccess('free', ['Alto', 'Bora', 'Cirrus'].map(free), now)).toBe(
    'Your key Alto and 2 others have access.',
  );
});

test('names no key without access, and no expired one', () => {
  const expired = { ...paid('Dew'), expires_at: '2026-11-18T11:59:59Z' };
  expect(describeAccess('all_access', [free('Alto'), expired], now)).toBeUndefined();
  expect(describeAccess('free', [], now)).toBeUndefined();
});
