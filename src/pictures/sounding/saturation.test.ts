import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KELVIN } from './constants.ts';
import { dewPointCelsius, mixingRatio, saturationHpa, vapourHpa, virtualKelvin } from './saturation.ts';

const celsius = fc.double({ min: -120, max: 60, noNaN: true });

it('has the vapour pressures of the Smithsonian tables (Goff and Gratch) within a third of a percent', () => {
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

it('gives the dew point whose vapour pressure it was', () => {
  fc.assert(
    fc.property(celsius, (t) => {
      expect(dewPointCelsius(saturationHpa(t))).toBeCloseTo(t, 9);
    }),
  );
});

it('gives the mixing ratio whose vapour pressure it was', () => {
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

it('makes moist air lighter than dry air, by about 0.6 K for each part in 300', () => {
  expect(virtualKelvin(300, 0)).toBe(300);
  expect(virtualKelvin(300, 0.01) - 300).toBeCloseTo(300 * 0.608 * 0.01, 1);
});

it('has a vapour pressure at every temperature, down to absolute zero', () => {
  fc.assert(
    fc.property(fc.double({ min: -KELVIN, max: 60, noNaN: true }), (t) => {
      expect(saturationHpa(t)).toBeGreaterThanOrEqual(0);
      expect(saturationHpa(t)).toBeLessThan(210);
    }),
  );
});
