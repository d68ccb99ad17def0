import { describe, expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { lapseRateBetween, lapseRateTo, precipitableWater, tropopause } from './indices.ts';
import { levelsFrom } from './levels.ts';
import { airColumnOf } from './parcel.ts';
import { checkRows, RejectionCounts, type SoundingRow } from './rows.ts';
import { saturationHpa, standardHpa, vapourHpa } from './thermodynamics.ts';

const levelsOf = (
  fromMetres: number,
  toMetres: number,
  measure?: (metres: number, index: number) => Partial<SoundingRow>,
) =>
  levelsFrom(
    checkRows(flightRows({ fromMetres, toMetres, ...(measure && { measure }) }), new RejectionCounts()),
    new RejectionCounts(),
  );

const gapFrom = (fromMetres: number, toMetres: number) => (metres: number) =>
  metres > fromMetres && metres < toMetres ? { temperature: null } : {};

describe('the tropopause', () => {
  test('of the standard atmosphere is at 11 km', () => {
    const level = tropopause(levelsOf(0, 18_000));
    expect('celsius' in level && Math.abs(level.altitudeMetres - 11_000)).toBeLessThan(150);
  });

  test('is found through the noise of an instrument', () => {
    const noisy = (metres: number, index: number) => ({
      temperature: Math.max(-56.5, 15 - 0.0065 * metres) + 0.15 * Math.sin(12.9898 * index * index),
    });
    const level = tropopause(levelsOf(0, 18_000, noisy));
    expect('celsius' in level && Math.abs(level.altitudeMetres - 11_000)).toBeLessThan(250);
  });

  test('is not an inversion near the ground, nor a thin stable layer', () => {
    const stable = (metres: number) => {
      const thin = Math.min(1000, Math.max(0, metres - 7000));
      return { temperature: metres < 2500 ? 5 : 15 - 0.0065 * (Math.min(metres, 12_000) - thin) };
    };
    const level = tropopause(levelsOf(0, 18_000, stable));
    expect('celsius' in level && Math.abs(level.altitudeMetres - 12_000)).toBeLessThan(150);
  });

  test('is given as probable if the leg ends less than 2 km above it, with what is known', () => {
    const level = tropopause(levelsOf(0, 12_500));
    expect('celsius' in level && Math.abs(level.altitudeMetres - 11_000)).toBeLessThan(150);
    expect('celsius' in level && Math.abs(level.onlyMetresAbove! - 1500)).toBeLessThan(150);
    expect(tropopause(levelsOf(0, 18_000))).not.toHaveProperty('onlyMetresAbove');
  });

  test('is unavailable if temperature falls up to the top of the data', () => {
    expect(tropopause(levelsOf(0, 10_800))).toEqual({
      unavailable: 'None up to {10800.0} above sea level, where the data end.',
    });
  });
});

describe('precipitable water', () => {
  /** A mixing ratio that is the same at all heights, so that the water is that ratio times the mass of the layer. */
  const ratio = 0.01;
  const airOf = (fromMetres: number) => {
    const levels = levelsOf(fromMetres, 9000, (metres) => {
      const pressure = standardHpa(metres);
      return {
        humidity: Math.min(100, (100 * vapourHpa(ratio, pressure)) / saturationHpa(30)),
        temperature: 30,
      };
    });
    const column = airColumnOf(levels);
    return 'air' in column ? column.air : [];
  };
  const waterBetween = (bottomHpa: number, topHpa: number) =>
    (ratio * 100 * (bottomHpa - topHpa) * 1000) / (999.975 * 9.80665);

  test('includes the half layer below the lowest level', () => {
    const air = airOf(0);
    const water = precipitableWater(air, 0);
    const whole = waterBetween(standardHpa(0), air.at(-1)!.pressureHpa);
    expect('value' in water && Math.abs(water.value - whole)).toBeLessThan(0.02);
    expect(water).toMatchObject({ fromMetres: 0 });
    const without = precipitableWater(air);
    expect('value' in without && whole - without.value).toBeGreaterThan(0.2);
  });

  test('is not extended over a layer without humidity data', () => {
    const water = precipitableWater(airOf(2000), 0);
    expect('fromMetres' in water && water.fromMetres).toBeGreaterThan(1999);
  });
});

describe('lapse rates', () => {
  test('of the standard atmosphere are 6.5 K/km', () => {
    for (const rate of [
      lapseRateTo(3000, levelsOf(0, 9000), 0),
      lapseRateBetween(700, 500, levelsOf(0, 9000)),
    ])
      expect('value' in rate && rate.value).toBeCloseTo(6.5, 2);
  });

  test.each([
    ['a leg aloft', lapseRateTo(3000, levelsOf(2000, 9000), null), 'closer than 300 m to the ground'],
    ['a leg that ends too low', lapseRateTo(3000, levelsOf(0, 2000), 0), 'below {3000.0} above the ground'],
    [
      'a gap',
      lapseRateTo(3000, levelsOf(0, 9000, gapFrom(500, 2900)), 0),
      'No temperature data at {525.0}–{2925.0} above sea level',
    ],
    ['a leg above 700 hPa', lapseRateBetween(700, 500, levelsOf(4000, 9000)), 'No temperature at 700 hPa'],
    ['a leg below 500 hPa', lapseRateBetween(700, 500, levelsOf(0, 4000)), 'No temperature at 500 hPa'],
    [
      'a gap at 500 hPa',
      lapseRateBetween(700, 500, levelsOf(0, 9000, gapFrom(4500, 6800))),
      'No temperature data',
    ],
  ])('have a reason instead for %s', (_, rate, reason) => {
    expect(rate).toMatchObject({ unavailable: expect.stringContaining(reason) });
  });
});
