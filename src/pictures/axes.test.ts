import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearScale, logScale, niceExtent, niceTicks, timeTicks } from './axes.ts';
import { formatTick } from './format.ts';

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('a scale', () => {
  test('gives back the value of each place', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1100, noNaN: true }), (pressure) => {
        const log = logScale([1050, 50], [500, 0]);
        expect(log.valueAt(log.at(pressure))).toBeCloseTo(pressure, 6);
        const linear = linearScale([-40, 40], [48, 624]);
        expect(linear.valueAt(linear.at(pressure))).toBeCloseTo(pressure, 6);
      }),
    );
  });

  test('has equal ratios equally far apart where it is logarithmic', () => {
    const { at } = logScale([1000, 100], [300, 0]);
    expect(at(1000) - at(500)).toBeCloseTo(at(500) - at(250), 9);
  });
});

describe('ticks', () => {
  test('are round, in order, inside, and never too many', () => {
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

  test('are few where two values differ by less than numbers can tell', () => {
    expect(niceTicks(999999.9999999995, 999999.9999999997, 5).length).toBeLessThanOrEqual(7);
  });

  test('end an axis that holds every value and has a width', () => {
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

  test('of time are whole hours of UTC, days named', () => {
    const from = Date.parse('2026-11-15T03:40:00Z');
    const ticks = timeTicks(from, from + 26 * 3_600_000, 8);
    expect(ticks.map(formatTick)).toEqual(['06', '12', '18', '16 Nov']);
    expect(timeTicks(from, Number.POSITIVE_INFINITY, 8)).toEqual([]);
    expect(timeTicks(from, from + 4000 * 24 * 3_600_000, 8).length).toBeLessThanOrEqual(9);
  });
});
