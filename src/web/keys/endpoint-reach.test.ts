import { expect, test } from 'vitest';
import { reachOf } from './endpoint-reach.ts';

const free = { roles: ['free_user'] };
const all = { roles: ['free_user', 'all_access'] };

test('what is free opens with any key', () => {
  expect(reachOf('free', [])).toBe('needs a key');
  expect(reachOf('free', [free])).toBe('open');
});

test('the rest opens with one key that has all access', () => {
  expect(reachOf('all_access', [free])).toBe('needs all access');
  expect(reachOf('all_access', [free, all])).toBe('open');
});
