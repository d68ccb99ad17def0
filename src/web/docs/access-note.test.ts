import { expect, test } from 'vitest';
import { describeAccess } from './access-note.tsx';

const now = new Date('2026-11-18T12:00:00Z');
const free = (name: string) => ({ name, roles: ['free_user'], expires_at: null });
const paid = (name: string) => ({ name, roles: ['free_user', 'all_access'], expires_at: null });

const textOf = (...given: Parameters<typeof describeAccess>) => describeAccess(...given).text;

test('names the keys that can call an endpoint', () => {
  expect(textOf('free', [free('Alto')], now)).toBe('Your key Alto has access.');
  expect(textOf('all_access', [free('Alto'), paid('Cirrus')], now)).toBe('Your key Cirrus has access.');
  expect(textOf('free', [free('Alto'), paid('Cirrus')], now)).toBe('Your keys Alto and Cirrus have access.');
  expect(textOf('free', ['Alto', 'Bora', 'Cirrus'].map(free), now)).toBe(
    'Your keys Alto and 2 others have access.',
  );
});

test('says if none has access, an expired one neither', () => {
  const expired = { ...paid('Dew'), expires_at: '2026-11-18T11:59:59Z' };
  expect(describeAccess('all_access', [free('Alto'), expired], now)).toEqual({
    isGiven: false,
    text: 'None of your keys has access.',
  });
});
