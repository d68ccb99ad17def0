import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { askSandbox, fetchFrom } from './ask-sandbox.ts';

const sandbox = inject('sandbox');
const missing = ['ncdump', 'xarray', 'netCDF4'].filter((name) => sandbox.missing.includes(name));

const variables = [
  'temperature_2m',
  'dewpoint_2m',
  'wind_u_10m',
  'wind_v_10m',
  'precipitation',
  'pressure_msl',
];
/** Points of the one-degree grid in mid-latitudes, in the tropics, at the date line and at both poles. */
const places: [number, number][] = [
  [42, -71],
  [-34, 151],
  [1, 104],
  [52, 180],
  [90, 0],
  [-90, -120],
];
const hour = 30;

describe.skipIf(missing.length > 0)('a NetCDF file', () => {
  let folder = '';
  let run = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-netcdf-'));
    run = (await askSandbox<{ latest: string }>(sandbox, '/initialization_times.json')).latest;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const variable of variables) {
    test(`of ${variable} says what the point forecast says, to ncdump and to xarray`, async () => {
      const points = await pointValues(variable, places);
      const file = await save(`${variable}.nc`, `/gridded/${variable}`, { resolution: '1' });
      const [read] = readWithXarray([{ file, variable, places }]);
      expectNear(read!, points);
      expectNear(readWithNcdump(file, variable), points);
    });
  }

  test('at the full resolution has the points between whole degrees', async () => {
    const between = places.slice(0, 4).map(([lat, lon]): [number, number] => [lat + 0.25, lon - 0.5]);
    const file = await save('fine.nc', '/gridded/temperature_2m', {});
    const [read] = readWithXarray([{ file, variable: 'temperature_2m', places: between }]);
    expectNear(read!, await pointValues('temperature_2m', between));
  });

  test('of all variables holds the same fields as the files of one', async () => {
    const all = await save('full.nc', '/gridded/FULL', { resolution: '1' });
    const one = await save('500.nc', '/gridded/500/temperature', { resolution: '1' });
    const [wind, fromAll, fromOne] = readWithXarray([
      { file: all, variable: 'wind_u_10m', places },
      { file: all, variable: 'temperature', level: 500, places },
      { file: one, variable: 'temperature', level: 500, places },
    ]);
    expectNear(wind!, await pointValues('wind_u_10m', places));
    expect(fromAll).toEqual(fromOne);
  });

  async function pointValues(variable: string, at: [number, number][]): Promise<number[]> {
    const { forecasts } = await askSandbox<{ forecasts: Record<string, number>[][] }>(sandbox, '/points', {
      coordinates: at.map((place) => place.join(',')).join(';'),
      initialization_time: run,
      min_forecast_hour: String(hour),
      max_forecast_hour: String(hour),
    });
    return forecasts.map(([row]) => row![variable]!);
  }

  async function save(name: string, path: string, query: Record<string, string>): Promise<string> {
    const file = join(folder, name);
    const asked = { initialization_time: run, forecast_hour: String(hour), ...query };
    writeFileSync(file, await (await fetchFrom(sandbox, path, asked)).bytes());
    return file;
  }
});

interface Question {
  file: string;
  variable: string;
  level?: number;
  places: [number, number][];
}

function readWithXarray(questions: Question[]): number[][] {
  const env = { PATH: sandbox.path, HOME: sandbox.home };
  const script = join(import.meta.dirname, 'read_grid.py');
  const read = spawnSync('python3', [script], { env, input: JSON.stringify(questions), encoding: 'utf8' });
  if (read.status !== 0) throw new Error(read.stderr);
  return JSON.parse(read.stdout);
}

/** A grid of one degree: 360 values from 0° eastward, row after row from north to south. */
function readWithNcdump(file: string, variable: string): number[] {
  const dump = spawnSync('ncdump', ['-v', variable, '-p', '9', file], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, text = ''] = dump.stdout.split(`\n ${variable} =`);
  const values = text.split(';')[0]!.split(',').map(Number);
  expect(values).toHaveLength(181 * 360);
  return places.map(([lat, lon]) => values[(90 - lat) * 360 + ((lon + 360) % 360)]!);
}

/** The point forecast is rounded to two decimals or more. */
function expectNear(read: number[], points: number[]): void {
  expect(read).toHaveLength(points.length);
  read.forEach((value, index) => {
    expect(Math.abs(value - points[index]!), `${value} and ${points[index]}`).toBeLessThan(0.0051);
  });
}
