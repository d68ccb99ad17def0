import { expect, test } from 'vitest';
import { flightRows, row } from '../../test/helpers/observation-rows.ts';
import { distanceMetres } from './sounding/legs.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import { describeLayers, driftWarning, qualityTable, rejectionTexts } from './sounding-quality.ts';

const drifting = (degreesPerKilometre: number) =>
  soundingOf(
    flightRows({
      fromMetres: 0,
      toMetres: 4000,
      measure: (metres) => ({ longitude: 10 + (degreesPerKilometre * metres) / 1000 }),
    }),
  ) as Sounding;

test('a leg that is hundreds of kilometres long has a warning', () => {
  const long = drifting(1);
  const kilometres = Math.round(long.leg.distanceMetres! / 1000);
  expect(kilometres).toBeGreaterThan(200);
  expect(driftWarning(long.leg)).toMatch(new RegExp(`^This leg is ${kilometres} km long, `));
  expect(driftWarning(drifting(0.1).leg)).toBeUndefined();
});

test('the table counts every row of a layer once, and drifts as far as the leg', () => {
  const sounding = drifting(1);
  const { columns, rows } = qualityTable(sounding, { heights: 'km' });
  expect(columns).toEqual([
    ...['Altitude (km)', 'Time (UTC)', 'Observations', 'Layers of 100 m', 'Fewest in a layer', 'Drift (km)'],
  ]);
  expect(rows.map(([altitude]) => altitude)).toEqual(['0–1', '1–2', '2–3', '3–4', '4–5']);
  const total = sounding.levels.reduce((sum, level) => sum + level.rows, 0);
  expect(rows.reduce((sum, cells) => sum + Number(cells[2]), 0)).toBe(total);
  const start = { latitude: 50, longitude: 10 };
  const half = distanceMetres(start, { latitude: 50, longitude: 11.5 }) / 1000;
  expect(Math.abs(Number(rows[1]![5]) - half)).toBeLessThan(5);
  expect(describeLayers(sounding)).toBe('41 layers of 100 m with 1 to 2 observations each.');
  expect(qualityTable(sounding, { heights: 'ft' }).rows.map(([altitude]) => altitude)).toEqual([
    '0–5',
    '5–10',
    '10–15',
  ]);
});

test('rejected observations are counted by reason', () => {
  const rows = flightRows({ fromMetres: 0, toMetres: 4000 });
  const bad = [
    ...rows,
    row({ timestamp: 1_000_015, temperature: 300 }),
    row({ timestamp: 1_000_025, pressure: 5000 }),
    row({ timestamp: 1_000_035, pressure: 5000 }),
  ];
  expect(rejectionTexts(soundingOf(bad) as Sounding)).toEqual([
    '1 observation left out: impossible temperature.',
    '2 observations left out: impossible pressure.',
  ]);
  expect(rejectionTexts(soundingOf(rows) as Sounding)).toEqual(['No observations were left out.']);
});
