import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTurnMs, maxTurnMs } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import { pressureLevelsHpa } from '../../api/variables.ts';
import { gridValueAt } from '../../pictures/grid.ts';
import { readNetcdfGrid } from '../../pictures/netcdf/read.ts';
import type { ModelPoint } from '../../pictures/sounding/model-profile.ts';
import { asApiJson, handleErrors } from '../../platform/http/error-handler.ts';
import { hourMs } from '../../time.ts';
import { modelProfile as address } from '../../urls.ts';
import type { ModelProfile } from '../contract.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { modelRoutes } from './model-feed.ts';
import { writeModelQuery } from './model-points.ts';

let weather: WeatherApp;
let portal: FastifyInstance;
let computed = 0;
beforeAll(async () => {
  weather = await createWeatherApp();
  portal = Fastify();
  handleErrors(portal, asApiJson);
  const sandbox = createSandbox(() => nowMs);
  portal.addHook('onClose', () => sandbox.close());
  modelRoutes(portal, {
    readModelLevels(requested) {
      computed++;
      return sandbox.readModelLevels(requested);
    },
  });
});
afterAll(() => Promise.all([weather.app.close(), portal.close()]));

const runMs = nowMs - 10 * hourMs;
const get = (points: ModelPoint[], run = runMs) =>
  portal.inject(`${address}?${writeModelQuery(run, points)}`);
/** Between cells, across the meridian of Greenwich, over mountains, and at a pole. */
const points: ModelPoint[] = [
  { pressure: 1000, forecast_hour: 8, latitude: 48.21, longitude: -0.42 },
  { pressure: 850, forecast_hour: 9, latitude: -33.5, longitude: 179.75 },
  { pressure: 500, forecast_hour: 10, latitude: 27.99, longitude: 86.93 },
  { pressure: 10, forecast_hour: 10, latitude: -90, longitude: 12 },
];

describe('the forecast along a leg', () => {
  test('has the values of the gridded forecasts, between their whole degrees', async () => {
    const { initialization_time, levels } = (await get(points)).json<ModelProfile>();
    expect(levels).toMatchObject(points);
    for (const level of levels)
      for (const variable of ['temperature', 'specific_humidity', 'wind_u', 'wind_v'] as const) {
        const file = await weather.app.inject({
          url: `/api/v1/gridded/${level.pressure}/${variable}`,
          query: { initialization_time, forecast_hour: `${level.forecast_hour}`, resolution: '1' },
        });
        const { grid } = readNetcdfGrid(new Uint8Array(file.rawPayload).buffer)!;
        expect(level[variable]).toBeCloseTo(gridValueAt(grid, level), 10);
      }
  });

  test('is that of the finest grid where it has a cell', async () => {
    const [point] = [{ pressure: 700, forecast_hour: 4, latitude: 51, longitude: 7 }];
    const [level] = (await get([point!])).json<ModelProfile>().levels;
    const sandbox = createSandbox(() => nowMs);
    const { rows } = await sandbox.readField(
      { series: { model: 'main' }, runMs, hour: 4 },
      { kind: 'upper', name: 'temperature', levelsHpa: [700] },
      { minLatitude: 51, maxLatitude: 51, minLongitude: 7, maxLongitude: 7 },
    );
    for await (const row of rows) expect(level!.temperature).toBe(row[0]);
    await sandbox.close();
  });

  test('is computed once, and kept by the browser', async () => {
    const first = await get(points);
    const before = computed;
    const again = await get(points);
    expect(computed).toBe(before);
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({ 'cache-control': 'private, max-age=3600', 'x-synthetic': 'true' });
  });

  test('holds the thread only for moments, with all levels at once', async () => {
    const all = (north: number) =>
      pressureLevelsHpa.map((pressure, index) => ({
        ...{ pressure, forecast_hour: index, latitude: north + index / 9, longitude: index },
      }));
    expect(await bestTurnMs([40, 41, 42].map((north) => () => get(all(north))))).toBeLessThan(maxTurnMs);
  });

  test.each([
    ['no query', ''],
    ['no points', 'run=2026-11-14T18:00:00&points='],
    ['a repeated level', `${writeModelQuery(runMs, [points[0]!, points[0]!])}`],
    ['an unknown level', 'run=2026-11-14T18:00:00&points=851,3,0.00,0.00'],
    ['a fractional hour', 'run=2026-11-14T18:00:00&points=850,3.5,0.00,0.00'],
    ['a place off the earth', 'run=2026-11-14T18:00:00&points=850,3,90.01,0.00'],
    ['a number in another form', 'run=2026-11-14T18:00:00&points=850,3,1e1,0.00'],
    ['a repeated parameter', 'run=2026-11-14T18:00:00&points=850,3,1,0&points=500,3,1,0'],
    ['a time that is none', 'run=now&points=850,3,1,0'],
    ['thousands of points', `run=2026-11-14T18:00:00&points=${'850,3,1,0;'.repeat(3000)}850,3,1,0`],
  ])('refuses %s', async (_, query) => {
    const before = computed;
    const answer = await portal.inject(`${address}?${query}`);
    expect([answer.statusCode, computed]).toEqual([400, before]);
  });

  test('refuses hours that are not ready, and tries again later', async () => {
    const tooNew = await get([{ ...points[0]!, forecast_hour: 100 }], nowMs - 4 * hourMs);
    expect(tooNew.statusCode).toBe(404);
    expect(tooNew.json().error).toMatch(/isn't ready yet/);
    const before = computed;
    await get([{ ...points[0]!, forecast_hour: 100 }], nowMs - 4 * hourMs);
    expect(computed).toBe(before + 1);
  });
});
