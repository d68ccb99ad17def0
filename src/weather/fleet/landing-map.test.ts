import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTurnMs, maxTurnMs } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import type { LandingMap } from '../../content/contract.ts';
import { PublicError } from '../../platform/errors.ts';
import { formatMinute } from '../../time.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { FleetFeed } from './fleet-feed.ts';
import { drawLandingMap, readForecastWind, sandboxWind } from './landing-map.ts';

let weather: WeatherApp;
let drawn: LandingMap;
let clockMs = nowMs;
const feed = new FleetFeed(() => clockMs);
const drawNow = async () => {
  const { fleet } = await feed.read();
  return drawLandingMap(fleet, sandboxWind(Date.parse(fleet.time)));
};
beforeAll(async () => {
  weather = await createWeatherApp(() => clockMs);
  drawn = await drawNow();
});
afterAll(() => weather.app.close());

describe('the map on the landing page', () => {
  test('has a caption that agrees with the API', async () => {
    const { missions } = (await weather.app.inject('/api/v1/missions.json')).json();
    const path = `/api/v1/missions/${missions[0].id}/flight_data.json`;
    const { flight_data } = (await weather.app.inject(path)).json();
    const time = formatMinute(Date.parse(flight_data.at(-1).time));
    expect(drawn.caption).toBe(`${missions.length} balloons aloft · wind at 300 hPa · ${time}`);
    expect(drawn.windSpeeds).toEqual([12, 24]);
  });

  test('is at most 40 kB, 14 kB compressed', () => {
    expect(drawn.picture.length).toBeLessThan(40_000);
    expect(brotliCompressSync(drawn.picture).length).toBeLessThan(14_000);
  });

  test('takes its colours from the page and has no ids, scripts or links', () => {
    const colours = [...drawn.picture.matchAll(/ (?:stroke|fill)="([^"]*)"/g)].map(([, colour]) => colour);
    expect(colours.filter((colour) => colour !== 'none' && !colour?.startsWith('var(--'))).toEqual([]);
    expect(drawn.picture).not.toMatch(/<script| id=| on\w+=|href|style=|NaN|undefined/);
    expect(drawn.picture).toContain('aria-hidden="true"');
  });

  test('draws land at the date line on both sides, and no line across the map', () => {
    const coast = / fill="var\(--drawn-land\)"[^>]* d="([^"]*)"/.exec(drawn.picture)![1]!;
    const rings = coast
      .split('M')
      .slice(1)
      .map((ring) => (ring.match(/-?\d+/g) ?? []).map(Number));
    const steps = rings.flatMap((ring) => ring.slice(2).map(Math.abs));
    expect(steps.length).toBeGreaterThan(1000);
    expect(Math.max(...steps)).toBeLessThan(200);
    const xs = rings.flatMap((ring) => {
      let x = 0;
      return ring.filter((_, index) => index % 2 === 0).map((step) => (x += step));
    });
    expect(Math.min(...xs)).toBeLessThan(0);
    expect(Math.max(...xs)).toBeGreaterThan(1440);
  });

  test('is drawn in short slices, and changes after ten minutes', async () => {
    let next: LandingMap | undefined;
    const attempt = async () => {
      next = await drawNow();
    };
    clockMs += 600_000;
    await feed.read();
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
    expect(next!.picture).not.toBe(drawn.picture);
  });

  test('is drawn without wind where there is none, and its caption omits it', async () => {
    const { fleet } = await feed.read();
    const { caption, picture, windSpeeds } = await drawLandingMap(fleet, undefined);
    const time = formatMinute(Date.parse(fleet.time));
    expect(caption).toBe(`${fleet.balloons.length} balloons aloft · ${time}`);
    expect(windSpeeds).toBeUndefined();
    expect(picture.length).toBeLessThan(drawn.picture.length);
  });
});

const sandbox = createSandbox(() => nowMs);

test('the wind of the provider is read from its forecast, or is undefined', async () => {
  const wind = (await readForecastWind(sandbox, nowMs))!;
  const hour = { series: { model: 'main' }, timeMs: nowMs } as const;
  const at = { minLatitude: 50, maxLatitude: 50, minLongitude: -3, maxLongitude: -3 };
  for (const component of ['u', 'v'] as const) {
    const name = `wind_${component}` as const;
    const { rows } = await sandbox.readField(hour, { kind: 'upper', name, levelsHpa: [300] }, at);
    const [row] = await Array.fromAsync(rows);
    expect(wind({ latitude: 50, longitude: -3 })[component]).toBe(row![0]);
  }
  const readField = () => Promise.reject(new PublicError(502, 'is NetCDF-4'));
  expect(await readForecastWind({ readField }, nowMs)).toBeUndefined();
});
