import { expect, test } from 'vitest';
import { digitsOf, isWholeCode } from './code-field.tsx';

test('only digits count, and six of them', () => {
  expect(digitsOf('Your code: 012 345')).toBe('012345');
  expect(digitsOf('1234567')).toBe('123456');
  expect(digitsOf('abc')).toBe('');
});

test('the sixth digit makes it whole', () => {
  expect(isWholeCode('12345')).toBe(false);
  expect(isWholeCode('123456')).toBe(true);
});
