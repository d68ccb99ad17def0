import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTurnMs, maxTurnMs } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import { unpackRows } from '../../pictures/sounding/packed-rows.ts';
import { defaultFlight as address } from '../../urls.ts';
import type { DefaultFlight } from '../contract.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { defaultFlightRoutes } from './default-flight.ts';
import { FleetFeed } from './fleet-feed.ts';

let weather: WeatherApp;
let portal: FastifyInstance;
let clockMs = nowMs;
beforeAll(async () => {
  weather = await createWeatherApp(() => clockMs);
  portal = Fastify();
  const sandbox = createSandbox(() => clockMs);
  portal.addHook('onClose', () => sandbox.close());
  defaultFlightRoutes(portal, sandbox, new FleetFeed(() => clockMs));
});
afterAll(() => Promise.all([weather.app.close(), portal.close()]));

const readDefault = async (): Promise<DefaultFlight> => (await portal.inject(address)).json();
const get = async (path: string, query: Record<string, string> = {}) =>
  (await weather.app.inject({ url: `/api/v1/${path}`, query })).json();

describe('the flight that the viewer opens with', () => {
  test('equals what the API returns', async () => {
    const { mission, flight_data, prediction, observations } = await readDefault();
    const flown = await get(`missions/${mission}/flight_data.json`);
    expect(flown.flight_data).toMatchObject(flight_data);
    expect(await get(`missions/${mission}/prediction.json`)).toMatchObject({ prediction });
    const rows = unpackRows(observations)!;
    const [min_time, max_time] = [rows[0]!.timestamp, rows.at(-1)!.timestamp].map(String) as [string, string];
    const documented = await get('observations.json', { mission_id: mission, min_time, max_time });
    expect(documented.has_next_page).toBe(false);
    expect(rows.length).toBe(documented.observations.length);
    expect(documented.observations.toSorted(byTime)).toMatchObject(rows);
  });

  test('begins at the ground and has a complete leg', async () => {
    const { observations, flight_data } = await readDefault();
    const heights = unpackRows(observations)!.map(({ altitude }) => altitude!);
    expect(Math.abs(Math.min(...heights) - flight_data[0]!.altitude)).toBeLessThan(100);
    expect(Math.max(...heights)).toBeGreaterThan(9000);
  });

  test('is at most 11 kB compressed, so that the first screen needs at most 20 kB with the fleet', async () => {
    const { body } = await portal.inject(address);
    expect(brotliCompressSync(body).length).toBeLessThan(11_000);
  });

  test('has the same bytes for ten minutes, and is made in short slices', async () => {
    const { headers } = await portal.inject(address);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-synthetic': 'true' });
    const known = { 'if-none-match': String(headers.etag) };
    expect((await portal.inject({ url: address, headers: known })).statusCode).toBe(304);
    const inTenMinutes = (times: number) => () => {
      clockMs = nowMs + times * 600_000;
      return readDefault();
    };
    expect(await bestTurnMs([1, 2, 3].map(inTenMinutes))).toBeLessThan(maxTurnMs);
    expect((await portal.inject({ url: address, headers: known })).statusCode).toBe(200);
  });
});

const byTime = (one: { timestamp: number }, other: { timestamp: number }) => one.timestamp - other.timestamp;
