import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { surfaceVariables } from '../../../api/variables.ts';
import { netcdfDataBytes, netcdfHeader } from '../../../pictures/netcdf/write.ts';
import { allFields } from '../../gridded-routes.ts';
import { forecastAt } from '../forecasts/forecast-snapshots.ts';
import { surfaceValueAt } from '../forecasts/points.ts';
import { gridAt } from './grid.ts';
import { describeGridFile, type GridFile, gridFileChunks, validMs } from './grid-file.ts';

const valid = { forecast: { model: 'main' as const, runMs: Date.UTC(2026, 10, 14) }, hour: 30 };
const folder = mkdtempSync(join(tmpdir(), 'netcdf-'));
const hasNcdump = spawnSync('ncdump', ['--help']).error === undefined;

afterAll(() => rmSync(folder, { recursive: true }));

describe('a grid file', () => {
  test.each(surfaceVariables)('has the same %s at a grid point as the point forecast', (name) => {
    const file: GridFile = { fields: [{ kind: 'surface', name }], resolution: 1, valid };
    const values = lastVariable(file);
    const { latitudes, longitudes } = gridAt(1);
    const snapshot = forecastAt(valid.forecast, validMs(valid));
    for (let index = 0; index < values.length; index += 977) {
      const latitude = latitudes[Math.floor(index / longitudes.length)]!;
      const east = longitudes[index % longitudes.length]!;
      const longitude = east > 180 ? east - 360 : east;
      expect(values[index]).toBe(Math.fround(surfaceValueAt(name, snapshot, { latitude, longitude })));
    }
  });

  test('knows its length before a value is computed', () => {
    for (const fields of [allFields.slice(0, 1), allFields.slice(7, 9)]) {
      const file: GridFile = { fields, resolution: 1, valid };
      let bytes = 0;
      for (const chunk of gridFileChunks(file)) bytes += chunk.length;
      expect(bytes).toBe(netcdfDataBytes(describeGridFile(file)));
    }
  });

  test('holds every variable on its own dimensions, none of them a scalar', () => {
    const { variables, dimensions } = describeGridFile({ fields: allFields, resolution: 0.25, valid });
    for (const variable of variables) expect(variable.dimensions.length).toBeGreaterThan(0);
    expect(Object.fromEntries(dimensions.map(({ name, length }) => [name, length]))).toEqual({
      time: 1,
      level: 25,
      latitude: 721,
      longitude: 1440,
    });
  });

  test.skipIf(!hasNcdump)('is read by ncdump: dimensions, attributes and values', () => {
    const fields: GridFile['fields'] = [{ kind: 'upper', name: 'temperature', levelsHpa: [500] }];
    const path = write('upper.nc', { fields, resolution: 1, valid: { ...valid, forecast: mean } });
    const header = execFileSync('ncdump', ['-h', path], { encoding: 'utf8' });
    expect(header).toContain('float temperature(time, level, latitude, longitude)');
    expect(header).toContain(':initialization_time = "2026-11-14T00:00:00+00:00"');
    expect(header).toContain(':forecast_hour = 30 ;');
    expect(header).toContain('WeatherMesh:ens:mean');
    expect(header).toContain(':Conventions = "CF-1.8"');
    expect(header).toContain(':synthetic = "true"');
    const axes = execFileSync('ncdump', ['-v', 'level,longitude', path], { encoding: 'utf8' });
    expect(axes).toContain('level = 500 ;');
    expect(axes).toMatch(/longitude = 0, 1, 2,/);
  });

  test.skipIf(!hasNcdump)('is read by ncdump without a time when it holds constants', () => {
    const path = write('soil.nc', { fields: [{ kind: 'constant', name: 'soil_type' }], resolution: 1 });
    const header = execFileSync('ncdump', ['-h', path], { encoding: 'utf8' });
    expect(header).toContain('float soil_type(latitude, longitude)');
    expect(header).toContain('soil_type:flag_values = 0, 1, 2');
    expect(header).not.toContain('initialization_time');
  });
});

const mean = { ...valid.forecast, member: 'mean' as const };

function write(name: string, file: GridFile): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([netcdfHeader(describeGridFile(file)), ...gridFileChunks(file)]));
  return path;
}

function lastVariable(file: GridFile): Float32Array {
  const { latitudes, longitudes } = gridAt(file.resolution);
  const count = latitudes.length * longitudes.length;
  const bytes = Buffer.concat([...gridFileChunks(file)]).subarray(-4 * count);
  return Float32Array.from({ length: count }, (_, index) => bytes.readFloatBE(4 * index));
}
