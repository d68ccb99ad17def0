import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearScale, logScale, niceExtent, niceTicks, timeAxis } from './axes.ts';

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('a scale', () => {
  test('converts a coordinate back to its value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1100, noNaN: true }), (pressure) => {
        const log = logScale([1050, 50], [500, 0]);
        expect(log.valueAt(log.at(pressure))).toBeCloseTo(pressure, 6);
        const linear = linearScale([-40, 40], [48, 624]);
        expect(linear.valueAt(linear.at(pressure))).toBeCloseTo(pressure, 6);
      }),
    );
  });

  test('puts equal ratios equally far apart if it is logarithmic', () => {
    const { at } = logScale([1000, 100], [300, 0]);
    expect(at(1000) - at(500)).toBeCloseTo(at(500) - at(250), 9);
  });
});

describe('ticks', () => {
  test('are round, in order, within the range, and not too many', () => {
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 12 }), (one, other, wanted) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const ticks = niceTicks(from, to, wanted);
        expect(ticks.length).toBeLessThanOrEqual(wanted + 2);
        const room = 1e-6 * Math.max(1, Math.abs(from), Math.abs(to));
        for (const tick of ticks) expect(tick >= from - room && tick <= to + room).toBe(true);
        expect(ticks).toEqual([...ticks].sort((first, second) => first - second));
      }),
    );
  });

  test('are few if two values differ by less than the precision of numbers', () => {
    expect(niceTicks(999999.9999999995, 999999.9999999997, 5).length).toBeLessThanOrEqual(7);
    expect(niceTicks(0, Number.MIN_VALUE, 1)).toEqual([0]);
  });

  test('at both ends of an axis enclose every value and differ', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const [from, to] = niceExtent(values, 4)!;
        expect(to).toBeGreaterThan(from);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(from - 1e-6);
        expect(Math.max(...values)).toBeLessThanOrEqual(to + 1e-6);
      }),
    );
    expect(niceExtent([], 4)).toBeUndefined();
    expect(niceExtent([Number.NaN], 4)).toBeUndefined();
  });

  test('of a time axis are at whole hours of UTC, and midnight is labelled with the day', () => {
    const from = Date.parse('2026-11-15T03:40:00Z');
    const ticksTo = (to: number) => timeAxis(linearScale([from, to], [0, 600]), [from, to], 8);
    expect(ticksTo(from + 26 * 3_600_000).map(({ label }) => label)).toEqual(['06', '12', '18', '16 Nov']);
    expect(ticksTo(Number.POSITIVE_INFINITY)).toEqual([]);
    expect(ticksTo(from + 4000 * 24 * 3_600_000).length).toBeLessThanOrEqual(9);
  });
});
