import { expect, test } from 'vitest';
import { formatCount, windDirection } from './format.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_234_567, -1, -1000])(
  '%i is formatted as in English',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
  },
);

test.each([
  ['north', 0, -5, 360],
  ['nearly north', 0.001, -5, 360],
  ['east', -3, 0, 90],
  ['a calm', 0, 0, 0],
])('wind from %s', (_, u, v, degrees) => {
  expect(windDirection({ u, v })).toBe(degrees);
  expect(windDirection({ u: Number.NaN, v })).toBeNaN();
});
