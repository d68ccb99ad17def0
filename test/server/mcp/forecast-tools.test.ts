import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askGrid, askJson } from '../../mcp/api.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('the numbers of each forecast tool are those of the API', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
    assistant = await connect(personalLink(portal.url, key));
    // So that the client checks every answer against the tool's schema.
    await assistant.client.listTools();
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  const get = (path: string) => askJson(portal.url, key, path);

  async function call(name: string, given: Record<string, unknown> = {}) {
    const called = await assistant.call(name, given);
    expect(called.text, name).not.toBe('');
    expect(called.isError, called.text).toBe(false);
    return called;
  }

  test('get_point_forecast, for several places', async () => {
    const { data } = await call('get_point_forecast', {
      coordinates: '42.36,-71.06; -33.9,151.2',
      initialization_time: '2026-03-13T12',
      min_forecast_hour: 118,
      max_forecast_hour: 130,
    });
    const { forecasts } = await get(
      '/points?coordinates=42.36,-71.06;-33.9,151.2&initialization_time=2026-03-13T12&min_forecast_hour=118&max_forecast_hour=130',
    );
    expect(data.initialization_time).toBe('2026-03-13T12:00:00+00:00');
    for (const [place, rows] of forecasts.entries()) {
      expect(data.forecasts[place].hours).toHaveLength(rows.length);
      expect(data.forecasts[place].hours).toMatchObject(rows);
    }
    expect(data.forecasts[1]).toMatchObject({ latitude: -33.9, longitude: 151.2 });
  });

  test.each([
    ['', {}],
    ['?ens_member=mean', { ens_member: 'mean' }],
    ['?ens_member=7', { ens_member: 7 }],
    ['?intracycle=True', { intracycle: true }],
  ])('get_initialization_times%s', async (query, given) => {
    const { data } = await call('get_initialization_times', given);
    expect(data).toEqual(await get(`/initialization_times.json${query}`));
  });

  test.each([
    ['temperature_2m', '°C', 1],
    ['wind_u_100m', 'm/s', 1],
    ['500/geopotential', 'm²/s²', -1],
    ['850/specific_humidity', 'kg/kg', 5],
  ])('get_gridded_summary of %s', async (variable, unit, decimals) => {
    const { data } = await call('get_gridded_summary', {
      variable,
      time: '2026-03-15T12:00:00Z',
      min_latitude: 40,
      max_latitude: 45,
      min_longitude: -5,
      max_longitude: 2.5,
    });
    const valueAt = await askGrid(portal.url, key, `/gridded/${variable}?time=2026-03-15T12`);
    const values = steps(40, 45).flatMap((latitude) =>
      steps(-5, 2.5).map((longitude) => ({ latitude, value: valueAt(latitude, longitude) })),
    );
    const weights = values.map(({ latitude }) => Math.cos((latitude * Math.PI) / 180));
    const mean = sum(values.map(({ value }, index) => value * weights[index]!)) / sum(weights);
    expect(data.points).toBe(values.length);
    expect(data.minimum.value).toBeCloseTo(Math.min(...values.map(({ value }) => value)), decimals);
    expect(data.maximum.value).toBeCloseTo(Math.max(...values.map(({ value }) => value)), decimals);
    expect(data.mean).toBeCloseTo(mean, decimals);
    for (const { latitude, longitude, value } of [data.minimum, data.maximum])
      expect(valueAt(latitude, longitude)).toBeCloseTo(value, decimals);
    expect(data.unit).toBe(unit);
  });

  test('get_ensemble_forecast is made of the members of the gridded forecast', async () => {
    const { data } = await call('get_ensemble_forecast', {
      latitude: 39.8,
      longitude: -105.1,
      variable: 'temperature_2m',
      time: '2026-03-18T12:00:00Z',
    });
    expect(data.nearest_point).toMatchObject({ latitude: 39.75, longitude: -105 });
    expect(data.nearest_point.distance).toBeCloseTo(10.2, 0);
    const [{ minimum, maximum, mean }] = data.spreads;
    const members = [];
    for (const member of [1, 2, 3]) {
      const valueAt = await askGrid(
        portal.url,
        key,
        `/gridded/temperature_2m?time=2026-03-18T12&ens_member=${member}`,
      );
      members.push(valueAt(39.75, -105));
    }
    for (const value of members) {
      expect(value).toBeGreaterThanOrEqual(minimum - 0.01);
      expect(value).toBeLessThanOrEqual(maximum + 0.01);
    }
    expect(mean).toBeGreaterThan(minimum);
    expect(mean).toBeLessThan(maximum);
  });

  test('get_point_forecast with compare says what changed since the run before', async () => {
    const range = { min_forecast_time: '2026-03-15T12', max_forecast_time: '2026-03-15T14' };
    const { data, text } = await call('get_point_forecast', {
      coordinates: '42,-71',
      ...range,
      compare: true,
    });
    const query = 'min_forecast_time=2026-03-15T12&max_forecast_time=2026-03-15T14';
    const before = await get(
      `/points?coordinates=42,-71&${query}&initialization_time=${data.compared_with.slice(0, 13)}`,
    );
    for (const [index, hour] of data.forecasts[0].hours.entries()) {
      const earlier = before.forecasts[0][index];
      expect(hour.change.temperature_2m).toBeCloseTo(hour.temperature_2m - earlier.temperature_2m, 2);
      expect(hour.change.precipitation).toBeCloseTo(hour.precipitation - earlier.precipitation, 1);
    }
    expect(text).toContain('what changed since the run');
  });

  test('get_point_forecast in steps, where rows are 6 hours apart, says how many hours it knows of', async () => {
    const { data, text } = await call('get_point_forecast', {
      coordinates: '42,-71',
      min_forecast_time: '2026-03-22T00:00:00Z',
      max_forecast_time: '2026-03-23T00:00:00Z',
      step_hours: 24,
    });
    expect(data.forecasts[0].steps).toMatchObject([{ hours: 4, end: '2026-03-23T00:00:00+00:00' }]);
    expect(text).toContain('every sixth hour alone');
  });

  test('get_gridded_summary of the whole globe, and of a box across the date line', async () => {
    const run = { variable: 'pressure_msl', initialization_time: '2026-03-14T00', forecast_hour: 6 };
    const globe = await call('get_gridded_summary', run);
    expect(globe.data.points).toBe(721 * 1440);
    expect(globe.data).toMatchObject({ time: '2026-03-14T06:00:00+00:00', unit: 'hPa' });
    const box = { min_latitude: 0, max_latitude: 0, min_longitude: 179, max_longitude: -179 };
    expect((await call('get_gridded_summary', { ...run, ...box })).data.points).toBe(9);
  });

  test.each(['hdd', 'cdd'])('get_degree_days: %s', async (kind) => {
    const { data } = await call('get_degree_days', { kind });
    const answer = await get(`/${kind}?initialization_time=${data.initialization_time.slice(0, 19)}`);
    expect(data.dates).toEqual(answer.dates);
    const byState = data.states.map((each: { state: string; values: number[] }) => [
      each.state,
      Object.fromEntries(data.dates.map((date: string, day: number) => [date, each.values[day]])),
    ]);
    expect(Object.fromEntries(byState)).toEqual(answer[kind]);
  });

  test('get_degree_days of some states from another model', async () => {
    const given = { kind: 'hdd', states: ['maine', 'NH'], external_model: 'GFS' };
    const { data } = await call('get_degree_days', { ...given, initialization_time: '2026-03-14T00' });
    const answer = await get('/hdd?initialization_time=2026031400&external_model=gfs');
    expect(data.states.map((each: { state: string }) => each.state)).toEqual(['Maine', 'New Hampshire']);
    expect(data.states[0].values).toEqual(Object.values(answer.hdd.Maine));
    expect(data.states[0].total).toBeCloseTo(sum(Object.values(answer.hdd.Maine)), 1);
  });

  test.each(['', 'NA', 'NI'])('get_tropical_cyclones %s', async (basin) => {
    const { data } = await call('get_tropical_cyclones', basin ? { basin } : {});
    const tracks = data.cyclones.map((each: { id: string; track: object[] }) => [each.id, each.track]);
    expect(Object.fromEntries(tracks)).toEqual(
      await get(`/tropical_cyclones${basin ? `?basin=${basin}` : ''}`),
    );
  });
});

const steps = (first: number, last: number) =>
  Array.from({ length: (last - first) * 4 + 1 }, (_, step) => first + step / 4);

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
