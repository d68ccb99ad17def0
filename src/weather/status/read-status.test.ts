import { describe, expect, test } from 'vitest';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { WeatherSource } from '../source.ts';
import type { ForecastStatus, ObservationStatus } from './contract.ts';
import { readForecastStatus, readObservationHours, readObservationStatus } from './read-status.ts';
import { runsFeedText } from './runs-feed.ts';

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

  test('lists late runs, and those of which nothing is there', async () => {
    const stopped = at(noonMs);
    const { runs, late_after_minutes } = await read(stopped, noonMs + hours(12));
    const late = runs.filter(({ state }) => state === 'late').map(({ run }) => run);
    // At midnight, the runs of 18 and 12 UTC should be complete, and the sandbox has stopped at noon.
    expect(late).toEqual(['2026-11-15T18:00:00+00:00', '2026-11-15T12:00:00+00:00']);
    expect(runs[0]).toEqual({ run: '2026-11-15T18:00:00+00:00', state: 'late', hours_ready: 0 });
    expect(late_after_minutes).toBeGreaterThan(30);
    const years = await read(stopped, noonMs + hours(24 * 400));
    expect(years.runs.length).toBeLessThan(20);
  });

  test('the feed announces complete and late runs, newest first', async () => {
    const options = {
      providerName: 'A & B',
      page: 'https://x.example/docs/status',
      publicUrl: 'https://x.example',
    };
    const status = await read(at(noonMs));
    const text = runsFeedText(status, options);
    const titles = [...text.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title);
    expect(titles[0]).toBe('A &amp; B forecast runs');
    const complete = status.runs.filter(({ complete_minutes }) => complete_minutes !== undefined);
    expect(titles.slice(1)).toHaveLength(complete.length);
    expect(titles[1]).toBe('15 Nov 06 UTC is complete');
    const updated = [...text.matchAll(/<updated>(.*)<\/updated>/g)].map(([, time]) => time!);
    expect(updated[0]).toBe(updated[1]);
    expect(updated.slice(1)).toEqual(updated.slice(1).sort().reverse());
    const ids = [...text.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);

    const later = runsFeedText(await read(at(noonMs), noonMs + hours(12)), options);
    expect(later).toContain('<title>15 Nov 12 UTC is late</title>');
    // An entry keeps its ID, so that readers announce it once.
    for (const id of ids.filter((each) => each?.includes('2026-11-14'))) expect(later).toContain(id!);
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

  test('have 48 whole hours with their delay, and none of the hour that may still arrive', async () => {
    const found = await readObservationHours(at(noonMs), noonMs);
    expect(found).toHaveLength(48);
    expect(found[0]?.hour).toBe('2026-11-15T10:00:00+00:00');
    expect(found.at(-1)?.hour).toBe('2026-11-13T11:00:00+00:00');
    for (const { count, delay_minutes } of found) {
      expect(count).toBeGreaterThan(10);
      expect(delay_minutes).toBeGreaterThan(0);
      expect(delay_minutes).toBeLessThan(30);
    }
  });

  test('have empty hours after an outage', async () => {
    const found = await readObservationHours(at(noonMs - hours(5)), noonMs);
    expect(found.slice(0, 4).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
    expect(found[0]).not.toHaveProperty('delay_minutes');
    expect(found[7]!.count).toBeGreaterThan(0);
  });

  test('are unknown if nothing arrived for a day', async () => {
    const stopped = at(noonMs - hours(72));
    expect(await readObservationStatus(stopped, noonMs)).toMatchObject({ state: 'unknown' });
  });
});
