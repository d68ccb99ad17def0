import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { memberCount } from '../../../api/parameters.ts';
import { hourMs } from '../../../time.ts';
import { valueAt } from '../atmosphere/atmosphere.ts';
import { levelAt, placeAt } from '../atmosphere/geometry.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import type { Forecast } from './forecast.ts';
import { forecastAt, truthAt } from './forecast-snapshots.ts';
import { forecastPoints } from './points.ts';

const timeMs = Date.UTC(2026, 10, 15);
const places = Array.from({ length: 60 }, (_, index) => placeAt(-70 + (index % 12) * 12.7, index * 37));
const level = levelAt(500);

describe('a forecast', () => {
  test('is closer to the truth the later its run, for every run of the last ten days', () => {
    const errors = [240, 216, 192, 168, 144, 120, 96, 72, 48, 24, 0].map((lead) =>
      error({ model: 'main', runMs: timeMs - lead * hourMs }),
    );
    for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(errors[i - 1]!);
  });

  test('is almost the truth at hour 0', () => {
    expect(error({ model: 'main', runMs: timeMs })).toBeLessThan(30);
  });

  test('differs from member to member, the more the longer the lead', () => {
    const spread = (lead: number) => {
      const run = { model: 'main' as const, runMs: timeMs - lead * hourMs };
      return distance(forecastAt({ ...run, member: 1 }, timeMs), forecastAt({ ...run, member: 2 }, timeMs));
    };
    expect(spread(24)).toBeGreaterThan(0);
    expect(spread(120)).toBeGreaterThan(spread(24));
  });

  test.each(['geopotential', 'temperature', 'wind_u', 'wind_v'] as const)(
    'has an ensemble mean of %s that is exactly the mean of its members',
    (field) => {
      const run = { model: 'main' as const, runMs: timeMs - 96 * hourMs };
      for (const place of places.slice(0, 12)) {
        let sum = 0;
        for (let member = 1; member <= memberCount; member++) {
          sum += valueAt(field, withoutCyclones(forecastAt({ ...run, member }, timeMs)), level, place);
        }
        const mean = valueAt(
          field,
          withoutCyclones(forecastAt({ ...run, member: 'mean' }, timeMs)),
          level,
          place,
        );
        expect(mean).toBeCloseTo(sum / memberCount, 6);
      }
    },
  );

  test('differs between the main cycle, intracycle and external models of the same hour', () => {
    const runMs = timeMs - 48 * hourMs;
    const models = (['main', 'intracycle', 'gfs', 'ifs', 'ens', 'aifs', 'hrrr'] as const).map((model) =>
      valueAt('geopotential', forecastAt({ model, runMs }, timeMs), level, placeAt(50, 0)),
    );
    expect(new Set(models).size).toBe(models.length);
  });

  test('is the same in every process', () => {
    const program = `
      import { forecastPoints } from ${JSON.stringify(new URL('./points.ts', import.meta.url).href)};
      const forecast = { model: 'main', runMs: ${timeMs}, member: 'mean' };
      process.stdout.write(JSON.stringify(forecastPoints(forecast, [{ latitude: 52.5, longitude: 13.4 }], [0, 48, 360]).next().value));`;
    const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    const forecast: Forecast = { model: 'main', runMs: timeMs, member: 'mean' };
    const work = forecastPoints(forecast, [{ latitude: 52.5, longitude: 13.4 }], [0, 48, 360]);
    expect(work.next().value).toEqual(JSON.parse(elsewhere));
  });
});

function error(forecast: Forecast): number {
  return distance(forecastAt(forecast, timeMs), truthAt(timeMs));
}

function distance(a: Snapshot, b: Snapshot): number {
  const squares = places.map(
    (place) => (valueAt('geopotential', a, level, place) - valueAt('geopotential', b, level, place)) ** 2,
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/** The mean of displaced lows is not a low, so the cyclones of the mean are at the mean of their positions instead. */
function withoutCyclones(snapshot: Snapshot): Snapshot {
  return { ...snapshot, vortices: [] };
}
