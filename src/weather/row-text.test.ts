import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, rounded } from './row-text.ts';

describe('a measurement as JSON', () => {
  test('always has a decimal point and is never minus zero', () => {
    expect(decimal(-64, 1)).toBe('-64.0');
    expect(decimal(300, 2)).toBe('300.00');
    expect(decimal(-0.001, 2)).toBe('0.00');
    expect(decimal(9.999, 2)).toBe('10.00');
  });

  test('is the same whether its row was rounded before or not, and reads back as the row', () => {
    fc.assert(
      fc.property(fc.double({ min: -2e5, max: 2e5, noNaN: true }), (value) => {
        for (const digits of [1, 2, 3, 5] as const) {
          const text = decimal(value, digits);
          expect(decimal(rounded(value, digits), digits)).toBe(text);
          expect(rounded(value, digits)).toBe(JSON.parse(text));
        }
      }),
    );
  });

  test('reads back as the number it was, to its digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -2e5, max: 2e5, noNaN: true }), (value) => {
        expect(JSON.parse(decimal(value, 3))).toBeCloseTo(value, 2.9);
      }),
    );
  });
});
