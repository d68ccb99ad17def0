import { expect, test } from 'vitest';
import { digitsOf, isCompleteCode } from './code-step.tsx';

test('keeps the first six digits', () => {
  expect(digitsOf('Your code: 012 345')).toBe('012345');
  expect(digitsOf('1234567')).toBe('123456');
  expect(digitsOf('abc')).toBe('');
});

test('is complete with six digits', () => {
  expect(isCompleteCode('12345')).toBe(false);
  expect(isCompleteCode('123456')).toBe(true);
});
