import { describe, expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { freezingLevel, tropopause } from './indices.ts';
import { levelsFrom } from './levels.ts';
import { checkRows, RejectionCounts, type SoundingRow } from './rows.ts';

const levelsOf = (
  fromMetres: number,
  toMetres: number,
  measure?: (metres: number, index: number) => Partial<SoundingRow>,
) =>
  levelsFrom(
    checkRows(flightRows({ fromMetres, toMetres, ...(measure && { measure }) }), new RejectionCounts()),
    new RejectionCounts(),
  );

describe('the freezing level', () => {
  test('of the standard atmosphere is at 2308 m', () => {
    const level = freezingLevel(levelsOf(0, 12_000), 0);
    expect('celsius' in level && level.altitudeMetres).toBeCloseTo(15 / 0.0065, 0);
  });

  test('is the lowest of several', () => {
    const wavy = (metres: number) => ({ temperature: 5 * Math.cos((Math.PI * metres) / 2000) });
    const level = freezingLevel(levelsOf(0, 6000, wavy), 0);
    expect('celsius' in level && level.altitudeMetres).toBeCloseTo(1000, -1);
  });

  test.each([
    [
      'it is colder from the ground up',
      levelsOf(0, 5000, () => ({ temperature: -4 })),
      0,
      'from the ground up',
    ],
    [
      'it lies below the leg',
      levelsOf(4000, 9000),
      null,
      'Already below freezing at the lowest level (4.0 km)',
    ],
    ['it lies above the top', levelsOf(0, 2000), 0, 'where the data end (2.0 km)'],
    ['no temperature was measured', levelsOf(0, 5000, () => ({ temperature: null })), 0, 'No temperature'],
    [
      'nothing was measured where it lies',
      levelsOf(0, 9000, (metres) => (metres > 1000 && metres < 5000 ? { temperature: null } : {})),
      0,
      'where there are no data',
    ],
  ])('is a sentence where %s', (_, levels, ground, sentence) => {
    expect(freezingLevel(levels, ground)).toMatchObject({ unavailable: expect.stringContaining(sentence) });
  });
});

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

  test('is unavailable if the leg ends less than 2 km above it', () => {
    expect(tropopause(levelsOf(0, 12_500))).toMatchObject({
      unavailable: expect.stringContaining('Not found below'),
    });
  });
});
