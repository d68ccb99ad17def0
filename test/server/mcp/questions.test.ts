import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askJson } from '../../mcp/api.ts';
import { type Assistant, type Called, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

/** A model may read this many characters for one question, whichever form its client shows. */
const maxCharacters = 4000;
const maxCalls = 2;

describe.skipIf(engineMissing)(
  'a question of a person is answered within two calls and 4,000 characters',
  () => {
    let portal: DocumentedPortal;
    let key: CreatedApiToken;
    let assistant: Assistant;
    let calls: Called[] = [];
    beforeAll(async () => {
      portal = await startDocumentedPortal();
      key = await portal.createKey(allAccessRole);
      assistant = await connect(personalLink(portal.url, key));
      // The client then checks every answer against the tool's schema.
      await assistant.client.listTools();
    });
    beforeEach(() => {
      calls = [];
    });
    afterAll(async () => {
      await assistant.close();
      await portal.close();
    });

    async function call(name: string, given: Record<string, unknown> = {}): Promise<Called> {
      const called = await assistant.call(name, given);
      expect(called.isError, called.text).toBe(false);
      calls.push(called);
      return called;
    }

    function expectShort(): void {
      const read = calls.map(({ text, data }) => Math.max(text.length, JSON.stringify(data).length));
      expect(calls.length).toBeLessThanOrEqual(maxCalls);
      expect(read.reduce((sum, characters) => sum + characters, 0)).toBeLessThanOrEqual(maxCharacters);
      calls = [];
    }

    const get = (path: string) => askJson(portal.url, key, path);

    test('what is the wind over Boston tomorrow at noon?', async () => {
      const { data, text } = await call('get_point_forecast', {
        coordinates: '42.36,-71.06',
        timezone: 'America/New_York',
        min_forecast_time: '2026-03-15T12:00',
        max_forecast_time: '2026-03-15T12:00',
      });
      expectShort();
      const [hour] = data.forecasts[0].hours;
      const { forecasts } = await get(
        '/points?coordinates=42.36,-71.06&min_forecast_time=2026-03-15T16&max_forecast_time=2026-03-15T16',
      );
      expect(hour).toMatchObject({ ...forecasts[0][0], local_time: '2026-03-15T12:00:00-04:00' });
      expect(text).toContain('Times are in America/New_York.');
      expect(text).toContain(`2026-03-15T12:00 | ${hour.temperature_2m}`);
    });

    test('how do I page observations in Ruby?', async () => {
      const found = await call('search_docs', { query: 'page observations in Ruby' });
      const hit = found.data.results.find(({ languages }: { languages: string[] }) =>
        languages.includes('ruby'),
      );
      const { text } = await call('read_docs_page', { path: hit.path, language: 'ruby' });
      expectShort();
      expect(text).toContain('```ruby');
      expect(text).not.toContain('```python');
    });

    test('is there a balloon over Hawaii today?', async () => {
      const hawaii = { min_latitude: 18, max_latitude: 23, min_longitude: -161, max_longitude: -154 };
      const now = await call('get_flying_missions', hawaii);
      const today = await call('get_super_observations', {
        ...hawaii,
        min_time: '2026-03-14T00:00:00Z',
        every_minutes: 360,
      });
      expectShort();
      expect(now.data.matching).toBe(now.data.missions.length);
      if (now.data.matching === 0) expect(now.text).toContain('none in the requested area');
      const { observations } = await get(
        `/super_observations.json?${new URLSearchParams({ ...hawaii, min_time: '2026-03-14T00:00:00Z', include_mission_name: 'true' } as never)}`,
      );
      const names = new Set(observations.map((row: { mission_name: string }) => row.mission_name));
      expect(today.data.summary.missions).toBe(names.size);
    });

    test('may my key use gridded data?', async () => {
      const free = await connect(personalLink(portal.url, await portal.createKey()));
      calls.push(await free.call('get_key_status'));
      const [{ data, text }] = calls as [Called];
      expectShort();
      expect(data.may_not_call).toContain('/gridded/{variable}');
      expect(data.may_call).toEqual(['/points']);
      expect(text).toContain('free_user');
      await free.close();
      const paid = await call('get_key_status');
      expectShort();
      expect(paid.data.may_call).toContain('/gridded/{variable}');
    });

    test('how many US degree days next week, against the run before?', async () => {
      const { data } = await call('get_degree_days', {
        kind: 'HDD',
        states: 'US',
        min_date: '2026-03-16',
        max_date: '2026-03-22',
        compare: true,
      });
      expectShort();
      expect(data.dates).toHaveLength(7);
      const run = (time: string) => get(`/hdd?initialization_time=${time.slice(0, 19)}`);
      const [newest, before] = [await run(data.initialization_time), await run(data.compared_with)];
      expect(Date.parse(data.initialization_time) - Date.parse(data.compared_with)).toBe(6 * 3_600_000);
      // A mean lies between the minimum and the maximum of its values.
      const values = Object.values(newest.hdd as Record<string, Record<string, number>>);
      for (const [day, date] of data.dates.entries()) {
        const states = values.map((state) => state[date]!);
        expect(data.united_states.values[day]).toBeGreaterThan(Math.min(...states));
        expect(data.united_states.values[day]).toBeLessThan(Math.max(...states));
      }
      const maine = await call('get_degree_days', { kind: 'heating', states: 'ME', compare: 'true' });
      const [date] = maine.data.dates;
      expect(maine.data.states[0].changes[0]).toBeCloseTo(newest.hdd.Maine[date] - before.hdd.Maine[date], 2);
      calls = [];
    });

    test('will it rain in Paris at the weekend?', async () => {
      const { data } = await call('get_point_forecast', {
        latitude: '48.85',
        longitude: '2.35',
        timezone: 'Europe/Paris',
        min_forecast_time: '2026-03-15',
        max_forecast_time: '2026-03-16',
        step_hours: '24',
      });
      expectShort();
      const { forecasts } = await get(
        '/points?coordinates=48.85,2.35&min_forecast_time=2026-03-15T00&max_forecast_time=2026-03-15T23',
      );
      const rain = forecasts[0].reduce(
        (sum: number, row: { precipitation: number }) => sum + row.precipitation,
        0,
      );
      const [day] = data.forecasts[0].steps;
      expect(day).toMatchObject({
        begin: '2026-03-15T00:00:00+01:00',
        end: '2026-03-16T00:00:00+01:00',
        hours: 24,
      });
      expect(day.precipitation).toBeCloseTo(rain, 2);
      expect(data.forecasts[0].steps).toHaveLength(2);
    });

    test('which is the hottest place in Europe tomorrow?', async () => {
      const europe = { min_latitude: 36, max_latitude: 70, min_longitude: -10, max_longitude: 40 };
      const given = { variable: 'temperature', ...europe, time: '2026-03-15T00:00:00Z' };
      const { data } = await call('get_gridded_summary', { ...given, end_time: '2026-03-15T21:00:00Z' });
      expectShort();
      const once = await call('get_gridded_summary', { ...given, time: data.maximum.time });
      expect(once.data.maximum).toEqual(data.maximum);
      calls = [];
      const midnight = await call('get_gridded_summary', given);
      expect(data.maximum.value).toBeGreaterThan(midnight.data.maximum.value);
      calls = [];
    });

    test('is a hurricane near Florida?', async () => {
      const { data, text } = await call('get_tropical_cyclones', {
        coordinates: [27.8, -81.7],
        within_km: 1000,
      });
      expectShort();
      for (const { nearest } of data.cyclones) expect(nearest.distance).toBeLessThanOrEqual(1000);
      const all = await call('get_tropical_cyclones', { coordinates: '27.8,-81.7' });
      calls = [];
      if (data.cyclones.length === 0) expect(text).toMatch(/^No tropical cyclones within 1000 km/);
      const distances = all.data.cyclones.map(
        (each: { nearest: { distance: number } }) => each.nearest.distance,
      );
      expect(distances).toEqual(distances.toSorted((one: number, other: number) => one - other));
    });

    test('where is mission X now?', async () => {
      const { missions } = await get('/missions.json');
      const { id, name } = missions[3];
      const { data } = await call('get_current_location', { mission_id: name.toLowerCase() });
      expectShort();
      expect(data).toMatchObject(await get(`/missions/${id}/current_location.json`));
    });

    test('how far apart are the members of the ensemble for Denver on Friday?', async () => {
      const { data } = await call('get_ensemble_forecast', {
        coordinates: '39.74,-104.99',
        variable: 'temperature_2m',
        time: '2026-03-20T06:00:00Z',
        end_time: '2026-03-21T06:00:00Z',
      });
      expectShort();
      expect(data.spreads).toHaveLength(5);
      for (const { p10, p50, p90, minimum, maximum } of data.spreads)
        expect([minimum, p10, p50, p90, maximum]).toEqual(
          [minimum, p10, p50, p90, maximum].toSorted((one, other) => one - other),
        );
      expect(data.spreads[0].p90).toBeGreaterThan(data.spreads[0].p10);
    });

    test('how fast is the jet stream at 250 hPa?', async () => {
      const { data } = await call('get_gridded_summary', { variable: '250/wind', min_latitude: 20 });
      expectShort();
      const { latitude, longitude } = data.maximum;
      const at = {
        min_latitude: latitude,
        max_latitude: latitude,
        min_longitude: longitude,
        max_longitude: longitude,
        time: data.time,
      };
      const u = await call('get_gridded_summary', { variable: '250/wind_u', ...at });
      const v = await call('get_gridded_summary', { variable: '250/wind_v', ...at });
      calls = [];
      expect(data.maximum.value).toBeCloseTo(Math.hypot(u.data.mean, v.data.mean), 1);
      expect(data.time).toBe('2026-03-14T15:00:00+00:00');
    });

    test('why do I get 403?', async () => {
      const found = await call('search_docs', { query: '403' });
      const hit = found.data.results[0];
      const { text } = await call('read_docs_page', { path: hit.path });
      expectShort();
      expect(text).toContain('403');
    });
  },
);
