import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EndpointDoc } from '../../content/contract.ts';
import { root } from '../../platform/root.ts';
import { type Json, jsonText, parseJson } from '../code/exact-json.ts';
import { initiallyExpanded, parseNetcdfHeader, treeMove, unitAt, unitsOf, visibleRows } from './json-tree.ts';

const response: Json = {
  forecasts: [[{ time: 'noon', temperature_2m: 8.1 }]],
  'odd key': null,
};

describe('the rows of the Inspector', () => {
  test('are only those whose parents are open', () => {
    expect(paths(response, [''])).toEqual(['', 'forecasts', '["odd key"]']);
    expect(paths(response, ['', 'forecasts'])).toEqual(['', 'forecasts', 'forecasts[0]', '["odd key"]']);
  });

  test('have a path that works in code', () => {
    const rows = visibleRows(response, initiallyExpanded(response, Infinity));
    expect(rows.map((row) => row.path)).toContain('forecasts[0][0].temperature_2m');
  });

  test('have a position among their siblings', () => {
    const row = visibleRows(response, new Set([''])).at(-1);
    expect(row).toMatchObject({ name: 'odd key', depth: 1, position: 2, siblings: 2, size: undefined });
  });

  test('open level by level while they fit', () => {
    expect([...initiallyExpanded(response, 3)]).toEqual(['']);
    expect([...initiallyExpanded(response, 4)]).toEqual(['', 'forecasts']);
  });

  test('of ten thousand entries cost nothing while collapsed', () => {
    const big: Json = { rows: Array.from({ length: 10_000 }, (_, hour) => ({ hour })) };
    expect(visibleRows(big, initiallyExpanded(big, 24))).toHaveLength(2);
    expect(visibleRows(big, initiallyExpanded(big, Infinity))).toHaveLength(20_002);
  });
});

test('a value has the unit of its field, or of the nearest field above it that has one', () => {
  const units = unitsOf([
    {
      name: 'forecasts',
      type: 'array',
      description: 'x',
      arrayItems: [{ name: 'temperature_2m', type: 'number', description: 'x', unit: '°C' }],
    },
    {
      name: 'hdd',
      type: 'map',
      description: 'x',
      arrayItems: [
        {
          name: '{state}',
          type: 'map',
          description: 'x',
          arrayItems: [{ name: '{date}', type: 'number', description: 'x', unit: '°F day' }],
        },
      ],
    },
  ]);
  expect(unitAt('forecasts[0][0].temperature_2m', units)).toBe('°C');
  expect(unitAt('hdd.Ohio["2026-11-15"]', units)).toBe('°F day');
  expect(unitAt('forecasts[0][0].time', units)).toBeUndefined();
});

test('an unnamed map gives its unit to its entries', () => {
  const units = unitsOf([{ name: '{run}', type: 'array', description: 'x', unit: 'h' }]);
  expect(unitAt('["2026-11-15T00:00:00+00:00"][3]', units)).toBe('h');
});

test('a number keeps its digits when shown and copied', () => {
  const root = parseJson('{"next_since": 1794714799360599004, "rain": [0.000, 6.60]}') as Json;
  const rows = visibleRows(root, initiallyExpanded(root, Infinity));
  expect(rows.map(({ path, size }) => [path, size])).toEqual([
    ['', 2],
    ['next_since', undefined],
    ['rain', 2],
    ['rain[0]', undefined],
    ['rain[1]', undefined],
  ]);
  expect(jsonText(rows[1]!.value)).toBe('1794714799360599004');
  expect(jsonText(rows[2]!.value)).toBe('[\n  0.000,\n  6.60\n]');
  expect(parseJson('{ "cut off')).toBeUndefined();
});

test('strings are copied as they are, other values as JSON', () => {
  expect(jsonText('noon')).toBe('noon');
  expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(jsonText(null)).toBe('null');
});

function paths(root: Json, expanded: string[]): string[] {
  return visibleRows(root, new Set(expanded)).map((row) => row.path);
}

const rows = visibleRows({ a: { b: 1 }, c: 2 }, new Set(['', 'a']));

test('arrow keys move between rows and stop at the ends', () => {
  expect(treeMove('ArrowDown', rows, 0)).toEqual({ choose: 1 });
  expect(treeMove('ArrowUp', rows, 0)).toEqual({ choose: 0 });
  expect(treeMove('ArrowDown', rows, 3)).toEqual({ choose: 3 });
  expect(treeMove('End', rows, 0)).toEqual({ choose: 3 });
});

test('left collapses an open branch or moves to the parent', () => {
  expect(treeMove('ArrowLeft', rows, 1)).toEqual({ toggle: 'a' });
  expect(treeMove('ArrowLeft', rows, 2)).toEqual({ choose: 1 });
});

test('right expands a closed branch or moves into an open one', () => {
  const closed = visibleRows({ a: { b: 1 } }, new Set(['']));
  expect(treeMove('ArrowRight', closed, 1)).toEqual({ toggle: 'a' });
  expect(treeMove('ArrowRight', rows, 1)).toEqual({ choose: 2 });
});

test('other keys are left to the browser', () => {
  expect(treeMove('Tab', rows, 0)).toBeUndefined();
});

test('a header becomes a tree of its dimensions, variables and attributes', () => {
  const header = [
    'netcdf grid {',
    'dimensions:',
    '  time = UNLIMITED ; // (1 currently)',
    '  latitude = 721 ;',
    'variables:',
    '  int time(time) ;',
    '    time:units = "hours since 1970-01-01" ;',
    '  float temperature_2m(time, latitude) ;',
    '    temperature_2m:_FillValue = -32767.f ;',
    '',
    '// global attributes:',
    '    :Conventions = "CF-1.8" ;',
    '    :forecast_hour = 3 ;',
    '}',
  ].join('\n');
  expect(parseNetcdfHeader(header)).toEqual({
    name: 'grid',
    dimensions: { time: 'UNLIMITED', latitude: 721 },
    variables: {
      time: { type: 'int', dimensions: ['time'], units: 'hours since 1970-01-01' },
      temperature_2m: { type: 'float', dimensions: ['time', 'latitude'], _FillValue: -32767 },
    },
    attributes: { Conventions: 'CF-1.8', forecast_hour: 3 },
  });
  expect(parseNetcdfHeader('{"no": "header"}')).toBeUndefined();
});

const endpoints = join(root, 'content/endpoints');
const headers = readdirSync(endpoints)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => ({
    file,
    ...(parse(readFileSync(join(endpoints, file), 'utf8'), { uniqueKeys: false }) as EndpointDoc)
      .response_example,
  }))
  .filter(({ type }) => type === 'application/x-netcdf');

test.each(headers)('the tree has everything that the header in $file declares', ({ text }) => {
  const declared = text.split('\n').filter((line) => line.trimEnd().endsWith(';')).length;
  const { dimensions, variables, attributes } = parseNetcdfHeader(text) as Record<
    string,
    Record<string, object>
  >;
  const count = (fields: object | undefined) => Object.keys(fields ?? {}).length;
  // A variable is declared in one line and has two fields in addition to its attributes.
  const inVariables = Object.values(variables ?? {}).reduce((sum, fields) => sum + count(fields) - 1, 0);
  expect(count(dimensions) + inVariables + count(attributes)).toBe(declared);
});

test('four endpoints return NetCDF files', () => {
  expect(headers).toHaveLength(4);
});
