import { expect, test } from 'vitest';
import { formatWait, remainingSeconds } from './wait-button.tsx';

test('the countdown shows whole seconds and never goes below zero', () => {
  expect(remainingSeconds(10_500, 0)).toBe(11);
  expect(remainingSeconds(1000, 5000)).toBe(0);
});

test('from a minute on the countdown is formatted as m:ss', () => {
  expect(formatWait(42)).toBe('42 s');
  expect(formatWait(65)).toBe('1:05');
  expect(formatWait(720)).toBe('12:00');
});
