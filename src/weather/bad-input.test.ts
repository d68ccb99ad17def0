import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, type WeatherApp } from '../../test/helpers/weather-app.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

const time = 'time=2026111604';
const points = '/points?coordinates=1,2';

describe('a bad request', () => {
  test.each([
    [400, '/points'],
    [400, '/points?coordinates='],
    [400, '/points?coordinates=chicago'],
    [400, '/points?coordinates=1'],
    [400, '/points?coordinates=91,0'],
    [400, '/points?coordinates=0,361'],
    [400, '/points?coordinates=1,2;;3,4'],
    [400, '/points?coordinates=1e3,2'],
    [400, '/points?coordinates=1,2,3'],
    [400, '/points?coordinates=1,0x10'],
    [400, '/points?coordinates=1,1e999'],
    [400, `/points?coordinates=${Array(51).fill('1,2').join(';')}`],
    [400, `${points}&coordinates=3,4`],
    [400, `${points}&min_forecast_hour=-1`],
    [400, `${points}&max_forecast_hour=361`],
    [400, `${points}&min_forecast_hour=1.5`],
    [400, `${points}&min_forecast_hour=9&max_forecast_hour=3`],
    [400, `${points}&min_forecast_time=soon`],
    [400, `${points}&min_forecast_time=2026111700&max_forecast_time=2026111600`],
    [400, `${points}&initialization_time=yesterday`],
    [400, `${points}&colour=blue`],
    [400, '/initialization_times.json?ens_member=26'],
    [400, '/initialization_times.json?ens_member=-1'],
    [400, '/initialization_times.json?ens_member=median'],
    [400, '/initialization_times.json?intracycle=maybe'],
    [400, '/forecast_hours.json?ens_member=1&intracycle=True'],
    [400, '/historical_initialization_times.json?ens_member=mean&intracycle=true'],
    [400, '/generation_times.json?intracycle=True&intracycle=False'],
    [400, '/gridded/temperature_2m'],
    [400, '/gridded/temperature_2m?initialization_time=2026111400'],
    [400, '/gridded/temperature_2m?forecast_hour=6'],
    [400, `/gridded/temperature_2m?${time}&forecast_hour=6`],
    [400, `/gridded/temperature_2m?${time}&initialization_time=2026111400`],
    [400, '/gridded/temperature_2m?initialization_time=2026111400&forecast_hour=121'],
    [400, '/gridded/temperature_2m?initialization_time=2026111400&forecast_hour=366'],
    [400, '/gridded/temperature_2m?initialization_time=2026111400&forecast_hour=six'],
    [400, `/gridded/temperature_2m?${time}&ens_member=1&intracycle=True`],
    [400, `/gridded/temperature_2m?${time}&resolution=2`],
    [400, '/gridded/temperature_2m?time=20261116'],
    [404, `/gridded/temperature?${time}`],
    [404, `/gridded/full?${time}`],
    [404, `/gridded/501/temperature?${time}`],
    [404, `/gridded/0500/temperature?${time}`],
    [404, `/gridded/500/temperature_2m?${time}`],
    [404, `/gridded/500/temperature/x?${time}`],
    [404, '/gridded/temperature_2m?initialization_time=2023010100&forecast_hour=6'],
    [
      404,
      '/gridded/temperature_2m?initialization_time=2026111406&forecast_hour=6&intracycle=True&time=',
      400,
    ],
    [404, '/gridded/temperature_2m?initialization_time=2026111500&forecast_hour=360'],
    [404, '/constants/albedo'],
    [400, '/constants/land_mask?time=2026111604'],
    [400, '/tropical_cyclones?basin=XX'],
    [400, '/tropical_cyclones?basin=na'],
    [404, '/tropical_cyclones?initialization_time=2020010100'],
    [400, '/hdd'],
    [400, '/cdd?initialization_time=now'],
    [400, '/hdd?initialization_time=2026111400&external_model=icon'],
    [400, '/hdd?initialization_time=2026111400&external_model=gfs&intracycle=True'],
    [404, '/hdd?initialization_time=2026111403'],
    [404, '/hdd?initialization_time=2026111500'],
    [400, '/observations.json?since=1733032805.5'],
    [400, '/observations.json?since=-1'],
    [400, '/observations.json?since=99999999999999999999'],
    [400, '/observations.json?since=9223372036854775808'],
    [400, '/observations.json?min_time=noon'],
    [400, '/observations.json?min_time=200&max_time=100'],
    [400, '/observations.json?min_latitude=91'],
    [400, '/observations.json?min_latitude=20&max_latitude=10'],
    [400, '/observations.json?min_longitude=east'],
    [400, '/observations.json?include_ids=yes'],
    [404, '/observations.json?mission_id=W-1'],
    [404, '/super_observations.json?mission_id=x'],
    [400, '/missions.json?page=-1'],
    [400, '/missions.json?page_size=0'],
    [400, '/missions.json?page=x'],
    [404, '/missions/W-99999999/launch_site.json'],
    [404, '/missions/nope/prediction.json'],
    [404, '/missions/%2e%2e/flight_data.json'],
    [404, '/missions/W-7300'],
    [404, '/'],
    [404, '/nothing'],
    [404, '/points/'],
  ])('is %i: %s', async (status, path, instead = status) => {
    const response = await weather.app.inject(`/api/v1${path}`);
    expect(response.statusCode).toBe(instead);
    const { error, success, ...more } = response.json();
    expect(success).toBe(false);
    expect(more).toEqual({});
    expect(error.length).toBeLessThan(260);
    expect(error).toMatch(/\.$/);
    expect(response.headers['x-synthetic']).toBe('true');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY'] as const)(
    'is every request with another method: %s',
    async (method) => {
      for (const path of ['/points?coordinates=1,2', '/gridded/FULL', '/missions/x/prediction.json']) {
        const response = await weather.app.inject({ method, url: `/api/v1${path}` });
        expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(response.json()).toMatchObject({ success: false });
      }
      expect((await weather.app.inject({ method, url: '/api/v1/nothing' })).statusCode).toBe(404);
    },
  );

  test('is rejected before its body is read', async () => {
    const response = await weather.app.inject({
      method: 'POST',
      url: '/api/v1/points',
      headers: { authorization: 'outsider', 'content-type': 'application/json' },
      payload: '{ not JSON',
    });
    expect(response.statusCode).toBe(403);
  });

  test('passes the guard first and only once, on known and unknown paths', async () => {
    for (const path of [
      '/points',
      '/gridded/FULL',
      '/constants/x',
      '/hdd?x=1',
      '/nothing',
      '/missions/a/b/c',
    ]) {
      weather.guarded.length = 0;
      const headers = { authorization: 'outsider' };
      const response = await weather.app.inject({ url: `/api/v1${path}`, headers });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({ error: 'Not authorized', success: false });
      expect(response.headers['x-synthetic']).toBe('true');
      expect(weather.guarded).toHaveLength(1);
    }
  });
});
