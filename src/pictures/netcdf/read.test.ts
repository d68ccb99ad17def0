import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNetcdfGrid } from './read.ts';

const word = (value: number) => [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255);
const text = (value: string) => [
  ...word(value.length),
  ...Buffer.from(value),
  ...Array.from({ length: (4 - (value.length % 4)) % 4 }, () => 0),
];
const float = (value: number) => [...Buffer.from(new Float32Array([value]).buffer)].reverse();

/** Two dimensions, a variable with a unit, and its values: as small as a file of the whole globe can be. */
function fileOf(values: number[], rows: number, columns: number): ArrayBuffer {
  const header = (begin: number) => [
    ...Buffer.from('CDF\x01', 'latin1'),
    ...word(0),
    ...[...word(10), ...word(2), ...text('latitude'), ...word(rows), ...text('longitude'), ...word(columns)],
    ...[...word(0), ...word(0)],
    ...[...word(11), ...word(1), ...text('t'), ...word(2), ...word(0), ...word(1)],
    ...[...word(12), ...word(1), ...text('units'), ...word(2), ...text('degC')],
    ...[...word(5), ...word(values.length * 4), ...word(begin)],
  ];
  return new Uint8Array([...header(header(0).length), ...values.flatMap(float)]).buffer;
}

const values = Array.from({ length: 15 }, (_, index) => index - 7);

test('a variable on the whole globe is read with its name and unit', () => {
  expect(readNetcdfGrid(fileOf(values, 3, 4))).toEqual({
    variable: 't',
    unit: 'degC',
    grid: { stepDegrees: 90, values: values.slice(0, 12) },
  });
});

test('a missing value is not a number, and a variable of a region is skipped', () => {
  expect(readNetcdfGrid(fileOf([9.96e36, ...values], 3, 4))?.grid.values[0]).toBeNaN();
  expect(readNetcdfGrid(fileOf(values, 3, 5))).toBeUndefined();
  expect(readNetcdfGrid(new TextEncoder().encode('\x89HDF\r\n').buffer as ArrayBuffer)).toBeUndefined();
});

test('a file that is cut off or changed at any byte throws nothing', () => {
  const whole = new Uint8Array(fileOf(values, 3, 4));
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
      const bytes = whole.slice();
      bytes[at] = byte;
      readNetcdfGrid(bytes.slice(0, length).buffer);
      readNetcdfGrid(bytes.buffer);
    }),
  );
});
