import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows, row } from '../../../test/helpers/observation-rows.ts';
import { type Leg, listLegs, type TrackPoint } from './legs.ts';
import type { SoundingRow } from './rows.ts';
import { soundingOf } from './sounding.ts';

/** Numbers as sensors and decoders send them: right, out of range, not a number, or not there at all. */
const hostile = (least: number, most: number) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: least, max: most, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most, 0, -0, -252.5, 5e-324, 1e308) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'NaN', {}, true) },
  ) as fc.Arbitrary<number | null>;

const hostileRow = fc.record({
  timestamp: hostile(1_000_000, 1_020_000) as fc.Arbitrary<number>,
  latitude: hostile(-90, 90),
  longitude: hostile(-180, 180),
  altitude: hostile(-500, 40_000),
  humidity: hostile(0, 105),
  pressure: hostile(1, 1100),
  temperature: hostile(-120, 60),
  speed_u: hostile(-150, 150),
  speed_v: hostile(-150, 150),
});

/** A valid flight in which some values are replaced. */
const damagedFlight = fc
  .array(
    fc.option(
      fc.record({
        at: fc.nat(),
        row: hostileRow,
        names: fc.subarray([
          'altitude',
          'pressure',
          'temperature',
          'humidity',
          'speed_u',
          'timestamp',
        ] as const),
      }),
    ),
    { maxLength: 60 },
  )
  .map((damages) => {
    const rows: SoundingRow[] = flightRows({ fromMetres: 0, toMetres: 16_000 });
    for (const damage of damages)
      for (const name of damage?.names ?? [])
        rows[damage!.at % rows.length]![name] = damage!.row[name] as number;
    return rows;
  });

describe('any rows end in a sounding or a sentence', () => {
  test.each([
    ['rows of anything', fc.array(hostileRow, { maxLength: 120 })],
    ['a damaged flight', damagedFlight],
    ['a damaged flight backwards', damagedFlight.map((rows) => rows.toReversed())],
    ['a damaged flight, each row twice', damagedFlight.map((rows) => [...rows, ...rows])],
  ])('%s', (_, rows) => {
    fc.assert(
      fc.property(rows as fc.Arbitrary<SoundingRow[]>, (each) => expectWhole(each)),
      { numRuns: 100 },
    );
  });

  test('whatever leg they are said to be of', () => {
    const track = fc.array(
      fc.record({
        transmit_time: fc
          .integer({ min: 990_000, max: 1_030_000 })
          .map((seconds) => new Date(1000 * seconds).toISOString()),
        latitude: hostile(-90, 90) as fc.Arbitrary<number>,
        longitude: hostile(-180, 180) as fc.Arbitrary<number>,
        altitude: hostile(-500, 40_000) as fc.Arbitrary<number>,
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(track, damagedFlight, (points: TrackPoint[], rows) => {
        for (const leg of listLegs(points)) expectWhole(rows, leg);
      }),
      { numRuns: 50 },
    );
  });
});

/** Every number in it is one: a viewer need not look again. */
function expectWhole(rows: readonly SoundingRow[], leg?: Leg): void {
  const sounding = soundingOf(rows, leg);
  const counted = sounding.rejections.reduce((sum, { what, count }) => sum + (what === 'row' ? count : 0), 0);
  if ('unavailable' in sounding) {
    expect(sounding.unavailable).toMatch(/^[A-Z].*\.$/);
    return;
  }
  const rowsUsed = sounding.levels.reduce((sum, { rows }) => sum + rows, 0);
  expect(rowsUsed + counted).toBeLessThanOrEqual(rows.length);
  expect(numbersIn(sounding).filter((number) => !Number.isFinite(number))).toEqual([]);
  const wrong = sounding.levels.filter((level, index) => {
    const below = sounding.levels[index - 1];
    const isAbove =
      !below || (level.pressureHpa < below.pressureHpa && level.altitudeMetres > below.altitudeMetres);
    return !isAbove || (level.dewPointCelsius !== null && level.dewPointCelsius > level.celsius!);
  });
  expect(wrong).toEqual([]);
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('the time it takes', () => {
  /** The best of three, in ms of this process's own work. */
  const cpuMs = (work: () => void) => {
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...times);
  };

  test('is less than 50 ms for the longest leg of a balloon', () => {
    const rows = flightRows({ fromMetres: 0, toMetres: 19_000, metresPerSecond: 1 });
    expect(rows.length).toBeGreaterThan(1584);
    expect(cpuMs(() => soundingOf(rows))).toBeLessThan(50);
  });

  test('has a bound for 100,000 rows in the wrong order, up and down all the time', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      ...row(),
      id: `row-${index % 90_000}`,
      timestamp: (index * 7919) % 100_003,
      altitude: (index * 104_729) % 40_000,
      pressure: 1 + ((index * 31) % 1099),
    }));
    expect(cpuMs(() => soundingOf(rows))).toBeLessThan(2000);
  });
});
