import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, type WeatherApp } from '../../test/helpers/weather-app.ts';

let weather: WeatherApp;
let address: string;
beforeAll(async () => {
  weather = await createWeatherApp();
  await weather.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(weather.app.server.address() as AddressInfo).port}/api/v1`;
});
afterAll(() => weather.app.close());

async function get(path: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const response = await fetch(address + path);
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
}

describe('gridded forecasts', () => {
  test.each([
    'temperature_2m',
    'dewpoint_2m',
    'wind_u_10m',
    'wind_v_10m',
    'wind_u_100m',
    'wind_v_100m',
    'pressure_msl',
    'precipitation',
    '500/temperature',
    '500/wind_u',
    '500/wind_v',
    '500/geopotential',
    '850/temperature',
    '850/geopotential',
    '700/specific_humidity',
    'FULL',
  ])('hold %s as a NetCDF file of the promised length, marked as synthetic', async (variable) => {
    const { status, bytes, headers } = await get(
      `/gridded/${variable}?time=2026-11-16T04:00:00&resolution=1`,
    );
    expect(status).toBe(200);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('CDF\x02');
    expect(bytes.length).toBe(Number(headers.get('content-length')));
    expect(headers.get('x-synthetic')).toBe('true');
    expect(bytes.subarray(0, 600).includes('synthetic')).toBe(true);
  });

  test('have 0.25 degrees by default', async () => {
    const { bytes } = await get('/gridded/temperature_2m?time=2026111604');
    expect(bytes.length).toBeGreaterThan(721 * 1440 * 4);
    expect(bytes.length).toBeLessThan(721 * 1440 * 4 + 10_000);
  });

  test.each([
    ['time=2026-11-16T04:00:00', '2026-11-15T00:00:00+00:00', 28],
    ['time=2026-11-18T23:00:00', '2026-11-14T18:00:00+00:00', 101],
    ['initialization_time=2026-11-14T00:00:00&forecast_hour=24', '2026-11-14T00:00:00+00:00', 24],
    ['initialization_time=2024-06-01T06:00:00&forecast_hour=360', '2024-06-01T06:00:00+00:00', 360],
  ])('say for %s which run and hour they are', async (query, run, hour) => {
    const header = (await get(`/gridded/500/temperature?resolution=1&${query}`)).bytes.subarray(0, 2000);
    expect(header.includes(run)).toBe(true);
    const at = header.indexOf('forecast_hour') + 'forecast_hour'.length;
    expect(header.readInt32BE(at + 3 + 8)).toBe(hour);
  });

  test('name mean and intracycle in their attributes', async () => {
    const mean = await get('/gridded/pressure_msl?time=2026111604&resolution=1&ens_member=mean');
    expect(mean.bytes.subarray(0, 1000).includes('WeatherMesh:ens:mean')).toBe(true);
    const intracycle = await get('/gridded/pressure_msl?time=2026111604&resolution=1&intracycle=True');
    expect(intracycle.bytes.subarray(0, 1000).includes('WeatherMesh:intracycle')).toBe(true);
    expect(intracycle.bytes.subarray(0, 1000).includes('2026-11-15T03:00:00+00:00')).toBe(true);
  });

  test('have the same 25 members, counted from 0 or from 1', async () => {
    const member = async (name: string) =>
      (await get(`/gridded/pressure_msl?time=2026111604&resolution=1&ens_member=${name}`)).bytes;
    expect((await member('0')).equals(await member('25'))).toBe(true);
    expect((await member('0')).equals(await member('1'))).toBe(false);
  });

  test('are 404 when no forecast is within an hour of the time', async () => {
    for (const time of ['2026-12-15T00:00:00', '2026-11-10T00:00:00', '2026-11-22T03:00:00']) {
      expect((await get(`/gridded/temperature_2m?time=${time}`)).status).toBe(404);
    }
    expect((await get('/gridded/temperature_2m?time=2026-11-22T01:00:00&resolution=1')).status).toBe(200);
  });

  test.each(['land_mask', 'topography', 'soil_type'])('include the constant %s', async (name) => {
    const { status, bytes, headers } = await get(`/constants/${name}?resolution=1`);
    expect(status).toBe(200);
    expect(bytes.length).toBe(Number(headers.get('content-length')));
  });
});

describe('a HEAD', () => {
  test.each([
    '/gridded/pressure_msl?time=2026-11-16T04:00:00&resolution=1.0',
    '/constants/soil_type?resolution=.5',
  ])('has the headers of the GET and no body: %s', async (path) => {
    const head = await fetch(address + path, { method: 'HEAD' });
    expect(await head.text()).toBe('');
    const { status, headers, bytes } = await get(path);
    expect([head.status, status]).toEqual([200, 200]);
    for (const name of ['content-length', 'content-type', 'content-disposition'])
      expect(head.headers.get(name)).toBe(headers.get(name));
    expect(Number(head.headers.get('content-length'))).toBe(bytes.length);
  });

  test('has the length of FULL, and does not count as a download', async () => {
    const first = await fetch(`${address}/gridded/FULL?time=2026-11-16T04:00:00`, { method: 'HEAD' });
    const second = await fetch(`${address}/gridded/FULL?time=2026-11-16T04:00:00`, { method: 'HEAD' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Number(second.headers.get('content-length'))).toBeGreaterThan(500_000_000);
  });
});

describe('a FULL download', () => {
  const full = '/gridded/FULL?time=2026-11-16T04:00:00';

  async function open(key: string): Promise<IncomingMessage> {
    const request = httpGet(address + full, { headers: { authorization: key }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  test('is allowed once at a time per key, and again when the client disconnects', async () => {
    const first = await open('a');
    expect(first.statusCode).toBe(200);
    expect(Number(first.headers['content-length'])).toBeGreaterThan(500_000_000);
    const second = await open('a');
    expect(second.statusCode).toBe(429);
    expect(second.headers['retry-after']).toBe('30');
    second.destroy();
    const other = await open('b');
    expect(other.statusCode).toBe(200);
    other.destroy();
    first.destroy();
    await expect.poll(async () => (await leave(await open('a'))).statusCode).toBe(200);
  });

  test('lets other requests through while it runs', async () => {
    const response = await open('busy');
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    for (let i = 0; i < 20; i++) {
      expect((await fetch(`${address}/points?coordinates=1,2&max_forecast_hour=0`)).status).toBe(200);
    }
    expect(bytes).toBeLessThan(Number(response.headers['content-length']));
    expect(response.complete).toBe(false);
    response.destroy();
  });

  async function leave(response: IncomingMessage): Promise<IncomingMessage> {
    response.destroy();
    return response;
  }
});
