import { describe, expect, test } from 'vitest';
import { type Json, jsonText, parseJson } from '../../code/exact-json.ts';
import { everyBranch, initiallyExpanded, unitAt, unitsOf, visibleRows } from './json-tree.ts';

const response: Json = {
  forecasts: [[{ time: 'noon', temperature_2m: 8.1 }]],
  'odd key': null,
};

describe('the rows of the Inspector', () => {
  test('are only those whose parents are open', () => {
    expect(paths(response, [''])).toEqual(['', 'forecasts', '["odd key"]']);
    expect(paths(response, ['', 'forecasts'])).toEqual(['', 'forecasts', 'forecasts[0]', '["odd key"]']);
  });

  test('have a path that can be pasted into a program', () => {
    const rows = visibleRows(response, everyBranch(response));
    expect(rows.map((row) => row.path)).toContain('forecasts[0][0].temperature_2m');
  });

  test('know their place among their siblings', () => {
    const row = visibleRows(response, new Set([''])).at(-1);
    expect(row).toMatchObject({ name: 'odd key', depth: 1, position: 2, siblings: 2, size: undefined });
  });

  test('open level by level while they fit', () => {
    expect([...initiallyExpanded(response, 3)]).toEqual(['']);
    expect([...initiallyExpanded(response, 4)]).toEqual(['', 'forecasts']);
  });

  test('of ten thousand entries cost nothing while they are folded', () => {
    const big: Json = { rows: Array.from({ length: 10_000 }, (_, hour) => ({ hour })) };
    expect(visibleRows(big, initiallyExpanded(big, 24))).toHaveLength(2);
    expect(visibleRows(big, everyBranch(big))).toHaveLength(20_002);
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

test('a map without a name of its own gives its unit to all that is in it', () => {
  const units = unitsOf([{ name: '{run}', type: 'array', description: 'x', unit: 'h' }]);
  expect(unitAt('["2026-11-15T00:00:00+00:00"][3]', units)).toBe('h');
});

test('a number keeps the digits it is written with, shown and copied', () => {
  const root = parseJson('{"next_since": 1794714799360599004, "rain": [0.000, 6.60]}') as Json;
  const rows = visibleRows(root, everyBranch(root));
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

test('a text is copied as it is, anything else as JSON', () => {
  expect(jsonText('noon')).toBe('noon');
  expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(jsonText(null)).toBe('null');
});

function paths(root: Json, expanded: string[]): string[] {
  return visibleRows(root, new Set(expanded)).map((row) => row.path);
}
