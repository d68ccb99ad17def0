import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestTurnMs, maxTurnMs } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import { distanceMetres } from '../../pictures/sounding/legs.ts';
import { PublicError } from '../../platform/errors.ts';
import { fleet as fleetAddress } from '../../urls.ts';
import type { FleetPosition, FleetSnapshot } from '../contract.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { FleetFeed, fleetRoutes, readFleet } from './fleet-feed.ts';

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

const readFeed = async (): Promise<FleetSnapshot> => (await portal.inject(fleetAddress)).json();
const get = async <Answer>(path: string): Promise<Answer> =>
  (await weather.app.inject(`/api/v1/${path}`)).json();

test('the feed equals missions, flight data and predictions of the API', async () => {
  const { time, balloons, track_minutes, path_minutes } = await readFeed();
  const { missions } = await get<{ missions: { id: string; name: string; launch_time: string }[] }>(
    'missions.json',
  );
  expect(balloons.map(({ id, name, launch_time }) => ({ id, name, launch_time }))).toEqual(
    missions.map(({ id, name, launch_time }) => ({ id, name, launch_time })),
  );
  for (const { id, track, path, altitude, is_rising, speed } of balloons) {
    const { flight_data } = await get<{ flight_data: (Place & { time: string })[] }>(
      `missions/${id}/flight_data.json`,
    );
    const newest = flight_data.toReversed();
    expect(newest[0]!.time).toBe(time);
    expect(altitude).toBe(newest[0]!.altitude);
    expect(is_rising).toBe(newest[0]!.altitude >= newest[1]!.altitude);
    if (newest[1]) expect(speed).toBeCloseTo(distanceMetres(newest[1], newest[0]!) / 600, 1);
    const asked = newest.filter((_, index) => index % (track_minutes / 10) === 0).slice(0, 25);
    expectSame(track.toReversed(), asked);
    const { prediction } = await get<{ prediction: Place[] }>(`missions/${id}/prediction.json`);
    const ahead = prediction.filter((_, index) => index % (path_minutes / 30) === 0);
    expectSame(path, ahead);
  }
});

test('the feed has the same bytes for ten minutes, then a new snapshot', async () => {
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

test('the feed is at most 9 kB compressed', async () => {
  const { body } = await portal.inject(fleetAddress);
  expect(brotliCompressSync(body).length).toBeLessThan(9000);
});

test('the feed is made in short slices', async () => {
  await readFeed();
  clockMs += 600_000;
  expect(await longestTurnMs(readFeed)).toBeLessThan(maxTurnMs);
});

const sandbox = createSandbox(() => nowMs);
const withoutPaths = { timeMs: nowMs, hasPaths: false };

test('without predicted paths the snapshot is otherwise the same', async () => {
  const { balloons } = await readFleet(sandbox, { timeMs: nowMs, hasPaths: true });
  const fleet = await readFleet(sandbox, withoutPaths);
  expect(fleet.balloons.length).toBeGreaterThan(20);
  expect(fleet).toMatchObject({ path_minutes: 0 });
  expect(fleet.balloons).toEqual(balloons.map((balloon) => ({ ...balloon, path: [] })));
});

test('a balloon that has landed meanwhile is left out, and any other error is thrown', async () => {
  const [first] = await sandbox.listFlyingMissions();
  const failing = (status: number) => ({
    ...sandbox,
    readFlightData: async (id: string) => {
      if (id === first!.id) throw new PublicError(status, 'no');
      return sandbox.readFlightData(id);
    },
  });
  const { balloons } = await readFleet(failing(404), withoutPaths);
  expect(balloons.map(({ id }) => id)).not.toContain(first!.id);
  await expect(readFleet(failing(429), withoutPaths)).rejects.toMatchObject({ status: 429 });
});

/** Positions are compared to a tenth of a degree. */
function expectSame(points: FleetPosition[], rows: Place[]): void {
  expect(points.length).toBe(rows.length);
  for (const [index, [latitude, longitude]] of points.entries()) {
    const row = rows[index]!;
    expect(Math.abs(latitude - row.latitude)).toBeLessThan(0.0501);
    expect(Math.abs(longitude - row.longitude)).toBeLessThan(0.0501);
  }
}
