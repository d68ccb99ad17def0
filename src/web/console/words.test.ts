import { expect, test } from 'vitest';
import { namedPlaces, pairOf, placeNames, readPlaces } from '../../requests/places.ts';
import { bytesWords, nextSinceIn, unixWords } from './words.ts';

test('the next page is asked for with every digit', () => {
  expect(nextSinceIn('{"has_next_page": true, "next_since": 1794817261349864004}')).toBe(
    '1794817261349864004',
  );
  expect(nextSinceIn('{"has_next_page":false,"next_since":1794817261349864004}')).toBeUndefined();
});

test('sizes and times are in words', () => {
  expect([12, 7700, 4_100_000].map(bytesWords)).toEqual(['12 B', '7.7 kB', '4.1 MB']);
  expect(unixWords('1794819600')).toBe('2026-11-16 09:00 UTC');
  expect(unixWords('1794817261349864004')).toBeUndefined();
});

test('places are called by their names where they have one', () => {
  const [first] = namedPlaces;
  expect(placeNames(`${pairOf(first!)};1,2`)).toEqual([first!.name, '1, 2']);
  expect(readPlaces('40.71,-74.01;;x,1;1,2,3;5,6')).toEqual([
    { latitude: 40.71, longitude: -74.01 },
    { latitude: 5, longitude: 6 },
  ]);
});
