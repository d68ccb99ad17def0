import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortDecimal } from './short-decimal.ts';

const numbers = fc.oneof(
  fc.double(),
  fc.tuple(fc.integer(), fc.constantFrom(1, 10, 100, 1000, 10_000)).map(([steps, per]) => steps / per),
  fc.integer(),
  fc.constantFrom(-0, 0.001, -0.05, 0.1 + 0.2, 2_147_483.648, 2_147_483.649, 1e21, Number.NaN, 1 / 0),
);

test('is what JSON has for it, whatever it is', () => {
  fc.assert(
    fc.property(numbers, (value) => {
      expect(shortDecimal(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 2000 },
  );
});
