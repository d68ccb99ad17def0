import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/urls.ts';
import { sourceFor } from '../../../src/weather/provider/source-for.ts';
import { createSandbox } from '../../../src/weather/sandbox/sandbox.ts';
import type { WeatherSource } from '../../../src/weather/source.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const atHosts = (url: string) =>
  sourceFor({ sandbox: false, weather: undefined, hosts: { forecasts: url, data: url } });

describe.skipIf(engineMissing)('weather over HTTP', () => {
  let portal: TestPortal;
  let near: WeatherSource;
  let far: WeatherSource;
  beforeAll(async () => {
    portal = await startPortal();
    const url = (await portal.server.listen({ port: 0, host: '127.0.0.1' })) + api;
    const key = await createKey(await portal.signUp());
    await operatorOf(portal).grant(key.external_id, 'all_access');
    near = createSandbox(portal.clock.now);
    far = atHosts(url)(`${key.external_id}:${key.token}`);
  });
  afterAll(async () => {
    await near.close();
    await portal.close();
  });

  const main = { series: { model: 'main' as const } };
  const anyTime = { minTimeMs: Number.NEGATIVE_INFINITY, maxTimeMs: Number.POSITIVE_INFINITY };
  const everywhere = { kind: 'observations' as const, minLatitude: -90, maxLatitude: 90 };
  const options = { hasIds: true, hasMissionNames: true, hasUpdateTimes: true };

  const questions: Record<string, (weather: WeatherSource) => Promise<unknown>> = {
    runs: (weather) => weather.listRuns({ model: 'main', member: 'mean' }),
    'archived runs': (weather) => weather.listArchivedRuns({ model: 'main' }),
    'forecast hours': (weather) => weather.listForecastHours({ model: 'intracycle' }),
    'generation times': (weather) => weather.listGenerationTimes({ model: 'main' }),
    points: (weather) =>
      weather.forecastPoints({
        places: [
          { latitude: 42.36, longitude: -71.06 },
          { latitude: -33.5, longitude: 151 },
        ],
        minHour: 3,
        maxHour: 9,
        ...anyTime,
      }),
    cyclones: (weather) => weather.trackCyclones(main),
    'degree days': (weather) => weather.calculateDegreeDays('hdd', main),
    missions: (weather) => weather.listFlyingMissions(),
    observations: (weather) =>
      weather.readObservations({
        ...everywhere,
        ...options,
        sinceNanoseconds: BigInt(portal.clock.now() - 60_000) * 1_000_000n,
      }),
  };

  test.each(Object.keys(questions))('is the same as in-process: %s', async (what) => {
    expect(await questions[what]!(far)).toEqual(await questions[what]!(near));
  });

  test('is the same for one mission, by ID and by name', async () => {
    const [mission] = await near.listFlyingMissions();
    for (const idOrName of [mission!.id, mission!.name]) {
      for (const ask of [
        'findMission',
        'locateLaunchSite',
        'locateMission',
        'predictPath',
        'readFlightData',
      ] as const)
        expect(await far[ask](idOrName), ask).toEqual(await near[ask](mission!.id));
    }
    expect(await far.findMission('no-such-mission')).toBeUndefined();
  });

  test('reads a field from the file, cut to a region across the meridian', async () => {
    const region = { minLatitude: 48, maxLatitude: 52, minLongitude: -3, maxLongitude: 3 };
    const hour = { ...main, timeMs: Math.floor(portal.clock.now() / 3_600_000) * 3_600_000 };
    const choice = { kind: 'upper' as const, name: 'temperature' as const, levelsHpa: [500] };
    const fields = await Promise.all([far, near].map((weather) => weather.readField(hour, choice, region)));
    const [read, computed] = await Promise.all(
      fields.map(async ({ latitudes, longitudes, rows, ...told }) => ({
        ...told,
        latitudes,
        longitudes,
        rows: await Array.fromAsync(rows),
      })),
    );
    expect(read!.rows.length).toBe(17);
    expect(read).toEqual(computed);
  });

  test("passes on the API's errors", async () => {
    const asked = far.forecastPoints({ places: [], minHour: 0, maxHour: 6, ...anyTime });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('coordinates'),
    });
    await expect(far.locateMission('no-such-mission')).rejects.toMatchObject({ status: 404 });
  });
});

describe('an API that misbehaves', () => {
  let server: Server;
  let answer: (url: string) => { status?: number; headers?: Record<string, string>; body?: string | Buffer };
  let seen: string[] = [];
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers.authorization ?? '');
      const { status = 200, headers = {}, body = '' } = answer(request.url!);
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const source = () => atHosts(url)('x:y');
  const listRuns = () => source().listRuns({ model: 'main' });

  test.each([
    ['fails', { status: 500, body: '<html>' }, '(status 500)'],
    ['sends a page', { body: '<html>Sign in to this hotel</html>' }, 'other than what it documents'],
    ['leaves out a field', { body: '{"latest":"x"}' }, 'is missing available'],
    ['sends too much', { body: `{"available":["${'x'.repeat(9 * 1024 * 1024)}"]}` }, 'more than 8 MB'],
  ])('gives a clear error when it %s', async (_how, given, words) => {
    answer = () => given;
    await expect(listRuns()).rejects.toMatchObject({ status: 502, message: expect.stringContaining(words) });
  });

  test('its redirects are not followed, and credentials are not sent elsewhere', async () => {
    seen = [];
    answer = () => ({ status: 302, headers: { Location: `${url}/elsewhere` } });
    await expect(listRuns()).rejects.toMatchObject({ message: expect.stringContaining('redirect') });
    expect(seen).toEqual([basic('x', 'y')]);
  });

  test('gives a clear error when it is down', async () => {
    const away = atHosts('http://127.0.0.1:1')('x:y');
    await expect(away.listRuns({ model: 'main' })).rejects.toMatchObject({
      message: "The API isn't available (no connection). Try again in a moment.",
    });
  });

  test('keeps its errors: message, status and Retry-After', async () => {
    answer = () => ({
      status: 429,
      headers: { 'Retry-After': '60' },
      body: '{"error":"Rate limit exceeded"}',
    });
    await expect(listRuns()).rejects.toMatchObject({
      status: 429,
      message: 'Rate limit exceeded',
      headers: { 'Retry-After': '60' },
    });
  });

  test.each([
    ['NetCDF-4', Buffer.from('\x89HDF\r\n\x1a\n rest', 'latin1'), 'NetCDF-4'],
    [
      'a file that ends early',
      Buffer.from('CDF\x02\0\0\0\0\0\0\0\x0a\0\0\0\x05', 'latin1'),
      'can be read here',
    ],
  ])('may send %s as a grid, and the error says what to do instead', async (_what, body, words) => {
    answer = () => ({ body });
    const field = source().readField(
      { series: { model: 'main' }, timeMs: 0 },
      { kind: 'surface', name: 'temperature_2m' },
      {},
    );
    await expect(field).rejects.toMatchObject({ message: expect.stringContaining(words) });
  });
});
