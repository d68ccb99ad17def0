import { describe, expect, test } from 'vitest';
import { flightRows, row } from '../../../../test/helpers/observation-rows.ts';
import { listLegs } from '../../../pictures/sounding/legs.ts';
import { cursorRows, legNumberAt, nearestIndex, newestDeepLeg } from './leg-rows.ts';

const point = (minutes: number, altitude: number) => ({
  transmit_time: new Date(minutes * 60_000).toISOString(),
  latitude: 0,
  longitude: 0,
  altitude,
});
/** Up to 12 km, down to 4 km, and up again for ten minutes. */
const legs = listLegs([point(0, 0), point(100, 12_000), point(200, 4000), point(210, 5000)]);

describe('the rows under the cursor', () => {
  test('stand by time, each time once, however they came', () => {
    const rows = [row({ timestamp: 30 }), row({ timestamp: 10 }), row({ timestamp: 10, altitude: 7 })];
    expect(cursorRows(rows, undefined).map(({ timestamp, altitude }) => [timestamp, altitude])).toEqual([
      [10, 7],
      [30, 100],
    ]);
  });

  test('are those of the leg', () => {
    const rows = flightRows({ fromMetres: 0, toMetres: 15_000, beginSeconds: 5000 });
    const own = cursorRows(rows, legs[0]);
    expect(own[0]!.timestamp).toBe(5000);
    expect(own.at(-1)!.timestamp).toBe(6000);
  });

  test('are found by the nearest time or pressure, and nothing is found among nothing', () => {
    const rows = [10, 20, 30].map((timestamp) => row({ timestamp, pressure: timestamp }));
    expect(nearestIndex(rows, 24)).toBe(1);
    expect(nearestIndex(rows, 1e9)).toBe(2);
    expect(nearestIndex([row({ pressure: null }), ...rows], 31, ({ pressure }) => pressure)).toBe(3);
    expect(nearestIndex([], 5)).toBe(0);
  });
});

describe('a leg', () => {
  test('is found by a time, the nearest one outside of the flight', () => {
    expect([-1, 99, 101, 205, 1e6].map((minutes) => legNumberAt(legs, minutes * 60))).toEqual([
      1, 1, 2, 3, 3,
    ]);
  });

  test('that is shown first is the newest that is deep enough, else the newest', () => {
    expect(newestDeepLeg(legs)).toBe(2);
    expect(newestDeepLeg(legs.slice(2))).toBe(1);
    expect(newestDeepLeg([])).toBe(0);
  });
});
