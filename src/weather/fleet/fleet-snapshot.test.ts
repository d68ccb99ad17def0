import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestTurnMs, turnMsMax } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import { fleet as fleetAddress } from '../../urls.ts';
import type { FleetPosition, FleetSnapshot } from '../contract.ts';
import { FleetFeed } from './fleet-feed.ts';
import { fleetRoutes } from './fleet-routes.ts';

interface Place {
  latitude: number;
  longitude: number;
  altitude: number;
}

let weather: WeatherApp;
let portal: FastifyInstance;
let clockMs = nowMs;
beforeAll(async () => {
  weather = await createWeatherApp(() => clockMs);
  portal = Fastify();
  fleetRoutes(portal, new FleetFeed(() => clockMs));
});
afterAll(() => Promise.all([weather.app.close(), portal.close()]));

const readFleet = async (): Promise<FleetSnapshot> => (await portal.inject(fleetAddress)).json();
const get = async <Answer>(path: string): Promise<Answer> =>
  (await weather.app.inject(`/api/v1/${path}`)).json();

describe('the fleet', () => {
  it('is what missions, flight data and predictions say', async () => {
    const { time, balloons, track_minutes, path_minutes } = await readFleet();
    const { missions } = await get<{ missions: { id: string; name: string; launch_time: string }[] }>(
      'missions.json',
    );
    expect(balloons.map(({ id, name, launch_time }) => ({ id, name, launch_time }))).toEqual(
      missions.map(({ id, name, launch_time }) => ({ id, name, launch_time })),
    );
    for (const { id, track, path, altitude, is_rising } of balloons) {
      const { flight_data } = await get<{ flight_data: (Place & { time: string })[] }>(
        `missions/${id}/flight_data.json`,
      );
      const newest = flight_data.toReversed();
      expect(newest[0]!.time).toBe(time);
      expect(altitude).toBe(newest[0]!.altitude);
      expect(is_rising).toBe(newest[0]!.altitude >= newest[1]!.altitude);
      const asked = newest.filter((_, index) => index % (track_minutes / 10) === 0).slice(0, 25);
      expectSame(track.toReversed(), asked);
      const { prediction } = await get<{ prediction: Place[] }>(`missions/${id}/prediction.json`);
      const ahead = prediction.filter((_, index) => index % (path_minutes / 30) === 0);
      expectSame(path, ahead);
    }
  });

  it('is the same bytes for ten minutes, and then another fleet', async () => {
    clockMs = nowMs + 599_999;
    const first = await portal.inject(fleetAddress);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-synthetic': 'true' });
    const known = { 'if-none-match': String(first.headers.etag) };
    expect((await portal.inject({ url: fleetAddress, headers: known })).statusCode).toBe(304);
    clockMs = nowMs + 600_000;
    const next = await portal.inject({ url: fleetAddress, headers: known });
    expect(next.statusCode).toBe(200);
    expect(Date.parse((next.json() as FleetSnapshot).time)).toBe(nowMs + 600_000);
  });

  it('weighs no more than 9 kB', async () => {
    const { body } = await portal.inject(fleetAddress);
    expect(brotliCompressSync(body).length).toBeLessThan(9000);
  });

  it('is made without keeping the thread from others, within 0.8 s of CPU', async () => {
    await readFleet();
    clockMs += 600_000;
    const before = process.threadCpuUsage();
    expect(await longestTurnMs(readFleet)).toBeLessThan(turnMsMax);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(0.8);
  });
});

/** To a tenth of a degree. */
function expectSame(points: FleetPosition[], rows: Place[]): void {
  expect(points.length).toBe(rows.length);
  for (const [index, [latitude, longitude]] of points.entries()) {
    const row = rows[index]!;
    expect(Math.abs(latitude - row.latitude)).toBeLessThan(0.0501);
    expect(Math.abs(longitude - row.longitude)).toBeLessThan(0.0501);
  }
}
