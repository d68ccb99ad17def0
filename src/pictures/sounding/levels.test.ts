import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows, row } from '../../../test/helpers/observation-rows.ts';
import { levelsFrom, longestDecreasing } from './levels.ts';
import { checkRows, RejectionCounts, type SoundingRow } from './rows.ts';
import { standardHpa } from './thermodynamics.ts';

const layered = (rows: SoundingRow[]) => {
  const tally = new RejectionCounts();
  return { levels: levelsFrom(checkRows(rows, tally), tally), rejections: tally.list() };
};

describe('layers of 100 m', () => {
  test('are means of their rows, each value by itself', () => {
    const { levels } = layered([
      row({ timestamp: 0, altitude: 110, pressure: 1000, temperature: 10, humidity: 40, speed_u: 1 }),
      row({ timestamp: 20, altitude: 190, pressure: 990, temperature: 9, humidity: null, speed_u: 3 }),
      row({ timestamp: 40, altitude: 210, pressure: 980, temperature: 8 }),
    ]);
    expect(levels).toMatchObject([
      {
        timeSeconds: 10,
        altitudeMetres: 150,
        pressureHpa: 995,
        celsius: 9.5,
        humidityPercent: 40,
        wind: { u: 2, v: 0 },
        rows: 2,
      },
      { altitudeMetres: 210, rows: 1 },
    ]);
  });

  test('are the same from an ascent and from a descent through the same air', () => {
    const up = layered(flightRows({ fromMetres: 25, toMetres: 9975 })).levels;
    const down = layered(flightRows({ fromMetres: 9975, toMetres: 25 })).levels;
    expect(up).toHaveLength(100);
    up.forEach((level, index) => {
      expect(down[index]!.pressureHpa).toBeCloseTo(level.pressureHpa, 9);
      expect(down[index]!.celsius).toBeCloseTo(level.celsius!, 9);
    });
  });

  test('exclude one with a wrong pressure, and keep those above it', () => {
    const wrong = (altitude: number) => (altitude < 100 ? { pressure: 300 } : {});
    const { levels, rejections } = layered(flightRows({ fromMetres: 10, toMetres: 5000, measure: wrong }));
    expect(levels).toHaveLength(49);
    expect(rejections).toEqual([{ what: 'row', reason: 'pressure does not fall with height', count: 2 }]);
  });

  test('are merged if their heights differ only by rounding', () => {
    const { levels, rejections } = layered([
      row({ timestamp: 0, altitude: -2.5e-322, pressure: 1 }),
      row({ timestamp: 60, altitude: 0, pressure: null, humidity: null }),
    ]);
    expect(levels).toHaveLength(1);
    expect(rejections).toContainEqual({
      what: 'row',
      reason: 'pressure does not fall with height',
      count: 1,
    });
  });

  test('have no dew point above the temperature, nor from vapour that no air holds', () => {
    const wet = layered([
      row({ timestamp: 0, altitude: 0, pressure: 1000, humidity: 104 }),
      row({ timestamp: 60, altitude: 30_000, pressure: 12, temperature: 40, humidity: 90 }),
    ]);
    expect(wet.levels[0]!.dewPointCelsius).toBeCloseTo(10, 9);
    expect(wet.levels[1]!.dewPointCelsius).toBeNull();
    expect(wet.rejections).toEqual([{ what: 'humidity', reason: 'impossible humidity', count: 1 }]);
  });

  test('mark dew points colder than sensors can measure', () => {
    const { levels } = layered([
      row({ timestamp: 0, altitude: 0, temperature: -39 }),
      row({ timestamp: 60, altitude: 200, pressure: 900, temperature: -41 }),
    ]);
    expect(levels.map(({ isDewPointDoubtful }) => isDewPointDoubtful)).toEqual([false, true]);
  });
});

describe('missing pressure', () => {
  const pressureOff = (isMissing: (altitude: number) => boolean) =>
    layered(
      flightRows({
        fromMetres: 0,
        toMetres: 12_000,
        measure: (altitude) => ({ humidity: 1, ...(isMissing(altitude) && { pressure: null }) }),
      }),
    ).levels;

  test.each([
    ['in the middle', (metres: number) => metres > 2000 && metres < 8000],
    ['above', (metres: number) => metres > 3000],
    ['below', (metres: number) => metres < 9000],
    ['in every second row', (metres: number) => metres % 100 >= 50],
  ])('%s follows from the air that was measured', (_, isMissing) => {
    for (const { altitudeMetres, pressureHpa } of pressureOff(isMissing))
      expect(Math.abs(pressureHpa / standardHpa(altitudeMetres) - 1)).toBeLessThan(0.002);
  });

  test('is distinguished from measured pressure', () => {
    const levels = pressureOff((metres) => metres >= 6000);
    expect(levels[10]!.pressureFrom).toBe('measurement');
    expect(levels[80]!.pressureFrom).toBe('height');
  });

  test('everywhere is that of the standard atmosphere', () => {
    for (const { altitudeMetres, pressureHpa, pressureFrom } of pressureOff(() => true)) {
      expect(pressureFrom).toBe('standard atmosphere');
      expect(pressureHpa).toBe(standardHpa(altitudeMetres));
    }
  });
});

test('the longest falling choice falls, keeps the order and is no shorter than a greedy one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1100 }), { maxLength: 60 }), (values) => {
      const kept = longestDecreasing(values, (value) => value);
      for (let index = 1; index < kept.length; index++) expect(kept[index]!).toBeLessThan(kept[index - 1]!);
      let position = -1;
      for (const value of kept) {
        position = values.indexOf(value, position + 1);
        expect(position).toBeGreaterThanOrEqual(0);
      }
      let [greedy, last] = [0, Number.POSITIVE_INFINITY];
      for (const value of values) {
        if (value >= last) continue;
        last = value;
        greedy++;
      }
      expect(kept.length).toBeGreaterThanOrEqual(greedy);
    }),
  );
});

test("the standard atmosphere is ICAO's", () => {
  for (const [metres, hpa] of [
    [0, 1013.25],
    [5000, 540.2],
    [11_000, 226.32],
    [20_000, 54.75],
    [32_000, 8.68],
    [40_000, 2.775],
  ] as const)
    expect(Math.abs(standardHpa(metres) / hpa - 1)).toBeLessThan(0.001);
});
