import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginsNearGround,
  findTurningPoints,
  listLegs,
  newestDeepLegNumber,
  openingLegNumber,
  type TrackPoint,
  withLegEnds,
} from './legs.ts';

const point = (minutes: number, altitude: number): TrackPoint => ({
  transmit_time: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
  latitude: 50 + minutes / 1000,
  longitude: 179.9 + minutes / 1000,
  altitude,
});

/** Up and down as a balloon flies: the turns are known, the track has a point every ten minutes. */
const flight = fc
  .array(
    fc.record({
      high: fc.integer({ min: 11_000, max: 19_000 }),
      low: fc.integer({ min: 2500, max: 7000 }),
      speed: fc.integer({ min: 1, max: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  .map((waves) => {
    const turns = [{ seconds: 0, metres: 0 }];
    for (const { high, low, speed } of waves)
      for (const metres of [high, low]) {
        const last = turns.at(-1)!;
        turns.push({ metres, seconds: last.seconds + Math.abs(metres - last.metres) / speed });
      }
    return turns;
  });

function altitudeAt(turns: { seconds: number; metres: number }[], seconds: number): number {
  const next = turns.findIndex((turn) => turn.seconds > seconds);
  const [from, to] = [turns[next - 1]!, turns[next]!];
  return from.metres + ((to.metres - from.metres) * (seconds - from.seconds)) / (to.seconds - from.seconds);
}

describe('the legs of a flight', () => {
  test('are complete, and turn within one step of the track', () => {
    fc.assert(
      fc.property(flight, (turns) => {
        const track: TrackPoint[] = [];
        for (let minutes = 0; minutes * 60 < turns.at(-1)!.seconds; minutes += 10)
          track.push(point(minutes, altitudeAt(turns, minutes * 60)));
        const legs = listLegs(track);
        expect(legs).toHaveLength(turns.length - 1);
        const start = Date.UTC(2026, 0, 1) / 1000;
        legs.forEach((leg, index) => {
          expect(leg.direction).toBe(index % 2 === 0 ? 'up' : 'down');
          expect(Math.abs(leg.begin.timeSeconds - start - turns[index]!.seconds)).toBeLessThan(600);
          expect(leg.isOngoing).toBe(index === legs.length - 1);
          expect(leg.groundMetres).toBe(index === 0 ? 0 : null);
        });
      }),
      { numRuns: 50 },
    );
  });

  test("don't turn if a balloon bobs by less than 300 m", () => {
    const altitudes = [0, 2000, 1750, 4000, 3800, 6000, 5000, 5250, 3000];
    expect(listLegs(altitudes.map((metres, index) => point(10 * index, metres)))).toMatchObject([
      { direction: 'up', begin: { altitudeMetres: 0 }, end: { altitudeMetres: 6000 } },
      { direction: 'down', begin: { altitudeMetres: 6000 }, end: { altitudeMetres: 3000 } },
    ]);
  });

  test('exclude the time before launch and after landing', () => {
    const altitudes = [12, 12, 12, 3000, 6000, 2000, 5, 5, 5];
    const legs = listLegs(
      altitudes.map((metres, index) => point(10 * index, metres)),
      false,
    );
    expect(legs[0]!.begin.timeSeconds).toBe(Date.UTC(2026, 0, 1, 0, 20) / 1000);
    expect(legs[1]!.end.timeSeconds).toBe(Date.UTC(2026, 0, 1, 1, 0) / 1000);
    expect(legs.map(({ isOngoing }) => isOngoing)).toEqual([false, false]);
  });

  test("don't depend on the order of the track", () => {
    const track = [0, 3000, 6000, 4000, 2000, 7000].map((metres, index) => point(10 * index, metres));
    expect(listLegs(track.toReversed())).toEqual(listLegs(track));
  });

  test('have a ground distance, also across the date line', () => {
    const [leg] = listLegs([
      { ...point(0, 0), latitude: 0, longitude: 179.5 },
      { ...point(10, 5000), latitude: 0, longitude: -179.5 },
    ]);
    expect(leg!.distanceMetres).toBeCloseTo((6_371_000 * Math.PI) / 180, 0);
  });

  test("don't exist without points, without altitudes or without movement", () => {
    expect(listLegs([])).toEqual([]);
    expect(listLegs([point(0, 5)])).toEqual([]);
    expect(listLegs([point(0, 5), point(10, 200), point(20, 5)])).toEqual([]);
    expect(
      listLegs([{ ...point(0, 5), transmit_time: 'soon' }, point(10, Number.NaN), point(20, 99_999)]),
    ).toEqual([]);
  });

  test('turn from high to low to high, whatever the altitudes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 40_000 }), { maxLength: 300 }), (altitudes) => {
        const turns = findTurningPoints(altitudes);
        for (let index = 1; index < turns.length; index++) {
          const moved = altitudes[turns[index]!]! - altitudes[turns[index - 1]!]!;
          expect(Math.abs(moved)).toBeGreaterThan(300);
          expect(turns[index]!).toBeGreaterThan(turns[index - 1]!);
          if (index > 1)
            expect(moved > 0).toBe(altitudes[turns[index - 1]!]! < altitudes[turns[index - 2]!]!);
        }
      }),
    );
  });
});

const legsThrough = (...altitudes: number[]) =>
  listLegs(altitudes.map((metres, index) => point(60 * index, metres)));

describe('the leg to open with', () => {
  test.each([
    ['the first, if no other begins low', [0, 12_000, 4000, 15_000, 3000], 1],
    ['the newest that begins within 1 km of the ground', [0, 12_000, 900, 15_000, 3000, 9000], 3],
    ['the first of a launch in the mountains', [1900, 12_000, 4000, 15_000], 1],
    ['not one that has just begun', [0, 12_000, 500, 1500], 1],
    ['the newest deep one, if none begins near the ground', [5000, 12_000, 4000, 15_000, 14_000].slice(1), 2],
    ['the newest, if none is deep', [5000, 6000, 5200].slice(1), 1],
  ])('is %s', (_, altitudes, number) => {
    expect(openingLegNumber(legsThrough(...altitudes))).toBe(number);
  });

  test('is 0 without legs', () => {
    expect(openingLegNumber([])).toBe(0);
    expect(newestDeepLegNumber([])).toBe(0);
  });

  test('without regard to the ground is the newest that is not short beside the others', () => {
    expect(newestDeepLegNumber(legsThrough(0, 12_000, 900, 15_000, 9000))).toBe(3);
    expect(newestDeepLegNumber(legsThrough(0, 12_000, 900, 15_000, 7000))).toBe(4);
    expect(newestDeepLegNumber(legsThrough(0, 2000))).toBe(1);
  });

  test('is marked by the same rule', () => {
    expect(legsThrough(0, 12_000, 900, 15_000, 3000).map(beginsNearGround)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

test('a track with the exact ends of a leg has legs with the heights of its sounding', () => {
  const track = [0, 6000, 11_500, 5000, 3200, 9000].map((metres, index) => point(10 * index, metres));
  const [, leg] = listLegs(track);
  const exact = {
    ...leg!,
    begin: { ...leg!.begin, timeSeconds: leg!.begin.timeSeconds + 130, altitudeMetres: 12_100 },
    end: { ...leg!.end, timeSeconds: leg!.end.timeSeconds - 70, altitudeMetres: 2900 },
  };
  const legs = listLegs(withLegEnds(track, exact).toReversed());
  expect(legs).toHaveLength(3);
  expect(legs[0]!.end).toMatchObject({ altitudeMetres: 12_100 });
  expect(legs[1]).toMatchObject({ begin: { altitudeMetres: 12_100 }, end: { altitudeMetres: 2900 } });
  expect(legs[2]!.begin).toMatchObject({ altitudeMetres: 2900 });
  expect(withLegEnds(withLegEnds(track, exact), exact)).toHaveLength(8);
});
