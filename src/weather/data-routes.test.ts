import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs, publicDataUrl, type WeatherApp } from '../../test/helpers/weather-app.ts';
import { positionAt } from './sandbox/balloons/flight-path.ts';
import { findMission } from './sandbox/balloons/missions.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

type Row = Record<string, number | string>;
interface Page {
  observations: Row[];
  has_next_page: boolean;
  next_since: string;
  next_page: string | null;
  body: string;
}

/** `next_since` is read from the text: as a JavaScript number it would lose its last digits. */
async function getPage(pathAndQuery: string): Promise<Page> {
  const response = await weather.app.inject(`/api/v1/${pathAndQuery}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-synthetic']).toBe('true');
  const [, nextSince] = /"next_since":(\d+),/.exec(response.body) ?? [];
  return { ...response.json(), next_since: nextSince!, body: response.body };
}

async function getAll(path: string, query: string): Promise<Row[]> {
  const rows: Row[] = [];
  let since = '';
  for (let pages = 0; pages < 40; pages++) {
    const page = await getPage(`${path}?${query}${since}`);
    rows.push(...page.observations);
    if (!page.has_next_page) return rows;
    since = `&since=${page.next_since}`;
  }
  throw new Error('more pages than expected');
}

const minTime = Date.parse('2026-11-15T00:00:00Z') / 1000;
const tenMinutes = `min_time=${minTime}&max_time=${minTime + 600}&include_ids=True&include_mission_name=True`;
const measured =
  'latitude longitude altitude humidity pressure specific_humidity speed_u speed_v temperature'.split(' ');

describe.each([
  ['observations.json', 10],
  ['super_observations.json', 300],
])('%s', (path, everySeconds) => {
  test('has exactly the documented keys in every row', async () => {
    const base = ['timestamp', 'time', ...measured, 'mission_id'];
    const plain = await getPage(`${path}?since=${minTime}`);
    for (const row of plain.observations) expect(Object.keys(row).sort()).toEqual([...base].sort());
    const full = await getPage(
      `${path}?since=${minTime}&include_ids=True&include_mission_name=true&include_updated_at=True`,
    );
    const all = [...base, 'id', 'mission_name', 'updated_at'].sort();
    for (const row of full.observations) expect(Object.keys(row).sort()).toEqual(all);
    const none = await getPage(`${path}?since=${minTime}&include_ids=False&include_mission_name=False`);
    for (const row of none.observations) expect(Object.keys(row).sort()).toEqual([...base].sort());
  });

  test('writes every measurement with a decimal point', async () => {
    const { body } = await getPage(`${path}?${tenMinutes}`);
    for (const name of measured) {
      expect(body).toMatch(new RegExp(`"${name}":-?\\d+\\.\\d+`));
      expect(body).not.toMatch(new RegExp(`"${name}":-?\\d+[,}]`));
    }
  });

  test('pages without a gap or a repetition, on an integer next_since in nanoseconds', async () => {
    const rows = await getAll(path, tenMinutes);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row.timestamp).toBeGreaterThanOrEqual(minTime);
      expect(row.timestamp).toBeLessThanOrEqual(minTime + 600);
    }
    const byMission = Map.groupBy(rows, (row) => row.mission_id);
    expect(byMission.size).toBeGreaterThan(40);
    for (const own of byMission.values()) {
      const times = own.map((row) => Number(row.timestamp)).sort((a, b) => a - b);
      for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBe(everySeconds);
    }
  });

  test('accepts since in seconds and in nanoseconds', async () => {
    const bySeconds = await getPage(`${path}?since=${minTime}`);
    const byNanoseconds = await getPage(`${path}?since=${minTime}000000000`);
    expect(byNanoseconds.observations).toEqual(bySeconds.observations);
  });

  test('always says whether there is a next page', async () => {
    const last = await getPage(`${path}?since=${nowMs / 1000}`);
    expect(last).toMatchObject({ observations: [], has_next_page: false, next_page: null });
    expect((await getPage(`${path}?since=${minTime - 86_400}`)).has_next_page).toBe(true);
  });

  test('links to the next page on the public address, without the four parameters that clients add', async () => {
    const page = await getPage(`${path}?${tenMinutes}&since=${minTime - 3600}&min_latitude=-90`);
    const earlier = await getPage(
      `${path}?since=${minTime - 86_400}&include_ids=true&include_mission_name=true`,
    );
    for (const { next_page: link, next_since: since } of [page, earlier].filter(
      (each) => each.has_next_page,
    )) {
      const url = new URL(link!);
      expect(link!.startsWith(`${publicDataUrl}/${path}?`)).toBe(true);
      expect(url.searchParams.get('since')).toBe(since);
      for (const name of ['include_ids', 'include_mission_name', 'min_time', 'max_time']) {
        expect(url.searchParams.has(name)).toBe(false);
      }
    }
  });

  test('can be limited to a mission, by id or name, and to a box', async () => {
    const [row] = (await getPage(`${path}?${tenMinutes}`)).observations;
    const byId = await getAll(path, `${tenMinutes}&mission_id=${row!.mission_id}`);
    const byName = await getAll(path, `${tenMinutes}&mission_id=${row!.mission_name}`);
    expect(byId.length).toBeGreaterThan(0);
    expect(byName).toEqual(byId);
    expect(new Set(byId.map((each) => each.mission_id))).toEqual(new Set([row!.mission_id]));
    const box = await getAll(
      path,
      `${tenMinutes}&min_latitude=0&max_latitude=60.5&min_longitude=-180&max_longitude=-30`,
    );
    expect(box.length).toBeGreaterThan(0);
    for (const { latitude, longitude } of box) {
      expect(latitude).toBeGreaterThanOrEqual(0);
      expect(latitude).toBeLessThanOrEqual(60.5);
      expect(longitude).toBeLessThanOrEqual(-30);
    }
  });

  test('accepts a box across the date line', async () => {
    const rows = await getAll(path, `${tenMinutes}&min_longitude=150&max_longitude=-150`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { longitude } of rows) expect(Math.abs(Number(longitude))).toBeGreaterThanOrEqual(150);
  });

  test('ends a page early rather than search years for a box that matches nothing', async () => {
    const page = await getPage(`${path}?since=1704067200&min_latitude=89.9`);
    expect(page.observations).toEqual([]);
    expect(page.has_next_page).toBe(true);
    expect(BigInt(page.next_since)).toBeGreaterThan(1_704_067_200_000_000_000n);
  });

  test('reaches back to the first day of 2024', async () => {
    const page = await getPage(`${path}?min_time=1704067200&max_time=1704153600`);
    expect(page.observations.length).toBe(1000);
    expect(String(page.observations[0]!.time)).toMatch(/^2024-01-01T00:/);
  });

  test('has no row before it has arrived', async () => {
    const rows = await getAll(path, `min_time=${nowMs / 1000 - 1200}&include_updated_at=True`);
    for (const row of rows) {
      expect(Date.parse(String(row.updated_at))).toBeLessThanOrEqual(nowMs);
      const seconds = Date.parse(String(row.updated_at)) / 1000 - Number(row.timestamp);
      expect(seconds).toBeGreaterThan(60);
      expect(seconds).toBeLessThan(1800);
    }
  });
});

describe('missions', () => {
  test('are listed page by page; a page beyond the last is empty', async () => {
    const get = async (query: string) =>
      (await weather.app.inject(`/api/v1/missions.json${query}`)).json().missions;
    const all = await get('?page=0&page_size=64');
    expect(all.length).toBeGreaterThan(40);
    expect(all.length).toBeLessThan(64);
    expect(Object.keys(all[0])).toEqual(['id', 'number', 'name', 'launch_time']);
    expect(all[0].name).toBe(`W-${all[0].number}`);
    expect(await get('?page=1&page_size=64')).toEqual([]);
    expect([...(await get('?page_size=20')), ...(await get('?page=1&page_size=20'))]).toEqual(
      all.slice(0, 40),
    );
  });

  test('have a launch site, a current location, a flight path and a prediction', async () => {
    const { missions } = (await weather.app.inject('/api/v1/missions.json')).json();
    const { id } = missions[10];
    const get = async (name: string) =>
      (await weather.app.inject(`/api/v1/missions/${id}/${name}.json`)).json();
    const { launch_site: site } = await get('launch_site');
    expect(Object.keys(site)).toEqual(['id', 'latitude', 'longitude']);
    const here = await get('current_location');
    const real = positionAt(findMission(id, nowMs)!, nowMs);
    expect(here.latitude).toBeCloseTo(real.latitude, 4);
    expect(here.longitude).toBeCloseTo(real.longitude, 4);
    const { flight_data: flight } = await get('flight_data');
    expect(Object.keys(flight[0])).toEqual(['transmit_time', 'time', 'latitude', 'longitude', 'altitude']);
    expect(flight[0]).toMatchObject({ latitude: site.latitude, longitude: site.longitude });
    const { prediction } = await get('prediction');
    expect(Object.keys(prediction[0])).toEqual(['time', 'latitude', 'longitude', 'altitude']);
    expect(Date.parse(prediction.at(-1).time)).toBeLessThanOrEqual(nowMs + 3 * 86_400_000);
  });

  test('that have landed have a flight path but no current location', async () => {
    const status = async (name: string) =>
      (await weather.app.inject(`/api/v1/missions/W-1500/${name}.json`)).statusCode;
    expect(await status('flight_data')).toBe(200);
    expect(await status('launch_site')).toBe(200);
    expect(await status('current_location')).toBe(404);
    expect(await status('prediction')).toBe(404);
  });
});
