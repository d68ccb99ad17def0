import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PointRow } from '../../../src/api/forecast-api.ts';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askApi, askGrid, askJson } from '../../mcp/api.ts';
import { type Assistant, type Called, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('the numbers of each forecast tool are those of the API', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
    assistant = await connect(personalLink(portal.url, key));
    // The client then checks every answer against the tool's schema.
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
    expect(data).toMatchObject(await get(`/initialization_times.json${query}`));
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
    const [summary] = data.variables;
    const valueAt = await askGrid(portal.url, key, `/gridded/${variable}?time=2026-03-15T12`);
    const values = steps(40, 45).flatMap((latitude) =>
      steps(-5, 2.5).map((longitude) => ({ latitude, value: valueAt(latitude, longitude) })),
    );
    const weights = values.map(({ latitude }) => Math.cos((latitude * Math.PI) / 180));
    const mean = sum(values.map(({ value }, index) => value * weights[index]!)) / sum(weights);
    expect(summary.points).toBe(values.length);
    expect(summary.minimum.value).toBeCloseTo(Math.min(...values.map(({ value }) => value)), decimals);
    expect(summary.maximum.value).toBeCloseTo(Math.max(...values.map(({ value }) => value)), decimals);
    expect(summary.mean).toBeCloseTo(mean, decimals);
    for (const { latitude, longitude, value } of [summary.minimum, summary.maximum])
      expect(valueAt(latitude, longitude)).toBeCloseTo(value, decimals);
    expect(summary.unit).toBe(unit);
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
    const [{ minimum, maximum, mean }] = data.variables[0].times;
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
    expect(text).toContain('After hour 120 the run is 6-hourly');
  });

  test('every tool uses the newest complete run and names it, while the next is being computed', async () => {
    const { latest } = await get('/initialization_times.json');
    const hours = await get('/forecast_hours.json');
    const [started] = Object.keys(hours).sort().reverse();
    expect(started! > latest, 'a run is being computed').toBe(true);
    const time = '2026-03-14T18:00:00Z';
    const gridded = await askApi(portal.url, key, '/gridded/temperature_2m?time=2026-03-14T18', 'HEAD');
    expect(gridded.headers.get('x-initialization-time'), "the API's own default").toBe(started);
    const place = { min_latitude: 40, max_latitude: 40, min_longitude: 10, max_longitude: 10 };
    const summary = await call('get_gridded_summary', { variable: 'temperature_2m', time, ...place });
    const at = `initialization_time=${latest.slice(0, 19)}&forecast_hour=12`;
    expect(summary.data).toMatchObject({ initialization_time: latest, forecast_hour: 12 });
    const valueAt = await askGrid(portal.url, key, `/gridded/temperature_2m?${at}`);
    expect(summary.data.variables[0].mean).toBeCloseTo(valueAt(40, 10), 1);
    for (const [name, given] of [
      ['get_point_forecast', { coordinates: '40,10', min_forecast_time: time, max_forecast_time: time }],
      ['get_degree_days', { kind: 'hdd', states: ['Maine'] }],
      ['get_tropical_cyclones', {}],
    ] as const) {
      const { data, text } = await call(name, given);
      expect(data.initialization_time, name).toBe(latest);
      expect(text, name).toContain(latest);
    }
    const members = await get('/initialization_times.json?ens_member=1');
    const given = { coordinates: '40,10', variable: 'temperature_2m', time: '2026-03-14T16:00:00Z' };
    const ensemble = await call('get_ensemble_forecast', { ...given, end_time: time, step_hours: 1 });
    for (const spread of ensemble.data.variables[0].times)
      expect(spread.initialization_time).toBe(members.latest);
    expect(ensemble.text).toContain(`run ${members.latest}`);
  });

  test('get_gridded_summary of a range states its step, and both runs where it has two', async () => {
    const place = { min_latitude: 40, max_latitude: 40, min_longitude: 10, max_longitude: 10 };
    const given = { variable: 'pressure_msl', ...place, time: '2026-03-14T00:00:00Z' };
    const { data, text } = await call('get_gridded_summary', { ...given, end_time: '2026-03-14T20:00:00Z' });
    expect(data).toMatchObject({ step_hours: 3, variables: [{ points: 7 }] });
    expect(data.times.map(({ time }: { time: string }) => time.slice(11, 13)).join()).toBe(
      '00,03,06,09,12,15,18',
    );
    expect(text).toContain('7 times, one every 3 hours');
    const runs = [data.initialization_time, data.end_initialization_time];
    expect(runs).toEqual(['2026-03-14T00:00:00+00:00', '2026-03-14T06:00:00+00:00']);
    expect(text).toContain(`of the run ${runs[0]} to the run ${runs[1]}`);
    let total = 0;
    for (const hour of [0, 3, 6, 9, 12, 15, 18]) {
      const [run, ahead] = hour < 6 ? ['2026-03-14T00', hour] : ['2026-03-14T06', hour - 6];
      const path = `/gridded/pressure_msl?initialization_time=${run}&forecast_hour=${ahead}`;
      total += (await askGrid(portal.url, key, path))(40, 10);
    }
    expect(data.variables[0].mean).toBeCloseTo(total / 7, 1);
    expect((await call('get_gridded_summary', given)).data).not.toHaveProperty('step_hours');
  });

  test('a day that the answer covers only in part is marked, and a whole one is not', async () => {
    const { data, text } = await call('get_point_forecast', {
      coordinates: '42,-71',
      initialization_time: '2026-03-14T00',
      min_forecast_hour: 0,
      max_forecast_hour: 60,
      step_hours: 24,
    });
    const { forecasts } = await get(
      '/points?coordinates=42,-71&initialization_time=2026031400&max_forecast_hour=60',
    );
    const [onlyHour, ...rows] = forecasts[0];
    const [before, first, second, last] = data.forecasts[0].steps;
    expect(before).toMatchObject({ hours: 1, is_partial: true, temperature_2m_max: onlyHour.temperature_2m });
    for (const [day, step] of [first, second].entries()) {
      expect(step).toMatchObject({ hours: 24 });
      expect(step).not.toHaveProperty('is_partial');
      const fell = rows.slice(24 * day, 24 * (day + 1)).map((row: PointRow) => row.precipitation);
      expect(step.precipitation).toBeCloseTo(sum(fell), 2);
    }
    expect(last).toMatchObject({ hours: 12, is_partial: true });
    expect(text).toContain('The row 2026-03-13T00:00 covers only 1 of its 24 hours.');
    expect(text).toContain('The row 2026-03-16T00:00 covers only 12 of its 24 hours.');
    expect(text).not.toContain('The row 2026-03-14');
    const late = await call('get_point_forecast', {
      coordinates: '42,-71',
      min_forecast_time: '2026-03-21',
      max_forecast_time: '2026-03-23T12:00:00Z',
      step_hours: 24,
    });
    const steps = late.data.forecasts[0].steps as { is_partial?: boolean }[];
    expect(steps.map(({ is_partial = false }) => is_partial)).toEqual([false, false, true]);
    expect(late.text).toContain('The row 2026-03-23T00:00 covers only 12 of its 24 hours.');
  });

  test('the parts of a point forecast have the hours of the request, and no others', async () => {
    const coordinates = Array.from({ length: 20 }, (_, index) => `${index},${index * 3}`).join(';');
    const times: string[] = [];
    for (let next: Record<string, unknown> | undefined = { coordinates }; next; ) {
      const part: Called = await call('get_point_forecast', next);
      times.push(...part.data.forecasts[0].hours.map(({ time }: PointRow) => time));
      next = part.data.next_arguments;
    }
    const { forecasts } = await get(
      '/points?coordinates=0,0&min_forecast_time=2026-03-14T15&max_forecast_time=2026-03-15T15',
    );
    expect(times).toEqual(forecasts[0].map(({ time }: PointRow) => time));
  });

  test('get_degree_days has the states that were requested, and no others', async () => {
    const some = await call('get_degree_days', { kind: 'hdd', states: ['ME'] });
    expect(some.data).not.toHaveProperty('united_states');
    expect(some.text).not.toContain('United States');
    const country = await call('get_degree_days', { kind: 'hdd', states: ['US'] });
    expect(country.data).toMatchObject({ states: [], united_states: { state: 'United States' } });
  });

  test('get_gridded_summary of the whole globe, and of a box across the date line', async () => {
    const run = { variable: 'pressure_msl', initialization_time: '2026-03-14T00', forecast_hour: 6 };
    const globe = await call('get_gridded_summary', run);
    expect(globe.data.variables).toMatchObject([{ points: 721 * 1440, unit: 'hPa' }]);
    expect(globe.data.times).toMatchObject([{ time: '2026-03-14T06:00:00+00:00' }]);
    const box = { min_latitude: 0, max_latitude: 0, min_longitude: 179, max_longitude: -179 };
    expect((await call('get_gridded_summary', { ...run, ...box })).data.variables[0].points).toBe(9);
  });

  test.each(['hdd', 'cdd'])('get_degree_days: %s', async (kind) => {
    const { data } = await call('get_degree_days', { kind });
    const states = [...data.states];
    for (let next = data.next_arguments; next; ) {
      const part = await call('get_degree_days', next);
      states.push(...part.data.states);
      next = part.data.next_arguments;
    }
    const answer = await get(`/${kind}?initialization_time=${data.initialization_time.slice(0, 19)}`);
    expect(data.dates).toEqual(answer.dates);
    const byState = states.map((each: { state: string; values: number[] }) => [
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
