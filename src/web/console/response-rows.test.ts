import { expect, test } from 'vitest';
import { sortRows, tableIn } from './response-rows.ts';

test('flattens each documented shape and keeps every digit', () => {
  expect(tableIn('{"forecasts":[[{"time":"a","t":-64.0}],[{"time":"b","t":2.50}]]}')).toEqual({
    columns: ['place', 'time', 't'],
    rows: [
      ['1', 'a', '-64.0'],
      ['2', 'b', '2.50'],
    ],
  });
  expect(tableIn('{"observations":[{"id":1,"x":null}],"next_since":1794817261349864004}')).toEqual({
    columns: ['id', 'x'],
    rows: [['1', '']],
  });
  expect(tableIn('{"WP642026":[{"time":"a"}],"NA1":[{"time":"b"}]}')?.rows).toEqual([
    ['WP642026', 'a'],
    ['NA1', 'b'],
  ]);
  expect(tableIn('{"hdd":{"Ohio":{"2026-11-16":3.1}},"dates":["2026-11-16"]}')).toEqual({
    columns: ['name', '2026-11-16'],
    rows: [['Ohio', '3.1']],
  });
  expect(tableIn('{"2026-11-16T00:00:00+00:00":[0,1]}')?.rows).toEqual([
    ['2026-11-16T00:00:00+00:00', '0'],
    ['2026-11-16T00:00:00+00:00', '1'],
  ]);
  expect(tableIn('{"latitude":1.50,"longitude":2}')).toEqual({
    columns: ['latitude', 'longitude'],
    rows: [['1.50', '2']],
  });
  expect(tableIn('["a"]')?.rows).toEqual([['a']]);
});

test('text that is no JSON has no table', () => {
  expect(tableIn('{ "cut off')).toBeUndefined();
});

test('sorts rows by number or text, empty cells last', () => {
  const rows = [['10'], [''], ['9'], ['-64.0']];
  expect(sortRows(rows, 0, false).flat()).toEqual(['-64.0', '9', '10', '']);
  expect(sortRows(rows, 0, true).flat()).toEqual(['10', '9', '-64.0', '']);
  expect(sortRows([['b'], ['a']], 0, false).flat()).toEqual(['a', 'b']);
});

test('keeps every row and digit of a long response', () => {
  const row = '{"time":"2026-11-16T00:00:00+00:00","temperature_2m":-64.0,"pressure_msl":1020.76}';
  const table = tableIn(`{"observations":[${Array.from({ length: 22_000 }, () => row).join()}]}`);
  expect(table?.rows).toHaveLength(22_000);
  expect(table?.rows[0]).toEqual(['2026-11-16T00:00:00+00:00', '-64.0', '1020.76']);
});
