import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askJson } from '../../mcp/api.ts';
import { type Assistant, type Called, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

const maxCharacters = 4000;

describe.skipIf(engineMissing)('long answers come in parts', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
    assistant = await connect(personalLink(portal.url, key));
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  /** Follows the arguments that each part names. */
  async function readAll(name: string, given: Record<string, unknown>, partsMax = 200): Promise<Called[]> {
    const parts: Called[] = [];
    for (let next: Record<string, unknown> | undefined = given; next && parts.length < partsMax; ) {
      const part = await assistant.call(name, next);
      expect(part.isError, part.text).toBe(false);
      expect(part.text.length, name).toBeLessThanOrEqual(maxCharacters);
      parts.push(part);
      next = part.data.next_arguments;
      if (next) expect(part.text).toContain(JSON.stringify(next));
      else expect(part.text).not.toContain('There is more');
    }
    return parts;
  }

  test('a point forecast of five days for as many places as one call takes', async () => {
    const coordinates = Array.from(
      { length: 20 },
      (_, index) => `${-60.12345 + index},${-170.54321 + index}`,
    ).join(';');
    const range = { min_forecast_hour: 0, max_forecast_hour: 120 };
    const parts = await readAll('get_point_forecast', { coordinates, ...range });
    const { forecasts } = await askJson(
      portal.url,
      key,
      `/points?coordinates=${coordinates}&max_forecast_hour=120`,
    );
    for (const [place, rows] of forecasts.entries()) {
      const hours = parts.flatMap(({ data }) => data.forecasts[place].hours);
      expect(hours.map(({ time }) => time)).toEqual(rows.map(({ time }: { time: string }) => time));
    }
  });

  test.each([
    ['get_observations', 'observations.json', { mission_id: 'W-5890', max_time: '2026-03-14T04:15:00Z' }],
    [
      'get_observations',
      'observations.json',
      { min_time: '2026-03-14T11:00:00Z', max_time: '2026-03-14T11:00:20Z' },
    ],
    ['get_super_observations', 'super_observations.json', { since: '2026-03-14T14:57:00Z', min_latitude: 0 }],
  ])('%s gives every row once, in the order of the API: %s %o', async (name, file, filter) => {
    const parts = await readAll(name, { ...filter, order_by: 'arrival' });
    const rows = parts.flatMap(({ data }) => data.observations);
    const query = new URLSearchParams({ ...filter, include_mission_name: 'true' } as Record<string, string>);
    const { observations, has_next_page } = await askJson(portal.url, key, `/${file}?${query}`);
    expect(has_next_page).toBe(false);
    expect(parts.length).toBeGreaterThan(1);
    const place = ({ time, mission_name }: { time: string; mission_name: string }) =>
      `${mission_name} ${time}`;
    expect(rows.map(place)).toEqual(observations.map(place));
  });

  test.each([
    { min_time: '2026-03-14T14:30:00Z' },
    { min_time: '2026-03-14T14:00:00Z', every_minutes: 30, min_latitude: 20 },
    { mission_id: 'W-5890', min_time: '2026-03-14T12:00:00Z' },
  ])('super observations newest first, every row once: %o', async (filter) => {
    const parts = await readAll('get_super_observations', filter);
    const rows = parts.flatMap(({ data }) => data.observations);
    const { every_minutes, ...everyRow } = { every_minutes: undefined, ...filter };
    const whole = await readAll('get_super_observations', { ...everyRow, order_by: 'arrival' });
    const name = ({ time, mission_name }: { time: string; mission_name: string }) =>
      `${time} ${mission_name}`;
    const all = whole.flatMap(({ data }) => data.observations.map(name));
    expect(rows.length).toBeGreaterThan(30);
    expect(new Set(rows.map(name)).size).toBe(rows.length);
    if (every_minutes === undefined) expect(rows.map(name).sort()).toEqual(all.sort());
    else expect(all).toEqual(expect.arrayContaining(rows.map(name)));
    expect(rows.map(({ time }) => time)).toEqual(
      rows
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
    );
  });

  test('a whole flight, point by point', async () => {
    const parts = await readAll('get_flight_path', { mission_id: 'W-5870', every_minutes: 10 });
    const { flight_data } = await askJson(portal.url, key, '/missions/W-5870/flight_data.json');
    const points = parts.flatMap(({ data }) => data.points);
    expect(flight_data).toMatchObject(points);
    expect(points).toHaveLength(flight_data.length);
  });

  test('every flying mission', async () => {
    const parts = await readAll('get_flying_missions', {});
    const { missions } = await askJson(portal.url, key, '/missions.json');
    expect(parts.flatMap(({ data }) => data.missions)).toMatchObject(missions);
  });

  test('tropical cyclones, in the season with the most', async () => {
    const parts = await readAll('get_tropical_cyclones', { initialization_time: '2025-09-10T00' });
    const tracks = await askJson(portal.url, key, '/tropical_cyclones?initialization_time=2025-09-10T00');
    expect(parts.flatMap(({ data }) => data.cyclones.map(({ id }: { id: string }) => id))).toEqual(
      Object.keys(tracks),
    );
  });

  test('every page of the documentation, without losing a letter', async () => {
    for (const { path } of portal.site.pages) {
      const parts = await readAll('read_docs_page', { path });
      expect(parts.every(({ data }, index) => data.part === index + 1 && data.parts === parts.length)).toBe(
        true,
      );
      expect(parts.map(({ data }) => data.markdown).join(''), path).toMatch(/^# [\s\S]*\n$/);
    }
  });

  test.each([
    ['get_degree_days', { kind: 'hdd', states: 'US' }],
    ['get_sounding', { mission_id: 'W-5870' }],
    ['get_flying_missions', { coordinates: '0,0', limit: 30 }],
    ['get_initialization_times', { intracycle: true }],
    ['search_docs', { query: 'forecast' }],
  ])('%s fits into one', async (name, given) => {
    expect(await readAll(name, given)).toHaveLength(1);
  });

  test('the predicted path of a balloon that was just launched fits into one', async () => {
    const { missions } = await askJson(portal.url, key, '/missions.json');
    for (const { name } of missions.slice(-8))
      expect(await readAll('get_predicted_path', { mission_id: name })).toHaveLength(1);
  });

  test('each part of a point forecast is of the same run, even when a newer one has appeared', async () => {
    const beginning = await assistant.call('get_point_forecast', {
      coordinates: '42,-71',
      max_forecast_hour: 360,
    });
    portal.clock.pass(6 * 3600);
    const rest = await assistant.call('get_point_forecast', beginning.data.next_arguments);
    expect(rest.data.initialization_time).toBe(beginning.data.initialization_time);
    const newest = await assistant.call('get_point_forecast', {
      coordinates: '42,-71',
      max_forecast_hour: 360,
    });
    expect(newest.data.initialization_time).not.toBe(beginning.data.initialization_time);
  });
});
