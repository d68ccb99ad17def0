import { expect, test } from 'vitest';
import { compassPoint, toWind } from './wind.ts';

test.each([
  [0, -5, 5, 360, 'N'],
  [-3, 0, 3, 90, 'E'],
  [0, 2, 2, 180, 'S'],
  [4, 0, 4, 270, 'W'],
  [4.1, -2.3, 4.7, 299, 'WNW'],
  [0.001, -5, 5, 360, 'N'],
  [-0.001, -5, 5, 360, 'N'],
  [0, 0, 0, 0, 'N'],
])('u %f and v %f are %f m/s from %f degrees, %s', (u, v, speed, direction, point) => {
  expect(toWind(u, v)).toEqual({ speed, direction });
  expect(compassPoint(direction)).toBe(point);
});

test.each([
  [11, 'N'],
  [12, 'NNE'],
  [348, 'NNW'],
  [349, 'N'],
])('%i degrees are %s', (direction, point) => {
  expect(compassPoint(direction)).toBe(point);
});
