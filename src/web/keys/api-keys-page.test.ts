import { expect, test } from 'vitest';
import { availabilityOf } from './api-keys-page.tsx';

const free = { roles: ['free_user'] };
const all = { roles: ['free_user', 'all_access'] };

test('a free endpoint needs any key', () => {
  expect(availabilityOf('free', [])).toBe('needs a key');
  expect(availabilityOf('free', [free])).toBe('available');
});

test('other endpoints need one key with all access', () => {
  expect(availabilityOf('all_access', [free])).toBe('needs all access');
  expect(availabilityOf('all_access', [free, all])).toBe('available');
});
