import { expect, test } from 'vitest';
import { hourMs } from '../../time.ts';
import { findArea, planGrids } from './grid.ts';

const nowMs = Date.UTC(2026, 2, 14, 15);
const day = { time: '2026-03-15', end_time: '2026-03-15T21:00:00Z' };
const plan = (isServedHere: boolean, given: object, isEnsemble = false) =>
  planGrids({ variable: 'temperature_2m', ...day, ...given }, { nowMs, isServedHere, isEnsemble });

test.each([
  ['the sandbox', true, false, 24],
  ['a provider', false, false, 8],
  ['the ensemble of the sandbox', true, true, 24],
  ['the ensemble of a provider', false, true, 2],
])(
  'one call of %s reads no more grids than it may, and says how to split',
  (_, isServedHere, isEnsemble, max) => {
    const end_time = '2026-03-16T00:00:00Z';
    const hours = (step_hours: number) => plan(isServedHere, { step_hours, end_time }, isEnsemble).grids;
    expect(() => hours(1)).toThrow(
      `This would read 25 grids, and one call reads at most ${max}; a wind is two. Increase step_hours, or split the time: the first call until 2026-03-15T${String(max - 1).padStart(2, '0')}:00:00+00:00.`,
    );
  },
);

test('a wind is two grids, and a step that is not given is the finest that one call can read', () => {
  expect(plan(true, { variable: 'wind_10m' })).toMatchObject({ grids: 16, stepHours: 3 });
  expect(plan(false, { variable: 'wind_10m' })).toMatchObject({ grids: 8, stepHours: 6 });
});

test('a range that ends late has times that late hours of a run have', () => {
  const { hours, stepHours } = plan(true, { time: '2026-03-18T04:00:00Z', end_time: '2026-03-20' });
  expect(stepHours).toBe(6);
  for (const hour of hours) expect('timeMs' in hour && hour.timeMs % (6 * hourMs)).toBe(0);
});

test.each([
  ['180.1', 0, -180],
  ['359.9', 0, 0],
  ['-179.95', 0, -180],
])('the grid point of longitude %s is at %i, %i', (east, latitude, longitude) => {
  const { point, region } = findArea({ variable: '', coordinates: `0.1,${east}` });
  expect(point).toMatchObject({ latitude, longitude });
  expect(point!.distance).toBeLessThan(20);
  expect(region).toMatchObject({ minLongitude: longitude, maxLongitude: longitude });
});
