import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  condensationLevel,
  equivalentPotentialKelvin,
  liftDry,
  liftSaturated,
  potentialKelvin,
  saturationRatio,
} from './adiabats.ts';
import { KELVIN } from './constants.ts';
import { mixingRatio, saturationHpa } from './saturation.ts';

const pressure = fc.double({ min: 50, max: 1050, noNaN: true });
const kelvin = fc.double({ min: 220, max: 310, noNaN: true });

describe('a dry adiabat', () => {
  it('keeps the potential temperature', () => {
    fc.assert(
      fc.property(kelvin, pressure, pressure, (from, fromHpa, toHpa) => {
        const to = liftDry(from, fromHpa, toHpa);
        expect(potentialKelvin(to, toHpa)).toBeCloseTo(potentialKelvin(from, fromHpa), 8);
      }),
    );
  });
});

describe('a moist adiabat', () => {
  it('leads back to where it began', () => {
    fc.assert(
      fc.property(kelvin, fc.double({ min: 300, max: 1050, noNaN: true }), (from, fromHpa) => {
        const up = liftSaturated(from, fromHpa, fromHpa / 2);
        expect(liftSaturated(up, fromHpa / 2, fromHpa)).toBeCloseTo(from, 3);
      }),
    );
  });

  it('is the same in one go and level by level', () => {
    const levels = Array.from({ length: 60 }, (_, index) => 1000 * 0.965 ** index);
    let stepwise = 295;
    for (let index = 1; index < levels.length; index++)
      stepwise = liftSaturated(stepwise, levels[index - 1]!, levels[index]!);
    expect(stepwise).toBeCloseTo(liftSaturated(295, 1000, levels.at(-1)!), 3);
  });

  it('cools less than a dry one, and nearly as much where it is cold', () => {
    expect(liftSaturated(300, 1000, 500)).toBeGreaterThan(liftDry(300, 1000, 500) + 25);
    expect(Math.abs(liftSaturated(220, 300, 200) - liftDry(220, 300, 200))).toBeLessThan(0.2);
  });

  // Bolton's has a heat of vaporisation that changes with temperature.
  it('keeps the equivalent potential temperature of Bolton within 1.5 K', () => {
    const at = (t: number, p: number) => equivalentPotentialKelvin(t, t, p);
    for (const start of [280, 290, 298])
      for (const toHpa of [850, 700, 500, 300])
        expect(Math.abs(at(liftSaturated(start, 1000, toHpa), toHpa) - at(start, 1000))).toBeLessThan(1.5);
  });

  it('ends whatever it is asked', () => {
    expect(liftSaturated(290, 1000, 0)).toBeDefined();
    expect(liftSaturated(290, 0, 1000)).toBeDefined();
    expect(liftSaturated(Number.NaN, 1000, 100)).toBeNaN();
  });
});

describe('the condensation level', () => {
  it('is where the lifted parcel is saturated', () => {
    fc.assert(
      fc.property(kelvin, fc.double({ min: 0.5, max: 30, noNaN: true }), (t, spread) => {
        const ratio = mixingRatio(saturationHpa(t - spread - KELVIN), 1000);
        const level = condensationLevel(t, t - spread, 1000);
        expect(liftDry(t, 1000, level.pressureHpa)).toBeCloseTo(level.kelvin, 8);
        expect(saturationRatio(level.kelvin, level.pressureHpa) / ratio).toBeCloseTo(1, 1);
      }),
    );
  });

  it('is at the start where the air is saturated', () => {
    const level = condensationLevel(285, 285, 960);
    expect(level.kelvin).toBeCloseTo(285, 9);
    expect(level.pressureHpa).toBeCloseTo(960, 6);
  });

  it('is 125 m higher for each degree of spread', () => {
    const level = condensationLevel(293, 283, 1000);
    // 9.76 K/km up to there.
    expect((293 - level.kelvin) / 0.00976).toBeGreaterThan(1200);
    expect((293 - level.kelvin) / 0.00976).toBeLessThan(1260);
  });
});
