import { expect, test } from 'vitest';
import { percentile } from './get-ensemble-forecast.ts';

const values = [1, 2, 3, 4, 11];

test.each([
  [0, 1],
  [10, 1.4],
  [50, 3],
  [90, 8.2],
  [100, 11],
])('%i of a hundred', (percent, value) => {
  expect(percentile(values, percent)).toBeCloseTo(value, 10);
});

test('one value is every percentile', () => {
  expect(percentile([7], 90)).toBe(7);
});
