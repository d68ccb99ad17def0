import { expect, test } from 'vitest';
import { nearestTo, placeAt } from './choice.ts';

test('a click means the nearest balloon, if there is one near enough', () => {
  const marks = [
    { name: 'left', x: 100, y: 100 },
    { name: 'right', x: 110, y: 100 },
  ];
  expect(nearestTo(marks, { x: 107, y: 100 }, 16)?.name).toBe('right');
  expect(nearestTo(marks, { x: 103, y: 100 }, 16)?.name).toBe('left');
  expect(nearestTo(marks, { x: 100, y: 117 }, 16)).toBeUndefined();
  expect(nearestTo([], { x: 0, y: 0 }, 16)).toBeUndefined();
});

test('a place is named by where it is, to a hundredth of a degree', () => {
  expect(placeAt({ latitude: 42.3567, longitude: -71.058 })).toEqual({
    kind: 'place',
    name: '42.36° N, 71.06° W',
    latitude: 42.36,
    longitude: -71.06,
  });
  expect(placeAt({ latitude: -1.294, longitude: 36.8 })).toMatchObject({ name: '1.29° S, 36.8° E' });
});
