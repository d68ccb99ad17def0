import { describe, expect, test } from 'vitest';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { WeatherSource } from '../source.ts';
import type { ForecastStatus, ObservationStatus } from './contract.ts';
import { readForecastStatus, readObservationStatus } from './status.ts';

const noonMs = Date.parse('2026-11-15T12:00:00Z');
const at = (nowMs: number) => createSandbox(() => nowMs);
const hours = (count: number) => count * 3_600_000;

describe('forecasts', () => {
  const read = async (weather: WeatherSource, nowMs = noonMs) =>
    (await readForecastStatus(weather, nowMs)) as ForecastStatus;

  test('names the newest complete run, as the API does, and how long it took', async () => {
    const weather = at(noonMs);
    const status = await read(weather);
    const [newest] = await weather.listRuns({ model: 'main' });
    expect(status).toMatchObject({ state: 'on time', newest_run: newest });
    const times = Object.values((await weather.listGenerationTimes({ model: 'main' }))[newest!]!);
    const lastMs = Math.max(...times.map((time) => Date.parse(time)));
    expect(status.runs.find(({ run }) => run === newest)?.complete_minutes).toBe(
      Math.round((lastMs - Date.parse(newest!)) / 60_000),
    );
  });

  test('shows a run in progress without a completion time', async () => {
    const [newest] = (await read(at(noonMs - hours(2)), noonMs - hours(2))).runs;
    expect(newest).toMatchObject({ run: '2026-11-15T06:00:00+00:00' });
    expect(newest).not.toHaveProperty('complete_minutes');
    expect(newest?.hours_ready).toBeGreaterThan(0);
  });

  test('is late when the next run is overdue', async () => {
    const stopped = at(noonMs);
    expect(await read(stopped, noonMs + hours(9))).toMatchObject({ state: 'late' });
  });

  test('is unknown if no run is complete', async () => {
    const empty = { ...at(noonMs), listRuns: async () => [], listGenerationTimes: async () => ({}) };
    expect(await readForecastStatus(empty, noonMs)).toEqual({
      state: 'unknown',
      why: 'No run of the last 48 hours is complete.',
    });
  });
});

describe('observations', () => {
  const read = async (weather: WeatherSource, nowMs = noonMs) =>
    (await readObservationStatus(weather, nowMs)) as ObservationStatus;

  test('have the age of the newest one and the usual delay', async () => {
    const weather = at(noonMs);
    const status = await read(weather);
    expect(status).toMatchObject({
      state: 'on time',
      missions_flying: (await weather.listFlyingMissions()).length,
    });
    expect(Date.parse(status.newest)).toBeLessThan(noonMs);
    expect(status.newest_minutes_ago).toBeLessThan(15);
    expect(status.usual_minutes).toBeGreaterThan(2);
    expect(status.usual_minutes).toBeLessThan(25);
  });

  test('are late when nothing new was measured for half an hour', async () => {
    const stopped = at(noonMs - hours(1));
    expect(await read(stopped)).toMatchObject({ state: 'late' });
  });

  test('are unknown if nothing arrived for a day', async () => {
    const stopped = at(noonMs - hours(72));
    expect(await readObservationStatus(stopped, noonMs)).toMatchObject({ state: 'unknown' });
  });
});
