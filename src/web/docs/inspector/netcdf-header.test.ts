import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EndpointDoc } from '../../../content/contract.ts';
import { root } from '../../../platform/root.ts';
import { parseNetcdfHeader } from './netcdf-header.ts';

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

test.each(headers)('nothing that the header in $file declares is left out', ({ text }) => {
  const declared = text.split('\n').filter((line) => line.trimEnd().endsWith(';')).length;
  const { dimensions, variables, attributes } = parseNetcdfHeader(text) as Record<
    string,
    Record<string, object>
  >;
  const count = (fields: object | undefined) => Object.keys(fields ?? {}).length;
  // A variable is declared by one line and has two fields of its own beside its attributes.
  const inVariables = Object.values(variables ?? {}).reduce((sum, fields) => sum + count(fields) - 1, 0);
  expect(count(dimensions) + inVariables + count(attributes)).toBe(declared);
});

test('four endpoints answer with such a file', () => {
  expect(headers).toHaveLength(4);
});
