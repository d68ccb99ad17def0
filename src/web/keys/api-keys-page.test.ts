import { expect, test } from 'vitest';
import { availabilityOf } from './api-keys-page.tsx';

const free = { roles: ['free_user'] };
const all = { roles: ['free_user', 'all_access'] };

test('a free endpoint needs any key', () => {
  expect(availabilityOf('free', [])).toBe('Free key');
  expect(availabilityOf('free', [free])).toBe('Available');
});

test('other endpoints need one key with all access', () => {
  expect(availabilityOf('all_access', [free])).toBe('All access');
  expect(availabilityOf('all_access', [free, all])).toBe('Available');
});
