import { expect, test } from 'vitest';
import { coordinatesOnWideMap, placeOnWideMap, wideMap } from './wide-map.ts';

test('every place of the map leads back to where it is on the earth', () => {
  for (const latitude of [-56, -12.5, 0, 77])
    for (const longitude of [-180, -71.06, 0, 179.75])
      expect(coordinatesOnWideMap(placeOnWideMap({ latitude, longitude }))).toEqual({ latitude, longitude });
});

test('longitudes beyond the date line are on the map too', () => {
  const { x, y } = placeOnWideMap({ latitude: 10, longitude: 190 });
  expect([x, y]).toEqual(Object.values(placeOnWideMap({ latitude: 10, longitude: -170 })));
  expect(x).toBeLessThan(wideMap.width);
});
