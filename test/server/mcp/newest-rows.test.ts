import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { api } from '../../../src/urls.ts';
import { engineMissing, freshDatabase } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { askJson } from '../../mcp/api.ts';
import { type Assistant, type Called, connect, personalLink } from '../../mcp/assistant.ts';

interface Row {
  time: string;
  timestamp: number;
  mission_name: string;
  updated_at: string;
  latitude: number;
  longitude: number;
  altitude: number;
  temperature: number;
}

/** This box has more rows in a day than one call can read. */
const box = { min_latitude: 20, max_latitude: 60, min_longitude: -180, max_longitude: -140 };
const hour = 3600;

/**
 * One portal is the provider's API, and another one calls it. The provider's API takes no bounds for super observations,
 * so the server between them removes these, and counts the calls.
 */
describe.skipIf(engineMissing)('the newest rows', () => {
  let sandbox: TestPortal;
  let portal: TestPortal;
  let between: Server;
  let url: string;
  let portalUrl: string;
  let key: CreatedApiToken;
  let direct: Assistant;
  let proxied: Assistant;
  let calls = 0;
  /** Answers with this many flying missions, in pages of 64 whatever size is requested. */
  let fleet = 0;
  beforeAll(async () => {
    const database = await freshDatabase();
    sandbox = await startPortal({}, database, realContent);
    url = await sandbox.server.listen({ port: 0, host: '127.0.0.1' });
    between = createServer(async ({ url: path, headers }, reply) => {
      calls++;
      const target = new URL(path!, url);
      if (fleet > 0 && target.pathname.endsWith('/missions.json')) {
        const first = Number(target.searchParams.get('page')) * 64;
        const ids = Array.from({ length: fleet }, (_, id) => id).slice(first, first + 64);
        const missions = ids.map((id) => ({
          id: `m${id}`,
          number: id,
          launch_time: '2026-03-14T00:00:00+00:00',
        }));
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ missions }));
        return;
      }
      const isSuper = target.pathname.endsWith('/super_observations.json');
      if (isSuper) for (const name of Object.keys(box)) target.searchParams.delete(name);
      const answer = await fetch(target, { headers: { authorization: headers.authorization! } });
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
    const provider = `http://127.0.0.1:${(between.address() as AddressInfo).port}${api}`;
    const env = {
      FORECASTS_API_URL: provider,
      DATA_API_URL: provider,
      SECRET_KEY: sandbox.config.secretKeys[0]!,
    };
    portal = await startPortal(env, { ...database, close: async () => {} }, realContent);
    key = await createKey(await sandbox.signUp());
    await operatorOf(sandbox).grant(key.external_id, allAccessRole);
    await operatorOf(sandbox).limit(key.external_id, '100000');
    direct = await connect(personalLink(url, key));
    portalUrl = await portal.server.listen({ port: 0, host: '127.0.0.1' });
    proxied = await connect(personalLink(portalUrl, key));
    for (const assistant of [direct, proxied]) await assistant.client.listTools();
  });
  afterAll(async () => {
    for (const assistant of [direct, proxied]) await assistant.close();
    await portal.close();
    between.close();
    await sandbox.close();
  });

  const sources = [
    ['the sandbox', () => direct],
    ['the provider', () => proxied],
  ] as const;

  const now = () => sandbox.clock.now() / 1000;

  function pass(seconds: number) {
    sandbox.clock.pass(seconds);
    portal.clock.pass(seconds);
  }

  /** Reads every row of the API, page by page, as a program does. */
  async function readApi(file: string, filter: Record<string, string | number>): Promise<Row[]> {
    const rows: Row[] = [];
    const query = new URLSearchParams({ include_mission_name: 'true', include_updated_at: 'true' });
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
    for (let page: { has_next_page: boolean; observations: Row[]; next_page: string } | undefined; ; ) {
      page = await askJson(url, key, `/${file}?${query}`);
      rows.push(...page!.observations);
      if (!page!.has_next_page) return rows;
      query.set('since', new URL(page!.next_page).searchParams.get('since')!);
    }
  }

  /** Follows the arguments that each part names. */
  async function readAll(
    assistant: Assistant,
    name: string,
    given: Record<string, unknown>,
    between: () => void = () => {},
  ): Promise<Called[]> {
    const parts: Called[] = [];
    for (let next: Record<string, unknown> | undefined = given; next; ) {
      const before = calls;
      const part = await assistant.call(name, next);
      expect(part.isError, part.text).toBe(false);
      expect(calls - before).toBeLessThanOrEqual(25);
      expect(JSON.stringify(part.result).length).toBeLessThanOrEqual(20_000);
      parts.push(part);
      next = part.data.next_arguments;
      if (next) expect(part.text).toContain('Earlier rows are in the next part.');
      expect(parts.length).toBeLessThan(60);
      between();
    }
    return parts;
  }

  let ofDay: Promise<Row[]> | undefined;
  const rowsOfDay = () => {
    ofDay ??= readApi('observations.json', { ...box, min_time: Math.ceil(now() - 24 * hour) });
    return ofDay;
  };

  const rowsOf = (parts: Called[]) => parts.flatMap(({ data }) => data.observations as Row[]);
  const nameOf = ({ time, mission_name }: Row) => `${time} ${mission_name}`;

  /** Lists the newest row of each balloon in each interval of this many minutes, newest first. */
  function thinned(rows: Row[], everyMinutes: number): string[] {
    const newest = new Map<string, Row>();
    for (const row of rows) {
      const stretch = `${row.mission_name} ${Math.floor(row.timestamp / (60 * everyMinutes))}`;
      if (row.timestamp > (newest.get(stretch)?.timestamp ?? 0)) newest.set(stretch, row);
    }
    return sorted([...newest.values()]);
  }

  const sorted = (rows: Row[]) =>
    rows
      .toSorted((a, b) => b.timestamp - a.timestamp || (a.mission_name < b.mission_name ? -1 : 1))
      .map(nameOf);

  test.each(sources)('a row a day of a whole flight, up to now: %s', async (_, assistant) => {
    const { missions } = await askJson(url, key, '/missions.json');
    const { name, launch_time } = missions[0] as { name: string; launch_time: string };
    const parts = await readAll(assistant(), 'get_observations', { mission_id: name, every_minutes: 1440 });
    expect(parts).toHaveLength(1);
    const expected: Row[] = [];
    const day = 24 * hour;
    for (let end = Math.ceil(now() / day) * day; end > Date.parse(launch_time) / 1000; end -= day) {
      const last = Math.min(end - 1, now());
      const rows = await readApi('observations.json', {
        mission_id: name,
        min_time: Math.floor(last - hour),
        max_time: Math.floor(last),
      });
      const newest = rows.toSorted((a, b) => b.timestamp - a.timestamp)[0];
      if (newest) expected.push(newest);
    }
    expect(expected.length).toBeGreaterThan(4);
    expect(rowsOf(parts).map(nameOf)).toEqual(expected.map(nameOf));
    expect(rowsOf(parts).map(({ temperature }) => temperature)).toEqual(
      expected.map(({ temperature }) => temperature),
    );
  });

  test.each(sources)('of a landed balloon are the last before it landed: %s', async (_, assistant) => {
    const mission_id = 'W-5700';
    const { data } = await assistant().call('get_observations', { mission_id, every_minutes: 720 });
    const path = await askJson(url, key, `/missions/${mission_id}/flight_data.json`);
    const landed = Date.parse(path.flight_data.at(-1).time) / 1000;
    const rows = await readApi('observations.json', { mission_id, min_time: landed - hour });
    expect(nameOf(data.observations[0])).toBe(sorted(rows)[0]);
    expect(data.observations.length).toBeGreaterThan(6);
  });

  const isLong = process.env.TEST_LONG !== undefined;

  test.runIf(isLong).each(sources)(
    'a row of each balloon in a box every 12 hours, each once: %s',
    async (_, assistant) => {
      const parts = await readAll(assistant(), 'get_observations', { ...box, every_minutes: 720 });
      const rows = rowsOf(parts);
      const asOf = Date.parse(parts[0]!.data.as_of);
      const all = await rowsOfDay();
      expect(parts.length).toBeGreaterThan(1);
      const arrived = all.filter(({ updated_at }) => Date.parse(updated_at) < asOf);
      expect(rows.map(nameOf)).toEqual(thinned(arrived, 720));
      const { covered } = parts.at(-1)!.data;
      expect(Date.parse(covered.from) / 1000).toBeCloseTo(now() - 24 * hour, -1);
    },
  );

  test.each(sources)('parts are of one snapshot, whatever arrives meanwhile: %s', async (_, assistant) => {
    const started = now();
    const given = { every_minutes: 30, min_time: new Date((started - 2 * hour) * 1000).toISOString() };
    const filter = { min_time: Math.floor(started - 2 * hour) };
    const before = await readApi('super_observations.json', filter);
    const parts = await readAll(assistant(), 'get_super_observations', given, () => pass(400));
    expect(parts.length).toBeGreaterThan(2);
    expect(rowsOf(parts).map(nameOf)).toEqual(thinned(before, 30));
    const after = await readApi('super_observations.json', { ...filter, max_time: Math.floor(started) });
    expect(after.length).toBeGreaterThan(before.length);
  });

  test.each(sources)('every single row once, while others arrive: %s', async (_, assistant) => {
    const [started, filter] = [now(), { min_time: Math.floor(now() - 20 * 60), ...box }];
    const before = await readApi('observations.json', filter);
    const given = { ...filter, min_time: new Date(filter.min_time * 1000).toISOString() };
    const parts = await readAll(assistant(), 'get_observations', given, () => pass(30));
    expect(parts.length).toBeGreaterThan(2);
    expect(rowsOf(parts).map(nameOf)).toEqual(sorted(before));
    expect(parts[0]!.data.as_of).toBe(new Date(started * 1000).toISOString().replace(/\..*/, '+00:00'));
  });

  test.each(sources)('have no row that was not asked for: %s', async (_, assistant) => {
    const since = Math.floor(now() - hour / 2);
    for (const name of ['get_observations', 'get_super_observations']) {
      const given = { ...box, since: String(since), every_minutes: 10 };
      const rows = rowsOf(await readAll(assistant(), name, given));
      const file = `${name.slice('get_'.length)}.json`;
      const all = await readApi(file, { ...box, since });
      expect(rows.map(nameOf)).toEqual(thinned(all, 10));
      const arrived = await assistant().call(name, { ...box, since: String(since) });
      expect(arrived.data.observations.length).toBeGreaterThan(0);
      for (const { latitude, longitude } of [...rows, ...arrived.data.observations]) {
        expect(latitude).toBeGreaterThanOrEqual(box.min_latitude);
        expect(latitude).toBeLessThanOrEqual(box.max_latitude);
        expect(longitude).toBeGreaterThanOrEqual(box.min_longitude);
        expect(longitude).toBeLessThanOrEqual(box.max_longitude);
      }
    }
  });

  test.runIf(isLong)('a list by height says when one call could not read all of the day', async () => {
    const { text, data } = await direct.call('get_observations', { ...box, order_by: 'height', limit: 1 });
    const { from, until } = data.covered;
    expect(Date.parse(until) - Date.parse(from)).toBeLessThan(24 * hour * 1000);
    expect(text).toContain(`One call reads no further back: for earlier rows, pass max_time ${from}.`);
    const rows = await readApi('observations.json', { ...box, min_time: from, max_time: until });
    expect(data.observations[0].altitude).toBe(Math.max(...rows.map(({ altitude }) => altitude)));
  });

  test('flying missions are all read, also from an API with pages of 64', async () => {
    for (const size of [130, 128, 64]) {
      fleet = size;
      expect((await proxied.call('get_flying_missions')).data.flying).toBe(size);
    }
    fleet = 0;
  });

  test.each(sources)('flying missions come once, while they move: %s', async (_, assistant) => {
    const names: string[] = [];
    const given = { coordinates: '30,-150' };
    for (let next: Record<string, unknown> | undefined = given; next; ) {
      const { data } = await assistant().call('get_flying_missions', next);
      names.push(...data.missions.map(({ name }: { name: string }) => name));
      next = data.next_arguments;
      pass(3 * hour);
    }
    expect(names.length).toBeGreaterThan(40);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(sources)('a flight path ends where it did when it was asked for: %s', async (_, assistant) => {
    const { missions } = await askJson(url, key, '/missions.json');
    const { name } = missions[20];
    const { flight_data } = await askJson(url, key, `/missions/${name}/flight_data.json`);
    const times: string[] = [];
    const given = { mission_id: name, every_minutes: 10 };
    for (let next: Record<string, unknown> | undefined = given; next; ) {
      const { data } = await assistant().call('get_flight_path', next);
      times.push(...data.points.map(({ time }: { time: string }) => time));
      next = data.next_arguments;
      pass(1200);
    }
    expect(times).toEqual(flight_data.map(({ time }: { time: string }) => time));
  });

  test('an API that does not tell its run is asked for the newest complete one by name', async () => {
    const { latest } = await askJson(url, key, '/initialization_times.json');
    const cyclones = await proxied.call('get_tropical_cyclones');
    expect(cyclones.data.initialization_time.slice(0, 19)).toBe(latest.slice(0, 19));
    const times: string[] = [];
    const given = { coordinates: '1,1', min_forecast_hour: 0, max_forecast_hour: 150 };
    for (let next: Record<string, unknown> | undefined = given; next; ) {
      const part: Called = await proxied.call('get_point_forecast', next);
      expect(part.data.initialization_time.slice(0, 19)).toBe(latest.slice(0, 19));
      times.push(...part.data.forecasts[0].hours.map(({ time }: Row) => time));
      next = part.data.next_arguments;
    }
    const path = `/points?coordinates=1,1&initialization_time=${latest.slice(0, 19)}&max_forecast_hour=150`;
    const { forecasts } = await askJson(url, key, path);
    expect(times).toEqual(forecasts[0].map(({ time }: Row) => time));
  });

  test('a key that may not list the runs gets every hour once all the same', async () => {
    const free = await createKey(await sandbox.signUp());
    const assistant = await connect(personalLink(portalUrl, free));
    const times: string[] = [];
    const coordinates = Array.from({ length: 10 }, (_, index) => `${index},${index}`).join(';');
    for (let next: Record<string, unknown> | undefined = { coordinates, step_hours: 3 }; next; ) {
      const part: Called = await assistant.call('get_point_forecast', { ...next, max_forecast_hour: 120 });
      expect(part.isError, part.text).toBe(false);
      times.push(...part.data.forecasts[0].steps.map(({ begin }: { begin: string }) => begin));
      next = part.data.next_arguments;
    }
    expect(times.length).toBeGreaterThan(30);
    expect(new Set(times).size).toBe(times.length);
    await assistant.close();
  });
});
