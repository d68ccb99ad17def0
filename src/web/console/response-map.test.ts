import { expect, test } from 'vitest';
import { valueAt } from './response-map.tsx';

/** Rows go from north to south and columns eastwards from 0°. Each value is 100 × row + column. */
const grid = { stepDegrees: 90, values: [0, 1, 2, 3, 100, 101, 102, 103, 200, 201, 202, Number.NaN] };
const at = (latitude: number, longitude: number) => valueAt(grid, { latitude, longitude });

test('finds the nearest value across the date line and the prime meridian', () => {
  expect([at(0, 0), at(10, 89), at(-20, -90), at(0, 180), at(0, -180)]).toEqual([100, 101, 103, 102, 102]);
  expect([at(0, -44), at(0, -46)]).toEqual([100, 103]);
  expect([at(90, 0), at(-90, 90)]).toEqual([0, 201]);
});

test('has no value outside the grid or where data is missing', () => {
  expect([at(91, 0), at(0, 181), at(-90, -90)]).toEqual([undefined, undefined, undefined]);
});
