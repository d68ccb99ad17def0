import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  condensationLevel,
  dewPointCelsius,
  equivalentPotentialKelvin,
  liftDry,
  liftSaturated,
  mixingRatio,
  potentialKelvin,
  saturationHpa,
  saturationRatio,
  vapourHpa,
  virtualKelvin,
  zeroCelsiusKelvin,
} from './thermodynamics.ts';

const celsius = fc.double({ min: -120, max: 60, noNaN: true });

test('has the vapour pressures of the Smithsonian tables (Goff and Gratch) within a third of a percent', () => {
  for (const [t, hpa] of [
    [-30, 0.5088],
    [-10, 2.8627],
    [0, 6.1078],
    [10, 12.272],
    [20, 23.373],
    [30, 42.43],
  ] as const)
    expect(Math.abs(saturationHpa(t) / hpa - 1)).toBeLessThan(0.0033);
});

test('gives the dew point whose vapour pressure it was', () => {
  fc.assert(
    fc.property(celsius, (t) => {
      expect(dewPointCelsius(saturationHpa(t))).toBeCloseTo(t, 9);
    }),
  );
});

test('gives the mixing ratio whose vapour pressure it was', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1100, noNaN: true }),
      fc.double({ min: 0, max: 0.1, noNaN: true }),
      (p, share) => {
        expect(vapourHpa(mixingRatio(share * p, p), p)).toBeCloseTo(share * p, 9);
      },
    ),
  );
});

test('makes moist air lighter than dry air, by about 0.6 K for each part in 300', () => {
  expect(virtualKelvin(300, 0)).toBe(300);
  expect(virtualKelvin(300, 0.01) - 300).toBeCloseTo(300 * 0.608 * 0.01, 1);
});

test('has a vapour pressure at every temperature, down to absolute zero', () => {
  fc.assert(
    fc.property(fc.double({ min: -zeroCelsiusKelvin, max: 60, noNaN: true }), (t) => {
      expect(saturationHpa(t)).toBeGreaterThanOrEqual(0);
      expect(saturationHpa(t)).toBeLessThan(210);
    }),
  );
});

const pressure = fc.double({ min: 50, max: 1050, noNaN: true });
const kelvin = fc.double({ min: 220, max: 310, noNaN: true });

describe('a dry adiabat', () => {
  test('keeps the potential temperature', () => {
    fc.assert(
      fc.property(kelvin, pressure, pressure, (from, fromHpa, toHpa) => {
        const to = liftDry(from, fromHpa, toHpa);
        expect(potentialKelvin(to, toHpa)).toBeCloseTo(potentialKelvin(from, fromHpa), 8);
      }),
    );
  });
});

describe('a moist adiabat', () => {
  test('leads back to its start', () => {
    fc.assert(
      fc.property(kelvin, fc.double({ min: 300, max: 1050, noNaN: true }), (from, fromHpa) => {
        const up = liftSaturated(from, fromHpa, fromHpa / 2);
        expect(liftSaturated(up, fromHpa / 2, fromHpa)).toBeCloseTo(from, 3);
      }),
    );
  });

  test('is the same in one step and level by level', () => {
    const levels = Array.from({ length: 60 }, (_, index) => 1000 * 0.965 ** index);
    let stepwise = 295;
    for (let index = 1; index < levels.length; index++)
      stepwise = liftSaturated(stepwise, levels[index - 1]!, levels[index]!);
    expect(stepwise).toBeCloseTo(liftSaturated(295, 1000, levels.at(-1)!), 3);
  });

  test('cools less than a dry one, and nearly as much where it is cold', () => {
    expect(liftSaturated(300, 1000, 500)).toBeGreaterThan(liftDry(300, 1000, 500) + 25);
    expect(Math.abs(liftSaturated(220, 300, 200) - liftDry(220, 300, 200))).toBeLessThan(0.2);
  });

  // Bolton's has a heat of vaporisation that changes with temperature.
  test('keeps the equivalent potential temperature of Bolton within 1.5 K', () => {
    const at = (t: number, p: number) => equivalentPotentialKelvin(t, t, p);
    for (const start of [280, 290, 298])
      for (const toHpa of [850, 700, 500, 300])
        expect(Math.abs(at(liftSaturated(start, 1000, toHpa), toHpa) - at(start, 1000))).toBeLessThan(1.5);
  });

  test('ends for any input', () => {
    expect(liftSaturated(290, 1000, 0)).toBeDefined();
    expect(liftSaturated(290, 0, 1000)).toBeDefined();
    expect(liftSaturated(Number.NaN, 1000, 100)).toBeNaN();
  });
});

describe('the condensation level', () => {
  test('is where the lifted parcel is saturated', () => {
    fc.assert(
      fc.property(kelvin, fc.double({ min: 0.5, max: 30, noNaN: true }), (t, spread) => {
        const ratio = mixingRatio(saturationHpa(t - spread - zeroCelsiusKelvin), 1000);
        const level = condensationLevel(t, t - spread, 1000);
        // The heat capacity of the vapour makes the parcel cool a little less than dry air.
        expect(Math.abs(liftDry(t, 1000, level.pressureHpa) - level.kelvin)).toBeLessThan(0.2);
        expect(saturationRatio(level.kelvin, level.pressureHpa) / ratio).toBeCloseTo(1, 6);
      }),
    );
  });

  test('is at the start where the air is saturated', () => {
    const level = condensationLevel(285, 285, 960);
    expect(level.kelvin).toBeCloseTo(285, 9);
    expect(level.pressureHpa).toBeCloseTo(960, 6);
  });

  test('is 125 m higher for each degree of spread', () => {
    const level = condensationLevel(293, 283, 1000);
    // 9.76 K/km up to there.
    expect((293 - level.kelvin) / 0.00976).toBeGreaterThan(1200);
    expect((293 - level.kelvin) / 0.00976).toBeLessThan(1260);
  });
});
