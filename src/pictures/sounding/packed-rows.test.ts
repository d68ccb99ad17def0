import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PackedRows, packRows, unpackRows } from './packed-rows.ts';

const value = (most: number, decimals: number) =>
  fc.option(
    fc
      .integer({ min: -most * 10 ** decimals, max: most * 10 ** decimals })
      .map((units) => units / 10 ** decimals),
  );
const rows = fc.array(
  fc.record({
    timestamp: fc.integer({ min: 0, max: 4_000_000_000 }),
    latitude: value(90, 5),
    longitude: value(180, 5),
    altitude: value(40_000, 1),
    humidity: value(100, 2),
    pressure: value(1100, 2),
    temperature: value(120, 2),
    speed_u: value(150, 2),
    speed_v: value(150, 2),
  }),
);

test('unpacking returns exactly the packed rows', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const sent = JSON.parse(JSON.stringify(packRows(some))) as PackedRows;
      expect(JSON.stringify(unpackRows(sent))).toBe(JSON.stringify(some));
    }),
  );
});

test('invalid packed rows are rejected', () => {
  const packed = packRows([]);
  expect(unpackRows({} as PackedRows)).toBeUndefined();
  expect(unpackRows({ ...packed, altitude: [1] })).toBeUndefined();
});
