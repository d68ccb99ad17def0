import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../contract.ts';
import { codeInAll, codeOf } from './code.ts';

const environment = { clientId: 'TEA_ID', apiKey: 'TEA_KEY' };
const request: ApiRequest = {
  base: 'https://tea.test/api/v1',
  path: '/points',
  query: [
    ['coordinates', '37.77,-122.42;40.71,-74.01'],
    ['initialization_time', '2026-11-16T00:00:00+00:00'],
    ['max_forecast_hour', '24'],
  ],
  isFile: false,
};
const file: ApiRequest = {
  ...request,
  path: '/gridded/500/wind_u',
  query: [['resolution', '1']],
  isFile: true,
};

test('curl has one parameter a line, encoded where it must be', () => {
  expect(codeOf(request, 'curl', environment)).toBe(`curl -sS --fail-with-body -u "$TEA_ID:$TEA_KEY" \\
  -G "https://tea.test/api/v1/points" \\
  -d "coordinates=37.77,-122.42;40.71,-74.01" \\
  --data-urlencode initialization_time=2026-11-16T00:00:00+00:00 \\
  -d max_forecast_hour=24
`);
});

test('without parameters it is the address alone', () => {
  expect(
    codeOf({ ...request, query: [] }, 'curl', environment),
  ).toBe(`curl -sS --fail-with-body -u "$TEA_ID:$TEA_KEY" \\
  "https://tea.test/api/v1/points"
`);
  expect(codeOf({ ...request, query: [] }, 'python', environment)).not.toContain('params');
  expect(codeOf({ ...request, query: [] }, 'ruby', environment)).not.toContain('encode_www_form');
});

test('Python has numbers without quotes if they are sent as typed', () => {
  const written = (value: string) =>
    /"x": (.*),/.exec(codeOf({ ...request, query: [['x', value]] }, 'python', environment))![1];
  expect(['24', '-0.25', '1794817261349864004', '0'].map(written)).toEqual([
    '24',
    '-0.25',
    '1794817261349864004',
    '0',
  ]);
  expect(['-64.0', '007', '-0', '1e5', '0.00001'].map(written)).toEqual([
    '"-64.0"',
    '"007"',
    '"-0"',
    '"1e5"',
    '"0.00001"',
  ]);
});

test('a file is saved in each language, under the name of what is in it', () => {
  const texts = codeInAll(file, environment);
  expect(Object.keys(texts)).toEqual(['curl', 'python', 'java', 'ruby', 'netcdf']);
  for (const text of Object.values(texts)) expect(text).toContain('wind_u_500.nc');
  expect(texts.netcdf).toMatch(/ncdump -h wind_u_500\.nc\n$/);
  expect(Object.keys(codeInAll(request, environment))).toEqual(['curl', 'python', 'java', 'ruby']);
});

test('no line of curl, Java or Ruby holds two parameters', () => {
  for (const language of ['curl', 'java', 'ruby', 'python'] as const) {
    const lines = codeOf(request, language, environment).split('\n');
    expect(lines.filter((line) => /coordinates.*hour/.test(line))).toEqual([]);
  }
});

test('a shell passes any value unchanged, and runs nothing in it', () => {
  const value = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((text) => text.toWellFormed().replaceAll('\0', ''));
  fc.assert(
    fc.property(
      value,
      fc.constantFrom('$(id)', '`id`', '"', "'", '\\', '!!', ';ls', '\n', ''),
      (text, bad) => {
        const code = codeOf({ ...request, query: [['x', text + bad]] }, 'curl', environment);
        const script = `curl() { printf '%s\\0' "$@"; }\n${code}`;
        const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
        const [, given] = /(?:-d|--data-urlencode)\0(.*)\0$/s.exec(stdout)!;
        expect(given).toBe(`x=${text}${bad}`);
      },
    ),
    { numRuns: 40 },
  );
});

test('the key is in the two variables of the provider, and in no others', () => {
  for (const text of [
    ...Object.values(codeInAll(request, environment)),
    ...Object.values(codeInAll(file, environment)),
  ]) {
    expect(text).toContain('TEA_ID');
    expect(text).toContain('TEA_KEY');
    expect(text).not.toContain('WB_');
  }
});
