import { expect, test } from 'vitest';
import { isLongitudeBetween } from './math.ts';

test.each([
  { west: undefined, east: undefined, inside: [-180, 0, 180], outside: [] },
  { west: 100, east: 180, inside: [100, 179, 180, -180], outside: [99, -179] },
  { west: 170, east: -170, inside: [170, 180, -175, 190], outside: [0, 169, -169] },
  { west: 350, east: 10, inside: [355, -5, 0, 10], outside: [11, 340] },
  { west: undefined, east: 270, inside: [-180, -90], outside: [-89, 0, 90] },
  { west: 200, east: undefined, inside: [-160, 0, 179], outside: [-161] },
  { west: 0, east: 360, inside: [-90, 0, 90], outside: [] },
  { west: 20, east: 20, inside: [20], outside: [19, 21] },
])(
  'a range from $west to $east includes both ends and may cross the date line',
  ({ west, east, inside, outside }) => {
    expect(inside.filter((longitude) => !isLongitudeBetween(longitude, west, east))).toEqual([]);
    expect(outside.filter((longitude) => isLongitudeBetween(longitude, west, east))).toEqual([]);
  },
);
