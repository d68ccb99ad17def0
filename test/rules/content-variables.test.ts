import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  constantNames,
  surfaceVariables,
  upperVariables,
  variableMetadata,
} from '../../src/api/variables.ts';
import { api } from '../../src/urls.ts';
import { createWeatherApp } from '../helpers/weather-app.ts';
import { sandboxSite as site } from './content-site.ts';

/** The page about variables must describe what the sandbox serves. */

const page = site.pages.find(({ path }) => path === '/docs/variables')!;
const steps = site
  .sectionsOf(page)
  .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []));
const tableOf = (title: string) => {
  const { columns, rows } = steps.find((step) => step.title === title)!.table!;
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index]!, cell])));
};
const forecasts = [...tableOf('Forecasts near the surface'), ...tableOf('Forecasts on pressure levels')];
const observations = tableOf('Observations');
const constants = tableOf('Constants');
const nameOf = (row: Record<string, string>) => row.Variable!.slice(1, -1);

/** Maps the units of the CF conventions to those that people write. */
const unitWords: Record<string, string> = {
  degC: '°C',
  'm s-1': 'm/s',
  'm2 s-2': 'm²/s²',
  'kg kg-1': 'kg/kg',
};
const unitOf = (name: keyof typeof variableMetadata) =>
  unitWords[variableMetadata[name].units] ?? variableMetadata[name].units;

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await createWeatherApp());
});
afterAll(() => app.close());

const get = (path: string) => app.inject(`${api}${path}`);

test('every forecast variable is there, with its unit, near the surface or on levels', () => {
  expect(forecasts.map(nameOf)).toEqual([...surfaceVariables, ...upperVariables]);
  for (const row of forecasts) {
    const name = nameOf(row) as keyof typeof variableMetadata;
    const isOnLevels = upperVariables.some((each) => each === name);
    expect([name, row.Unit, row.Grid, row.Levels, row.Ensemble]).toEqual([
      name,
      unitOf(name),
      isOnLevels ? '' : 'yes',
      isOnLevels ? 'yes' : '',
      'yes',
    ]);
  }
  expect(constants.map((row) => [nameOf(row), row.Unit])).toEqual(
    constantNames.map((name) => [name, unitOf(name)]),
  );
});

test('a point forecast has those marked so, and no others', async () => {
  const [[row]] = (await get('/points?coordinates=42,-71&max_forecast_hour=0')).json().forecasts;
  const { time: _, ...values } = row;
  const marked = forecasts.filter((each) => each.Point === 'yes').map(nameOf);
  expect(Object.keys(values).sort()).toEqual(marked.sort());
});

test('an observation has those listed, and what says when, where and whose it is', async () => {
  const [row] = (await get('/observations.json')).json().observations;
  const others = ['timestamp', 'time', 'latitude', 'longitude', 'mission_id'];
  expect(Object.keys(row).sort()).toEqual([...observations.map(nameOf), ...others].sort());
});

describe('stays within the range given', () => {
  const boundsOf = (row: Record<string, string>) => row.Range!.split(' to ').map(Number) as [number, number];
  const runs = ['2025-01-15T00', '2025-07-15T18'];

  async function valuesOf(path: string): Promise<number[]> {
    const { rawPayload, statusCode } = await get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    const bytes = 181 * 360 * 4;
    const start = rawPayload.length - bytes;
    return Array.from({ length: bytes / 4 }, (_, index) => rawPayload.readFloatBE(start + 4 * index));
  }
  function expectWithin(values: number[], [least, most]: [number, number]): void {
    expect(Math.min(...sampled(values, Math.min))).toBeGreaterThanOrEqual(least);
    expect(Math.max(...sampled(values, Math.max))).toBeLessThanOrEqual(most);
  }

  test.each(forecasts.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
    const paths =
      row.Levels === 'yes' ? ['10', '250', '850', '1000'].map((level) => `${level}/${name}`) : [name];
    for (const path of paths) {
      for (const run of runs)
        expectWithin(
          await valuesOf(`/gridded/${path}?initialization_time=${run}&forecast_hour=120&resolution=1`),
          boundsOf(row),
        );
    }
  });

  test.each(constants.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
    expectWithin(await valuesOf(`/constants/${name}?resolution=1`), boundsOf(row));
  });

  test('every observation of an hour', async () => {
    const { observations: rows } = (await get('/observations.json')).json();
    for (const row of observations) {
      const [least, most] = boundsOf(row);
      for (const observation of rows) {
        expect(observation[nameOf(row)]).toBeGreaterThanOrEqual(least);
        expect(observation[nameOf(row)]).toBeLessThanOrEqual(most);
      }
    }
  });
});

/** Finds the extremes of each thousand values first, because the number of arguments of a call is limited. */
function sampled(values: number[], outermost: (...values: number[]) => number): number[] {
  const parts = Math.ceil(values.length / 1000);
  return Array.from({ length: parts }, (_, part) =>
    outermost(...values.slice(part * 1000, part * 1000 + 1000)),
  );
}

describe('what is said about precipitation', () => {
  test('a row six hours after another covers one hour, as hourly rows do', async () => {
    const run = '2026-11-14T00:00:00';
    const rows = (hours: string) =>
      get(`/points?coordinates=0,120&initialization_time=${run}&${hours}`).then(
        ({ body }) => JSON.parse(body).forecasts[0] as { time: string; precipitation: number }[],
      );
    const late = await rows('min_forecast_hour=126&max_forecast_hour=360');
    const early = await rows('min_forecast_hour=0&max_forecast_hour=120');
    const mean = (list: { precipitation: number }[]) =>
      list.reduce((sum, { precipitation }) => sum + precipitation, 0) / list.length;
    expect(Date.parse(late[1]!.time) - Date.parse(late[0]!.time)).toBe(6 * 3600 * 1000);
    expect(mean(early)).toBeGreaterThan(0);
    // If a row covered six hours, its value would be about six times as large.
    expect(mean(late) / mean(early)).toBeLessThan(3);
  });
});
