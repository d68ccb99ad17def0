import { expect, test } from 'vitest';
import { isOlderRelease } from './open-database.ts';

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.1', true],
  ['2.0.0', '1.9.9', false],
])('%s is older than %s: %s', (one, other, isOlder) => {
  expect(isOlderRelease(one, other)).toBe(isOlder);
});
