import { expect, test } from 'vitest';
import { wideMap } from './wide-map.ts';

test('converts positions to points and back', () => {
  for (const latitude of [-56, -12.5, 0, 77])
    for (const longitude of [-180, -71.06, 0, 179.75])
      expect(wideMap.coordinates(wideMap.place({ latitude, longitude }))).toEqual({ latitude, longitude });
});

test('wraps longitudes beyond the date line', () => {
  const { x, y } = wideMap.place({ latitude: 10, longitude: 190 });
  expect([x, y]).toEqual(Object.values(wideMap.place({ latitude: 10, longitude: -170 })));
  expect(x).toBeLessThan(wideMap.width);
});
