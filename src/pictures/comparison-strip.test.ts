import { describe, expect, test } from 'vitest';
import { describeDifferences, differencesTable, drawStrip } from './comparison-strip.ts';
import type { Difference, ProfileLevel } from './sounding/comparison.ts';
import { defaultUnits, type Units } from './units.ts';

const level = (celsius: number, u: number): ProfileLevel => ({
  pressureHpa: 0,
  altitudeMetres: 0,
  celsius,
  dewPointCelsius: null,
  wind: { u, v: 0 },
});

const difference = (pressureHpa: number, celsius: number | null, wind: number): Difference => ({
  pressureHpa,
  altitudeMetres: 10 * (1000 - pressureHpa),
  balloon: level(10, 20),
  other: level(10 + (celsius ?? 0), 20 + wind),
  celsius,
  dewPointCelsius: null,
  wind,
});

const differences = [difference(850, 0.5, 1), difference(500, -2.5, 4), difference(300, null, 2.5)];
const imperial: Units = { wind: 'kt', heights: 'ft', temperature: 'f' };

describe('the differences of two profiles', () => {
  test('are a sentence with the mean and the largest of each quantity', () => {
    expect(describeDifferences(differences, { ...defaultUnits, heights: 'hpa' })).toBe(
      'Mean absolute difference at 3 levels: temperature 1.5 °C (largest −2.5 at 500 hPa), wind 2.5 m/s (largest 4.0 at 500 hPa).',
    );
    expect(describeDifferences(differences, imperial)).toBe(
      'Mean absolute difference at 3 levels: temperature 2.7 °F (largest −4.5 at 16,400 ft), wind 4.9 kt (largest 7.8 at 16,400 ft).',
    );
    expect(describeDifferences([difference(850, -0.04, 0), difference(500, 0, 0)], defaultUnits)).toContain(
      'temperature 0.0 °C (largest 0.0 at',
    );
    expect(describeDifferences([difference(850, 1, 0)], defaultUnits)).toContain('largest +1.0 at');
    expect(describeDifferences([], defaultUnits)).toBe('No level has data from both.');
  });

  test('are drawn at their pressure and value, around a line at zero', () => {
    const { panels } = drawStrip(differences, defaultUnits)!;
    const [temperature, dewPoint, wind] = panels;
    expect(temperature!.marks.map(({ value }) => value)).toEqual([0.5, -2.5]);
    expect(temperature!.zero).toBeCloseTo((temperature!.frame.left + temperature!.frame.right) / 2, 6);
    const perDegree = (temperature!.marks[0]!.x - temperature!.zero) / 0.5;
    expect((temperature!.marks[1]!.x - temperature!.zero) / -2.5).toBeCloseTo(perDegree, 6);
    expect(dewPoint!.marks).toEqual([]);
    expect(wind!.zero).toBe(wind!.frame.left);
    for (const { frame, marks } of panels)
      for (const { x } of marks) {
        expect(x).toBeGreaterThanOrEqual(frame.left);
        expect(x).toBeLessThanOrEqual(frame.right);
      }
    expect(drawStrip(differences.slice(0, 1), defaultUnits)).toBeUndefined();
  });

  test('are a table of both profiles and their differences', () => {
    const { columns, rows } = differencesTable(differences, 'forecast', defaultUnits);
    expect(columns.length).toBe(10);
    expect(differencesTable([difference(850, -0.04, 0)], 'forecast', defaultUnits).rows[0]![3]).toBe('0.0');
    expect(rows[1]).toEqual([
      '500',
      '10.0',
      '7.5',
      '-2.5',
      '',
      '',
      '',
      '20.0 from 270°',
      '24.0 from 270°',
      '4.0',
    ]);
  });
});
