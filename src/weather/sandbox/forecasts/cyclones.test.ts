import { describe, expect, test } from 'vitest';
import { basinNames } from '../../../api/parameters.ts';
import { inSlices } from '../../../platform/long-work.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { activeVortices, cycloneTracks, isInBasin } from './cyclones.ts';
import { forecastAt, truthAt } from './forecast-snapshots.ts';
import { surfaceValueAt } from './points.ts';

const runs = Array.from({ length: 24 }, (_, index) => ({
  model: 'main' as const,
  runMs: Date.UTC(2025, 0, 3) + index * 15 * dayMs,
}));

describe('cyclones', () => {
  test('are a low in the pressure field of the forecast at the centre of its track', async () => {
    let centres = 0;
    for (const forecast of runs) {
      for (const points of Object.values(await inSlices(cycloneTracks(forecast)))) {
        for (const { time, latitude, longitude } of points) {
          const snapshot = forecastAt(forecast, Date.parse(time));
          const own = snapshot.vortices.find((vortex) => Math.abs(vortex.longitude - longitude) < 0.01);
          if (!own || own.depth < 400) continue;
          const pressure = (north: number, east: number) =>
            surfaceValueAt('pressure_msl', snapshot, {
              latitude: latitude + north,
              longitude: longitude + east,
            });
          const around = [pressure(7, 0), pressure(-7, 0), pressure(0, 7), pressure(0, -7)];
          const mean = around.reduce((sum, each) => sum + each, 0) / 4;
          expect(pressure(0, 0)).toBeLessThan(mean - 2);
          centres++;
        }
      }
    }
    expect(centres).toBeGreaterThan(100);
  });

  test('are also in the true atmosphere, so balloons measure them', () => {
    const timeMs = Date.parse('2025-09-10T00:00:00Z');
    const times = Array.from({ length: 40 }, (_, day) => timeMs + day * dayMs);
    const withCyclones = times.filter((each) => truthAt(each).vortices.some((vortex) => vortex.depth > 500));
    expect(withCyclones.length).toBeGreaterThan(10);
  });

  test('have tracks with a point every 6 hours from the run on', async () => {
    for (const forecast of runs) {
      for (const points of Object.values(await inSlices(cycloneTracks(forecast)))) {
        const times = points.map(({ time }) => Date.parse(time));
        for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBe(6 * hourMs);
        expect(times[0]).toBeGreaterThanOrEqual(forecast.runMs);
      }
    }
  });

  test('belong to the basin of their first point, every one to exactly one', async () => {
    for (const forecast of runs) {
      const all = await inSlices(cycloneTracks(forecast));
      const byBasin = await Promise.all(basinNames.map((basin) => inSlices(cycloneTracks(forecast, basin))));
      basinNames.forEach((basin, index) => {
        for (const [first] of Object.values(byBasin[index]!)) {
          expect(isInBasin(basin, first!.latitude, first!.longitude)).toBe(true);
        }
      });
      expect(byBasin.flatMap((tracks) => Object.keys(tracks)).sort()).toEqual(Object.keys(all).sort());
    }
  });

  test('exist somewhere most of the time', () => {
    const days = Array.from({ length: 365 }, (_, day) => activeVortices(Date.UTC(2026, 0, 1) + day * dayMs));
    expect(days.filter((vortices) => vortices.length > 0).length).toBeGreaterThan(180);
  });
});
