import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs, type WeatherApp } from '../../test/helpers/weather-app.ts';
import { hourMs } from '../time.ts';
import { isInBasin } from './sandbox/forecasts/cyclones.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

async function get(path: string) {
  const response = await weather.app.inject(`/api/v1${path}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-synthetic']).toBe('true');
  return response;
}

describe('point forecasts', () => {
  const keys = [
    'time',
    'temperature_2m',
    'dewpoint_2m',
    'wind_u_10m',
    'wind_v_10m',
    'precipitation',
    'pressure_msl',
  ];

  test('come in the order of the places, from hour 0 to 360, every row with the same keys', async () => {
    const { forecasts } = (await get('/points?coordinates=41.88,-87.63;-33.87,151.21')).json();
    expect(forecasts).toHaveLength(2);
    for (const rows of forecasts) {
      expect(rows).toHaveLength(161);
      expect(rows[0].time).toBe('2026-11-14T18:00:00+00:00');
      for (const row of rows) expect(Object.keys(row)).toEqual(keys);
    }
    expect(forecasts[0][0].temperature_2m).toBeLessThan(forecasts[1][0].temperature_2m);
  });

  test('respect the requested hours and times', async () => {
    const byHour = (await get('/points?coordinates=1,2&min_forecast_hour=3&max_forecast_hour=6')).json();
    expect(byHour.forecasts[0]).toHaveLength(4);
    const byTime = await get(
      '/points?coordinates=1,2&min_forecast_time=2026-11-15T00%3A00%3A00&max_forecast_time=2026-11-15T02%3A00%3A00',
    );
    const times = byTime.json().forecasts[0].map((row: { time: string }) => row.time.slice(11, 13));
    expect(times).toEqual(['00', '01', '02']);
  });

  test.each(['min_forecast_time=2027010100', 'max_forecast_time=2026010100'])(
    'are no rows where a run has none: %s',
    async (range) => {
      expect((await get(`/points?coordinates=1,2&${range}`)).json()).toEqual({ forecasts: [[]] });
    },
  );

  test('answer HEAD with the headers of GET and no body', async () => {
    const url = '/api/v1/points?coordinates=1,2&max_forecast_hour=1';
    const head = await weather.app.inject({ method: 'HEAD', url });
    const { body, headers } = await weather.app.inject(url);
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(head.headers['content-type']).toBe(headers['content-type']);
  });

  test('accept coordinates in every number format of programming languages', async () => {
    const ofPlain = await get('/points?coordinates=0.5,0.00001&max_forecast_hour=0');
    for (const place of ['.5,1e-05', '%2B0.50,1.0E-5', '5e-1,.00001']) {
      const answer = await get(`/points?coordinates=${place}&max_forecast_hour=0`);
      expect(answer.body).toBe(ofPlain.body);
    }
  });

  test('write measurements with a decimal point', async () => {
    const { body } = await get('/points?coordinates=1,2&max_forecast_hour=0');
    expect(body).toMatch(/"precipitation":\d+\.\d+/);
    expect(body).not.toMatch(/:-?\d+[,}]/);
  });

  test('give the hours that exist of a run that is still being computed', async () => {
    const { forecasts } = (await get('/points?coordinates=1,2&initialization_time=2026111500')).json();
    expect(forecasts[0].length).toBeGreaterThan(10);
    expect(forecasts[0].length).toBeLessThan(161);
  });

  test.each(['2026-11-12T00:00:00', '2010-01-01T00:00:00', '2026-11-14T05:00:00', '2027-01-01T00:00:00'])(
    'are 404 for the run of %s, archived or unknown',
    async (time) => {
      const response = await weather.app.inject(`/api/v1/points?coordinates=1,2&initialization_time=${time}`);
      expect(response.statusCode).toBe(404);
    },
  );
});

describe('lists of runs', () => {
  test.each(['', '?ens_member=1&intracycle=False', '?intracycle=True', '?ens_member=mean'])(
    'hold at least three available runs%s, newest first, within 48 hours',
    async (query) => {
      const { latest, available } = (await get(`/initialization_times.json${query}`)).json();
      expect(latest).toBe(available[0]);
      expect(available.length).toBeGreaterThanOrEqual(3);
      expect([...available].sort().reverse()).toEqual(available);
      for (const time of available) {
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\+00:00$/);
        expect(Date.parse(time)).toBeGreaterThanOrEqual(nowMs - 48 * hourMs);
      }
    },
  );

  test('read False as false: intracycle=False lists the main cycle', async () => {
    const main = (await get('/initialization_times.json?intracycle=False')).json();
    expect(main).toEqual((await get('/initialization_times.json')).json());
    const hourly = (await get('/initialization_times.json?intracycle=True')).json();
    expect(hourly.available.length).toBeGreaterThan(40);
  });

  test('have archived runs as a bare list, oldest first, from 2024-01-01 up to the available ones', async () => {
    const archived: string[] = (await get('/historical_initialization_times.json?intracycle=False')).json();
    const { available } = (await get('/initialization_times.json')).json();
    expect(archived[0]).toBe('2024-01-01T00:00:00+00:00');
    expect(Date.parse(available.at(-1)) - Date.parse(archived.at(-1)!)).toBe(6 * hourMs);
  });

  test('name forecast hours of a run that is not yet available', async () => {
    const hours: Record<string, number[]> = (await get('/forecast_hours.json?intracycle=False')).json();
    const { available } = (await get('/initialization_times.json')).json();
    const [newest] = Object.keys(hours);
    expect(newest).toBe('2026-11-15T00:00:00+00:00');
    expect(available).not.toContain(newest);
    expect(hours[available[0]]).toHaveLength(161);
    expect(hours[available[0]]?.slice(119, 123)).toEqual([119, 120, 126, 132]);
  });

  test('name the moment of creation of every hour, with a fraction and an offset', async () => {
    const created: Record<string, Record<string, string>> = (await get('/generation_times.json')).json();
    const hours = (await get('/forecast_hours.json')).json();
    expect(Object.keys(created)).toEqual(Object.keys(hours));
    for (const [run, times] of Object.entries(created)) {
      expect(Object.keys(times)).toEqual(hours[run].map(String));
      for (const time of Object.values(times)) {
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
        expect(Date.parse(time)).toBeLessThanOrEqual(nowMs);
        expect(Date.parse(time)).toBeGreaterThan(Date.parse(run));
      }
    }
  });
});

describe('tropical cyclones', () => {
  test('are a map from id to points, for the newest run or a named one', async () => {
    const tracks = (await get('/tropical_cyclones?initialization_time=2026-09-14T00%3A00%3A00')).json();
    expect(Object.keys(tracks).length).toBeGreaterThan(0);
    for (const [point] of Object.values(tracks) as object[][]) {
      expect(Object.keys(point!)).toEqual(['time', 'latitude', 'longitude']);
    }
    await get('/tropical_cyclones');
  });

  test('can be limited to a basin', async () => {
    const tracks = (await get('/tropical_cyclones?initialization_time=2026091400&basin=EP')).json();
    for (const [first] of Object.values(tracks) as { latitude: number; longitude: number }[][]) {
      expect(isInBasin('EP', first!.latitude, first!.longitude)).toBe(true);
    }
  });

  test('are 404 while the run is not computed', async () => {
    for (const time of ['2026111500', '2026111506']) {
      const response = await weather.app.inject(`/api/v1/tropical_cyclones?initialization_time=${time}`);
      expect(response.statusCode).toBe(404);
    }
  });
});

describe('degree days', () => {
  test.each(['hdd', 'cdd'])('give %s for all 50 states, each with every date', async (kind) => {
    const answer = (await get(`/${kind}?initialization_time=2026111400&intracycle=False`)).json();
    expect(Object.keys(answer).sort()).toEqual([kind, 'dates'].sort());
    expect(Object.keys(answer[kind])).toHaveLength(50);
    expect(Object.keys(answer[kind])[0]).toBe('Alabama');
    for (const days of Object.values(answer[kind]) as Record<string, number>[]) {
      expect(Object.keys(days)).toEqual(answer.dates);
      for (const value of Object.values(days)) expect(value).toBeGreaterThanOrEqual(0);
    }
  });

  test('heat Minnesota in November and cool Florida in July', async () => {
    const heating = (await get('/hdd?initialization_time=2026-11-14T00:00:00')).json();
    expect(heating.hdd.Minnesota['2026-11-15']).toBeGreaterThan(15);
    const cooling = (await get('/cdd?initialization_time=2026-07-01T00')).json();
    expect(cooling.cdd.Florida['2026-07-02']).toBeGreaterThan(5);
    expect(cooling.dates[0]).toBe('2026-07-01');
  });

  test.each(['gfs', 'ifs', 'ens', 'aifs', 'hrrr'])('differ when made from %s', async (model) => {
    const own = (await get('/hdd?initialization_time=2026111400')).json();
    const other = (await get(`/hdd?initialization_time=2026111400&external_model=${model}`)).json();
    expect(other.dates).toEqual(own.dates);
    expect(other.hdd.Ohio).not.toEqual(own.hdd.Ohio);
  });
});
