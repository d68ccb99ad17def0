import { expect, test } from 'vitest';
import { namedPlaces, pairOf, placeNames, readPlaces } from './places.ts';

test('known places have names', () => {
  const [first] = namedPlaces;
  expect(placeNames(`${pairOf(first!)};1,2`)).toEqual([first!.name, '1, 2']);
  expect(readPlaces('40.71,-74.01;;x,1;1,2,3;5,6')).toEqual([
    { latitude: 40.71, longitude: -74.01 },
    { latitude: 5, longitude: 6 },
  ]);
});
