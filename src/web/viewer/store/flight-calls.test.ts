import { expect, test } from 'vitest';
import { listLegs } from '../../../pictures/sounding/legs.ts';
import { legNumberAt } from './flight-calls.ts';

const point = (minutes: number, altitude: number) => ({
  transmit_time: new Date(minutes * 60_000).toISOString(),
  latitude: 0,
  longitude: 0,
  altitude,
});
/** The balloon ascends to 12 km, descends to 4 km and ascends again for ten minutes. */
const legs = listLegs([point(0, 0), point(100, 12_000), point(200, 4000), point(210, 5000)]);

test('a leg is found by a time, or the nearest one outside of the flight', () => {
  expect([-1, 99, 101, 205, 1e6].map((minutes) => legNumberAt(legs, minutes * 60))).toEqual([1, 1, 2, 3, 3]);
});
