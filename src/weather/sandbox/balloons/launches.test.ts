import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../time.ts';
import { elevationMetres } from '../atmosphere/land.ts';
import { forecastAt } from '../forecasts/forecast-snapshots.ts';
import { surfaceValueAt } from '../forecasts/points.ts';
import { latestRunMs } from '../forecasts/runs.ts';
import { listMissionsBetween, type Mission } from './missions.ts';
import { readObservationPage } from './observations.ts';

const nowMs = Date.UTC(2026, 10, 15);
/** Launches of a whole year, every fifth of them. */
const launches = listMissionsBetween(nowMs - 365 * dayMs, nowMs).filter(
  ({ launchMs, number }) => launchMs > nowMs - 364 * dayMs && launchMs < nowMs - hourMs && number % 5 === 0,
);

test('rows of a launch agree with the point forecast of that hour and place', () => {
  expect(launches.length).toBeGreaterThan(400);
  for (const mission of launches) {
    const { site, launchMs } = mission;
    const ground = elevationMetres(site.latitude, site.longitude);
    const runMs = latestRunMs({ model: 'main' }, launchMs);
    const forecast = forecastAt({ model: 'main', runMs }, launchMs);
    const at = (field: 'temperature_2m' | 'dewpoint_2m' | 'wind_u_10m' | 'wind_v_10m') =>
      surfaceValueAt(field, forecast, site);
    const rows = rowsOf(mission).filter(({ altitude }) => altitude < ground + 50);
    expect(rows.length).toBeGreaterThan(1);
    for (const { temperature, humidity, speed_u, speed_v } of rows) {
      expect(Math.abs(temperature - at('temperature_2m'))).toBeLessThan(1);
      expect(Math.abs(dewPoint(temperature, humidity) - at('dewpoint_2m'))).toBeLessThan(2);
      expect(Math.hypot(speed_u - at('wind_u_10m'), speed_v - at('wind_v_10m'))).toBeLessThan(2);
    }
  }
});

function rowsOf({ id, launchMs }: Mission) {
  const query = { kind: 'observations' as const, missionId: id, maxTimeMs: launchMs + minuteMs };
  const work = readObservationPage(query, nowMs);
  for (;;) {
    const step = work.next();
    if (step.done)
      return step.value.rows as Record<
        'altitude' | 'temperature' | 'humidity' | 'speed_u' | 'speed_v',
        number
      >[];
  }
}

function dewPoint(celsius: number, percent: number): number {
  const logarithm = Math.log(percent / 100) + (17.62 * celsius) / (243.12 + celsius);
  return (243.12 * logarithm) / (17.62 - logarithm);
}
