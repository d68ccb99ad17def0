import { expect, test } from 'vitest';
import { digitsOf } from './confirm-fields.tsx';

test('keeps the first six digits', () => {
  expect(digitsOf('Your code: 012 345')).toBe('012345');
  expect(digitsOf('1234567')).toBe('123456');
  expect(digitsOf('abc')).toBe('');
});
