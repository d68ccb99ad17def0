import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askApi, askGrid, askJson } from '../../mcp/api.ts';
import { type Assistant, type Called, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

/** A model may read this many characters in the text of one answer. */
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
      expect(calls.length).toBeLessThanOrEqual(maxCalls);
      for (const { text } of calls) expect(text.length).toBeLessThanOrEqual(maxCharacters);
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
      const { maximum } = data.variables[0];
      const once = await call('get_gridded_summary', { ...given, time: maximum.time });
      expect(once.data.variables[0].maximum).toEqual(maximum);
      calls = [];
      const midnight = await call('get_gridded_summary', given);
      expect(maximum.value).toBeGreaterThan(midnight.data.variables[0].maximum.value);
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
      const { times } = data.variables[0];
      expect(times).toHaveLength(5);
      for (const { p10, p50, p90, minimum, maximum } of times)
        expect([minimum, p10, p50, p90, maximum]).toEqual(
          [minimum, p10, p50, p90, maximum].toSorted((one, other) => one - other),
        );
      expect(times[0].p90).toBeGreaterThan(times[0].p10);
    });

    test('how fast is the jet stream at 250 hPa?', async () => {
      const { data } = await call('get_gridded_summary', { variable: '250/wind', min_latitude: 20 });
      expectShort();
      const { maximum } = data.variables[0];
      const { latitude, longitude } = maximum;
      const coordinates = `${latitude},${longitude}`;
      const parts = await call('get_gridded_summary', {
        variable: '250/wind_u,250/wind_v',
        coordinates,
        time: maximum.time,
      });
      calls = [];
      const [u, v] = parts.data.variables;
      expect(maximum.value).toBeCloseTo(Math.hypot(u.mean, v.mean), 1);
      expect(data.times[0].time).toBe('2026-03-14T15:00:00+00:00');
    });

    /** The value of each member, from small files. The place must be on the grid of 1 degree. */
    async function readMembers(path: string, latitude: number, longitude: number): Promise<number[]> {
      const values: number[] = [];
      for (let member = 1; member <= 25; member++) {
        const answer = await askApi(portal.url, key, `${path}&ens_member=${member}&resolution=1`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        const index = (90 - latitude) * 360 + ((longitude + 360) % 360);
        values.push(bytes.readFloatBE(bytes.length - 4 * 181 * 360 + 4 * index));
      }
      return values;
    }

    test('how windy is it at 100 m in Hamburg on Sunday afternoon?', async () => {
      const { data, text } = await call('get_gridded_summary', {
        variable: 'wind_100m',
        coordinates: '53.55,9.99',
        time: '2026-03-15T12:00',
        end_time: '2026-03-15T18:00',
        timezone: 'Europe/Berlin',
        step_hours: 3,
      });
      expectShort();
      const [first] = data.times;
      const run = data.initialization_time.slice(0, 19);
      const values = await Promise.all(
        ['wind_u_100m', 'wind_v_100m'].map(async (name) =>
          (
            await askGrid(
              portal.url,
              key,
              `/gridded/${name}?initialization_time=${run}&forecast_hour=${data.forecast_hour}`,
            )
          )(53.5, 10),
        ),
      );
      expect(first.local_time).toBe('2026-03-15T12:00:00+01:00');
      expect(first.values.wind_100m.mean).toBeCloseTo(Math.hypot(values[0]!, values[1]!), 1);
      expect(text).toContain(`2026-03-15T12:00 | ${first.values.wind_100m.mean}, `);
      expect(text).toContain('m/s');
    });

    test('temperature and wind at 850 and 500 hPa over Oslo tonight?', async () => {
      const { data, text } = await call('get_gridded_summary', {
        variable: ['850/temperature', '850/wind', '500/temperature', '500/wind'],
        coordinates: '59.91,10.75',
        time: '2026-03-14T21:00:00Z',
      });
      expectShort();
      const at = await askGrid(
        portal.url,
        key,
        `/gridded/850/temperature?initialization_time=${data.initialization_time.slice(0, 19)}&forecast_hour=${data.forecast_hour}`,
      );
      expect(data.times[0].values['850/temperature'].mean).toBeCloseTo(at(60, 10.75), 1);
      expect(text).toContain('850/temperature °C | 850/wind m/s | 500/temperature °C | 500/wind m/s');
    });

    test('how likely does it freeze in Denver on Monday morning?', async () => {
      const { data, text } = await call('get_ensemble_forecast', {
        coordinates: '40,-105',
        variable: 'temperature_2m',
        time: '2026-03-16T12:00:00Z',
        below: 0,
      });
      expectShort();
      const [spread] = data.variables[0].times;
      const values = await readMembers('/gridded/temperature_2m?time=2026-03-16T12', 40, -105);
      expect(spread.probability).toBe(values.filter((value) => value < 0).length / 25);
      values.sort((one, other) => one - other);
      expect(spread.p50).toBeCloseTo(values[12]!, 1);
      expect(spread.minimum).toBeCloseTo(values[0]!, 1);
      expect(spread.maximum).toBeCloseTo(values[24]!, 1);
      expect(text).toContain(`${Math.round(spread.probability * 100)}%`);
    });

    test('how much rain falls in Delhi in the next day, and how sure is that?', async () => {
      const { data, text } = await call('get_ensemble_forecast', {
        coordinates: '28.61,77.21',
        variable: 'rain',
        time: '2026-03-14T18:00:00Z',
        end_time: '2026-03-15T18:00:00Z',
        above: 1,
      });
      expectShort();
      const { times, period } = data.variables[0];
      expect(data.step_hours).toBe(1);
      expect(times).toHaveLength(24);
      expect(times[0].time).toBe('2026-03-14T19:00:00+00:00');
      const mean = times.reduce((sum: number, each: { mean: number }) => sum + each.mean, 0);
      expect(period.total.mean).toBeCloseTo(mean, 1);
      expect(text).toContain('total | ');
      const days = await call('get_ensemble_forecast', {
        coordinates: '28.61,77.21',
        variable: 'rain',
        time: '2026-03-15',
        end_time: '2026-03-19',
      });
      expectShort();
      expect(days.data.step_hours).toBe(6);
      expect(days.text).toContain('estimated from one hour in every 6');
      expect(days.text).toContain('begins one step of 6 h later');
    });

    test('what is the newest sounding within 2,000 km of Iceland?', async () => {
      const { data, text } = await call('get_sounding', { coordinates: '64.9,-18.6', within_km: 2000 });
      expectShort();
      expect(data.distance).toBeLessThanOrEqual(2000);
      const { data: path } = await call('get_flight_path', { mission_id: data.mission_name, all_legs: true });
      expectShort();
      expect(path.legs.length).toBeGreaterThan(20);
      expect(path.legs[data.leg - 1]).toMatchObject({ leg: data.leg, direction: data.direction });
      expect(text).toMatch(/from 2026-03-1\dT\d\d:\d\d at -?[\d.]+, -?[\d.]+, \d+ m to /);
      expect(text).toContain('km from the place at its nearest');
    });

    test('was there a sounding near Japan yesterday morning?', async () => {
      const { data } = await call('get_sounding', {
        coordinates: '36,138',
        within_km: 3000,
        time: '2026-03-13T21:00:00Z',
      });
      expectShort();
      expect(Math.abs(Date.parse(data.end) - Date.parse('2026-03-13T21:00:00Z'))).toBeLessThan(
        14 * 3_600_000,
      );
    });

    test.each([
      ['which balloon is highest right now?', 'height', 'altitude'],
      ['which balloon is fastest right now?', 'speed', 'speed'],
    ])('%s', async (_, order_by, field) => {
      const { data } = await call('get_flying_missions', { order_by, limit: 3 });
      expectShort();
      const { missions } = (await call('get_flying_missions', { order_by })).data;
      calls = [];
      expect(data.missions).toHaveLength(3);
      const values = missions.map((each: Record<string, number>) => each[field] ?? -1);
      expect(data.missions[0][field]).toBe(Math.max(...values));
    });

    test('which balloon is nearest to London?', async () => {
      const { data } = await call('get_flying_missions', { coordinates: '51.5,-0.13', limit: 1 });
      expectShort();
      expect(data.missions).toHaveLength(1);
      expect(data.missions[0].distance).toBeGreaterThan(0);
    });

    test('what was the strongest wind a balloon measured in the last hour?', async () => {
      const given = { min_time: '2026-03-14T14:09:26Z' };
      const { data } = await call('get_super_observations', { ...given, order_by: 'speed', limit: 5 });
      expectShort();
      const { observations } = await get(`/super_observations.json?min_time=${given.min_time}`);
      const speeds = observations.map(({ speed_u: u, speed_v: v }: { speed_u: number; speed_v: number }) =>
        Math.hypot(u, v),
      );
      expect(data.observations[0].wind_speed).toBeCloseTo(Math.max(...speeds), 2);
      expect(data).not.toHaveProperty('next_arguments');
    });

    test('is the 12 UTC run ready?', async () => {
      const { data, text } = await call('get_initialization_times');
      expectShort();
      const hours = await get('/forecast_hours.json');
      const [run] = data.under_way;
      expect(run.initialization_time).toBe('2026-03-14T12:00:00+00:00');
      const [name] = Object.keys(hours).filter(
        (each) => Date.parse(each) === Date.parse(run.initialization_time),
      );
      expect(run.hours_ready).toBe(hours[name!].length);
      expect(run.hours_total).toBeGreaterThan(run.hours_ready);
      expect(Date.parse(run.expected)).toBeGreaterThan(Date.parse('2026-03-14T15:09:26Z'));
      expect(text).toContain('is being computed');
    });

    test('where will a balloon be tomorrow, and where was it launched?', async () => {
      const { missions } = await get('/missions.json');
      await call('get_predicted_path', { mission_id: missions[5].name });
      await call('get_launch_site', { mission_id: missions[5].name });
      expectShort();
    });

    test('which of these cities is warmest on Sunday?', async () => {
      const { data } = await call('get_point_forecast', {
        coordinates:
          '51.5,-0.13;48.85,2.35;40.42,-3.7;41.9,12.5;52.52,13.4;59.33,18.07;37.98,23.73;38.72,-9.14',
        min_forecast_time: '2026-03-15',
        max_forecast_time: '2026-03-15',
        step_hours: 24,
      });
      expectShort();
      expect(data.forecasts).toHaveLength(8);
      expect(data).not.toHaveProperty('next_arguments.initialization_time');
    });

    test.each([
      ['how do I write that in JavaScript?', 'javascript', 'fetch('],
      ['show me the Python program for Paris', 'python', 'WB_CLIENT_ID'],
    ])('%s', async (_, language, expected) => {
      const { text } = await call('get_code', {
        endpoint: '/points',
        language,
        arguments: { coordinates: '48.85,2.35' },
      });
      expectShort();
      expect(text).toContain(expected);
      expect(text).toContain('48.85,2.35');
    });

    test.each([
      ['pagination', 'next_page'],
      ['difference between observations and super observations', 'super'],
      ['token expired', 'old token'],
      ['how do I rotate a key', 'rotat'],
    ])('where is written: %s?', async (query, expected) => {
      const found = await call('search_docs', { query });
      const { text } = await call('read_docs_page', { path: found.data.results[0].path });
      expectShort();
      expect(text.toLowerCase()).toContain(expected);
    });

    test('why does my key give 403?', async () => {
      const { text } = await call('get_key_status');
      expectShort();
      expect(text).toContain('No call with this key was denied');
    });

    test('why do I get 403?', async () => {
      const found = await call('search_docs', { query: 'why do I get a 403?' });
      const { text } = await call('read_docs_page', { path: found.data.results[0].path });
      expectShort();
      expect(text).toContain('### 403 Forbidden');
    });
  },
);
