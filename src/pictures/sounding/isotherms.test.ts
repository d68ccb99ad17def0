import { describe, expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { isotherm, wetBulbZero } from './isotherms.ts';
import { levelsFrom } from './levels.ts';
import { airColumnOf } from './parcel.ts';
import { checkRows, RejectionCounts, type SoundingRow } from './rows.ts';

const levelsOf = (fromMetres: number, toMetres: number, measure?: (metres: number) => Partial<SoundingRow>) =>
  levelsFrom(
    checkRows(flightRows({ fromMetres, toMetres, ...(measure && { measure }) }), new RejectionCounts()),
    new RejectionCounts(),
  );

const heightsOf = (found: ReturnType<typeof isotherm>) =>
  'levels' in found ? found.levels.map(({ altitudeMetres }) => Math.round(altitudeMetres / 10) * 10) : found;

/** A cold surface below a warm nose: −4 °C, 0 °C near 500 m, +3 °C at 1,200 m, then 6 K colder each km. */
const freezingRain = (metres: number) => ({
  temperature:
    metres < 500
      ? -4 + metres / 125
      : metres < 1200
        ? ((metres - 500) * 3) / 700
        : 3 - ((metres - 1200) * 6) / 1000,
});

describe('the levels of a temperature', () => {
  test('are one in the standard atmosphere: 2,308 m for 0 °C', () => {
    expect(heightsOf(isotherm(levelsOf(0, 12_000), 0, 0))).toEqual([2310]);
    expect(heightsOf(isotherm(levelsOf(0, 12_000), -10, 0))).toEqual([3850]);
  });

  test('are both crossings of freezing rain, although the surface is below 0 °C', () => {
    expect(heightsOf(isotherm(levelsOf(0, 6000, freezingRain), 0, 0))).toEqual([510, 1700]);
    expect(heightsOf(isotherm(levelsOf(0, 6000, freezingRain), -10, 0))).toEqual([3370]);
  });

  test('are all of several, from lowest to highest', () => {
    const wavy = (metres: number) => ({ temperature: 5 * Math.cos((Math.PI * metres) / 2000) });
    expect(heightsOf(isotherm(levelsOf(0, 6000, wavy), 0, 0))).toEqual([1000, 3000, 5000]);
  });

  test.each([
    [
      'it is colder everywhere',
      levelsOf(0, 5000, () => ({ temperature: -4 })),
      0,
      'below 0 °C from the ground to {5000.0} above sea level',
    ],
    [
      'the leg is above it',
      levelsOf(4000, 9000),
      null,
      'below 0 °C from {4025.0} to {9000.0} above sea level',
    ],
    ['the leg is below it', levelsOf(0, 2000), 0, 'above 0 °C from the ground to {2000.0} above sea level'],
    [
      'no temperature was measured',
      levelsOf(0, 5000, () => ({ temperature: null })),
      0,
      'No temperature data',
    ],
    [
      'nothing was measured where it lies',
      levelsOf(0, 9000, (metres) => (metres > 1000 && metres < 5000 ? { temperature: null } : {})),
      0,
      'crosses 0 °C at {1025.0}–{5025.0} above sea level, where there are no data',
    ],
  ])('are a sentence where %s', (_, levels, ground, sentence) => {
    expect(isotherm(levels, 0, ground)).toMatchObject({ unavailable: expect.stringContaining(sentence) });
  });

  test('name a gap that hides another crossing', () => {
    const levels = levelsOf(0, 9000, (metres) => ({
      ...freezingRain(metres),
      ...(metres > 1300 && metres < 4000 ? { temperature: null } : {}),
    }));
    const found = isotherm(levels, 0, 0);
    expect(heightsOf(found)).toEqual([510]);
    expect('gaps' in found && found.gaps).toMatchObject([{ fromMetres: expect.any(Number) }]);
  });
});

describe('the wet-bulb zero', () => {
  const zeroOf = (humidity: number) => {
    const column = airColumnOf(levelsOf(0, 9000, () => ({ humidity })));
    return 'air' in column ? heightsOf(wetBulbZero(column.air, 0)) : column;
  };

  test('is the freezing level in saturated air, and lower in dry air', () => {
    expect(zeroOf(100)).toEqual([2310]);
    const [dry] = zeroOf(30) as number[];
    expect(dry).toBeGreaterThan(1000);
    expect(dry).toBeLessThan(1700);
  });
});
