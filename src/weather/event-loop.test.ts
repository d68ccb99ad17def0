import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTurnMs, maxTurnMs } from '../../test/helpers/longest-turn.ts';
import { createWeatherApp, type WeatherApp } from '../../test/helpers/weather-app.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

const get = async (path: string) => expect((await weather.app.inject(`/api/v1${path}`)).statusCode).toBe(200);
const coordinates = Array.from({ length: 50 }, (_, index) => `${index},${index * 7 - 170}`).join(';');
const runs = ['2026111400', '2026111406', '2026111412'];

/** The worst that is documented of each endpoint, three times, each time about something not computed before. */
const worst: [name: string, paths: string[]][] = [
  ['points', runs.map((run) => `/points?coordinates=${coordinates}&initialization_time=${run}`)],
  ['historical_initialization_times.json', repeated('/historical_initialization_times.json?intracycle=True')],
  ['generation_times.json', repeated('/generation_times.json?intracycle=True')],
  ['forecast_hours.json', repeated('/forecast_hours.json?intracycle=True')],
  [
    'tropical_cyclones',
    ['2024', '2025', '2026'].map((y) => `/tropical_cyclones?initialization_time=${y}090100`),
  ],
  ['hdd', runs.map((run) => `/hdd?ens_member=mean&initialization_time=${run}`)],
  [
    'observations.json',
    [1720, 1730, 1740].map((t) => `/observations.json?since=${t}000000&min_latitude=89.9`),
  ],
  ['super_observations.json', [1721, 1731, 1741].map((t) => `/super_observations.json?since=${t}000000`)],
  ['flight_data.json', [4000, 4100, 4200].map((number) => `/missions/W-${number}/flight_data.json`)],
  ['prediction.json', [7330, 7340, 7350].map((number) => `/missions/W-${number}/prediction.json`)],
];

describe('the event loop', () => {
  test.each(worst)('is blocked for less than 50 ms of CPU by the worst call of %s', async (_name, paths) => {
    expect(await bestTurnMs(paths.map((path) => () => get(path)))).toBeLessThan(maxTurnMs);
  });

  test('is free for others while many long calls are answered at once', async () => {
    const path = `/points?coordinates=${coordinates}`;
    const attempt = () => Promise.all(Array.from({ length: 10 }, () => get(path)));
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });

  test('answers a short call before long ones', async () => {
    const done: string[] = [];
    const ask = async (name: string, path: string) => {
      await get(path);
      done.push(name);
    };
    const long = Array.from({ length: 10 }, () => ask('long', `/points?coordinates=${coordinates}`));
    await Promise.all([...long, ask('short', '/points?coordinates=1,2&max_forecast_hour=1')]);
    expect(done[0]).toBe('short');
  });
});

function repeated(path: string): string[] {
  return [path, path, path];
}
