import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, type WeatherApp } from '../../test/helpers/weather-app.ts';

const portal = 'https://portal.example.test';
const outsider = 'https://elsewhere.example.test';
let weather: WeatherApp;
let open: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp(undefined, [portal]);
  open = await createWeatherApp(undefined, ['*']);
});
afterAll(() => Promise.all([weather.app.close(), open.app.close()]));

type Sent = Record<string, string>;
const ask = (
  path: string,
  headers: Sent = {},
  method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET',
  app = weather.app,
) => app.inject({ method, url: `/api/v1${path}`, headers });

const grid = '/gridded/temperature_2m?time=2026111604&resolution=1';

describe('the run of a forecast', () => {
  test.each([
    ['/points?coordinates=1,2', '2026-11-14T18:00:00+00:00'],
    ['/points?coordinates=1,2&initialization_time=2026111412', '2026-11-14T12:00:00+00:00'],
    ['/tropical_cyclones', '2026-11-14T18:00:00+00:00'],
    ['/hdd?initialization_time=2026111400', '2026-11-14T00:00:00+00:00'],
    [grid, '2026-11-15T00:00:00+00:00'],
    ['/gridded/500/temperature?initialization_time=2026111406&forecast_hour=6', '2026-11-14T06:00:00+00:00'],
  ])('is in the headers of the answer to %s', async (path, run) => {
    expect((await ask(path, {}, 'HEAD')).headers['x-initialization-time']).toBe(run);
  });

  test('is missing if there is none', async () => {
    for (const path of ['/missions.json', '/constants/land_mask?resolution=1'])
      expect((await ask(path)).headers).not.toHaveProperty('x-initialization-time');
  });
});

describe('an answer in JSON', () => {
  const path = '/points?coordinates=1,2';

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
    const plain = await ask(path);
    const answer = await ask(path, { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(unpack(answer.rawPayload).toString()).toBe(plain.body);
    const head = await ask(path, { 'accept-encoding': accepted }, 'HEAD');
    expect(head.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.rawPayload.length),
    });
    expect(head.body).toBe('');
  });

  test('is not compressed for other clients, or when it is short', async () => {
    for (const [path, accepted] of [
      ['/points?coordinates=1,2', ''],
      ['/points?coordinates=1,2', 'zstd'],
      ['/points?coordinates=1,2&max_forecast_hour=0', 'gzip, br'],
      ['/points', 'gzip, br'],
    ] as const) {
      const { headers } = await ask(path, { 'accept-encoding': accepted });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers.vary).toContain('Accept-Encoding');
    }
  });
});

describe('a gridded file', () => {
  test('is never compressed, and HEAD has its length', async () => {
    const accepted = { 'accept-encoding': 'gzip, deflate, br' };
    const [answer, head] = [await ask(grid, accepted), await ask(grid, accepted, 'HEAD')];
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(head.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(head.headers.etag).toBe(answer.headers.etag);
  });

  test('has one tag for one run, hour, variable, member and resolution, and another for any other', async () => {
    const byRun = 'initialization_time=2026111500&forecast_hour=28&resolution=1';
    const tagOf = async (path: string) => String((await ask(path, {}, 'HEAD')).headers.etag);
    const tag = await tagOf(grid);
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf(`/gridded/temperature_2m?${byRun}`)).toBe(tag);
    const others = await Promise.all(
      [
        `/gridded/temperature_2m?${byRun.replace('28', '27')}`,
        `/gridded/temperature_2m?${byRun.replace('2026111500', '2026111406')}`,
        `/gridded/temperature_2m?${byRun.replace('=1', '=0.5')}`,
        `/gridded/dewpoint_2m?${byRun}`,
        `/gridded/500/temperature?${byRun}`,
        `/gridded/850/temperature?${byRun}`,
        '/gridded/temperature_2m?initialization_time=2026111406&forecast_hour=28&ens_member=1',
        '/gridded/temperature_2m?initialization_time=2026111406&forecast_hour=28&ens_member=mean',
        '/gridded/temperature_2m?initialization_time=2026111406&forecast_hour=28&intracycle=True',
        '/constants/land_mask',
        '/constants/topography',
      ].map(tagOf),
    );
    expect(new Set([tag, ...others]).size).toBe(others.length + 1);
  });

  test('is not sent again to a client that has it', async () => {
    for (const path of [grid, '/constants/land_mask', '/gridded/FULL?time=2026111604']) {
      const { etag } = (await ask(path, {}, 'HEAD')).headers;
      for (const known of [`${etag}`, `"other", ${etag}`, '*']) {
        const answer = await ask(path, { 'if-none-match': known });
        expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
      }
    }
    expect((await ask(grid, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('a page of another origin', () => {
  const exposed = [
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'X-Synthetic',
    'X-Initialization-Time',
    'Content-Disposition',
    'ETag',
  ].join(', ');

  test('may read answers and errors if its origin is configured', async () => {
    for (const path of ['/points?coordinates=1,2', '/points', '/nothing', grid]) {
      const { headers } = await ask(path, { origin: portal });
      expect(headers['access-control-allow-origin']).toBe(portal);
      expect(headers['access-control-expose-headers']).toBe(exposed);
      expect(headers.vary).toMatch(/^Origin\b/);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    for (const origin of [outsider, 'null', `${portal}.evil.test`]) {
      const { headers } = await ask('/points?coordinates=1,2', { origin });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toMatch(/^Origin\b/);
    }
  });

  test('can be any origin if the operator allows it, still without credentials', async () => {
    const { headers } = await ask('/points?coordinates=1,2', { origin: outsider }, 'GET', open.app);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('gets a preflight answer without the guard on every path', async () => {
    for (const path of ['/points?coordinates=1,2', '/gridded/FULL', '/nothing']) {
      weather.guarded.length = 0;
      const sent = { origin: portal, authorization: 'outsider', 'access-control-request-method': 'GET' };
      const answer = await ask(path, sent, 'OPTIONS');
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': portal,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Authorization, If-None-Match',
        allow: 'GET, HEAD, OPTIONS',
      });
      expect(weather.guarded).toEqual([]);
      const refused = await ask(path, { ...sent, origin: outsider }, 'OPTIONS');
      expect(refused.statusCode).toBe(204);
      expect(refused.headers).not.toHaveProperty('access-control-allow-methods');
    }
  });
});
