import { describe, expect, test } from 'vitest';
import { headerDifferences } from './header-differences.ts';
import { shapeDifferences } from './shape.ts';
import { leftOut, shortenJson } from './shorten.ts';

describe('the shape of an answer', () => {
  const shown = { rows: [{ time: 'noon', value: 1.5 }], by_state: { Ohio: { '2026-11-15': 3 } } };

  test('is the same however many entries an array or a map has', () => {
    const real = {
      rows: Array.from({ length: 9 }, () => ({ time: 'now', value: null as number | null })),
      by_state: { Maine: { '2026-11-15': 1, '2026-11-16': 2 }, Ohio: {} },
    };
    expect(shapeDifferences(shown, real)).toEqual([]);
    real.rows[8]!.value = 4;
    expect(shapeDifferences(shown, real)).toEqual([]);
  });

  test('differs by a key more or less, and by a type, at any depth', () => {
    expect(shapeDifferences(shown, { ...shown, rows: [{ time: 'noon' }] })).toEqual([
      'the answer.rows[].value is shown and does not exist',
    ]);
    expect(shapeDifferences(shown, { ...shown, total: 2 })).toEqual([
      'the answer.total exists and is not shown',
    ]);
    expect(shapeDifferences(shown, { ...shown, by_state: { Ohio: { '2026-11-15': '3' } } })).toEqual([
      'the answer.by_state[][] is shown as a number and is a string',
    ]);
  });

  test('of a NetCDF header is its names, not its sizes and values', () => {
    const header = (size: number, name: string) =>
      `netcdf x {\ndimensions:\n\tobs = ${size} ;\nvariables:\n\tfloat ${name}(obs) ;\n\t\t${name}:units = "m" ;\n}`;
    expect(headerDifferences(header(2, 'altitude'), header(7, 'altitude'))).toEqual([]);
    expect(headerDifferences(header(2, 'altitude'), header(2, 'height'))).toHaveLength(4);
  });
});

test('a shortened answer has the same shape and the numbers as they were written', () => {
  const text =
    '{"since":1794716708000000001,"hours":[0,1,2,3,4],"rows":[{"t":1.50},{"t":0.000},{"t":2.0}],"by":{"A":1,"B":2,"C":3,"Z":9.0}}';
  const short = shortenJson(text, ['Z']);
  expect(short).toContain('"since": 1794716708000000001');
  expect(short).toContain('"hours": [0, 1, 2]');
  expect(short).toContain('"t": 1.50');
  expect(JSON.parse(short)).toMatchObject({ rows: [{ t: 1.5 }, { t: 0 }], by: { A: 1, B: 2, Z: 9 } });
  expect(shapeDifferences(JSON.parse(short), JSON.parse(text))).toEqual([]);
});

describe('what is left out of a shown answer', () => {
  const days = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, day) => [`2026-11-${day + 10}`, day]));

  test('is counted, in rows or by its field', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ time: 'noon' }));
    expect(leftOut({ forecasts: [rows(2), rows(2)] }, { forecasts: [rows(4), rows(4)] })).toBe(
      '2 rows shown',
    );
    expect(leftOut({ hdd: { Ohio: days(3) } }, { hdd: { Ohio: days(9), Texas: days(9) } })).toBe(
      '1 entries of hdd, 3 in each shown',
    );
  });

  test('is nothing where all of it is shown', () => {
    expect(leftOut({ hdd: { Ohio: days(3) } }, { hdd: { Ohio: days(3) } })).toBeUndefined();
  });
});
