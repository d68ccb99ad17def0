import { describe, expect, test } from 'vitest';
import { type Convection, convectionOf, liftParcel } from '../../src/pictures/sounding/convection.ts';
import {
  kIndex,
  lapseRateBetween,
  lapseRateTo,
  precipitableWater,
  totalTotals,
} from '../../src/pictures/sounding/indices.ts';
import { type Isotherm, isotherm, wetBulbZero } from '../../src/pictures/sounding/isotherms.ts';
import type { Level } from '../../src/pictures/sounding/levels.ts';
import {
  type Air,
  airAtPressure,
  airColumnOf,
  chooseParcel,
  type ParcelKind,
} from '../../src/pictures/sounding/parcel.ts';
import {
  equivalentPotentialKelvin,
  wetBulbKelvin,
  zeroCelsiusKelvin,
} from '../../src/pictures/sounding/thermodynamics.ts';
import { isUnavailable, type OrUnavailable, type Quantity } from '../../src/pictures/sounding/unavailable.ts';
import {
  bulkShear,
  bunkersMotion,
  helicity,
  type Wind,
  type WindAtHeight,
  windBetween,
  windIndices,
} from '../../src/pictures/sounding/wind.ts';
import type { GoldenSounding } from './golden-soundings.ts';

const parcels = [
  ['lowest', 'lowest'],
  ['mixed', 'mixed'],
  ['most unstable', 'most_unstable'],
] as const;

/** Compares one sounding with MetPy: test/fixtures/sounding/golden.py. It has other formulas for saturation and LCL. */
export function testAgainstMetPy({ name, levels, expected }: GoldenSounding): void {
  describe(name, () => {
    const { air } = known(airColumnOf(levels));
    const ground = levels[0]!.altitudeMetres;
    const lifted = (kind: ParcelKind): Convection => known(convectionOf(kind, air));

    describe.each(parcels)('the %s parcel', (kind, key) => {
      const golden = expected[key];

      test('starts with the temperatures of MetPy', () => {
        const { start } = lifted(kind);
        expect(start.pressureHpa).toBeCloseTo(golden.start.pressure, 3);
        expect(Math.abs(start.celsius - golden.start.temperature)).toBeLessThan(0.01);
        expect(Math.abs(start.dewPointCelsius - golden.start.dew_point)).toBeLessThan(0.02);
      });

      test('has its condensation level, its temperature at the top and its lifted index', () => {
        const { condensation, profile, liftedIndex } = lifted(kind);
        expect(Math.abs(condensation.pressureHpa - golden.lcl.pressure)).toBeLessThan(0.5);
        expect(Math.abs(condensation.celsius - golden.lcl.temperature)).toBeLessThan(0.03);
        expect(Math.abs(profile.at(-1)!.celsius - golden.top)).toBeLessThan(0.1);
        expectNear(liftedIndex, golden.lifted_index, 0.1);
      });

      test('has its levels of free convection and equilibrium, or none where it has none', () => {
        const { freeConvection, equilibrium } = lifted(kind);
        for (const [own, theirs] of [
          [freeConvection, golden.lfc],
          [equilibrium, golden.el],
        ] as const) {
          if (theirs === null) expect(own).toHaveProperty('unavailable');
          // If both curves are nearly parallel, a small difference between the parcels moves a crossing far.
          else if (Math.abs(known(own).pressureHpa - theirs) > 3)
            expect(excessAt(theirs, kind, air)).toBeLessThan(0.1);
        }
      });

      test('has its CAPE and CIN', () => {
        const { cape, cin } = lifted(kind);
        expect(Math.abs(known(cape).value - golden.cape)).toBeLessThan(10 + 0.01 * golden.cape);
        if (golden.cin === null) expect(cin).toHaveProperty('unavailable');
        else expect(Math.abs(known(cin).value - golden.cin)).toBeLessThan(3);
      });
    });

    test("agrees with MetPy's cape_cin where that finds the same levels", () => {
      const { cape_cin: own, lfc, el, negative_above, positive_below } = expected.lowest;
      const { cape, cin } = lifted('lowest');
      if (lfc === null || own.lfc === null || Math.abs(lfc - own.lfc) > 3) return;
      // It also counts the areas of the other sign.
      expect(Math.abs(Math.min(0, known(cin).value + positive_below) - own.cin)).toBeLessThan(3);
      if (el === null ? own.el !== null : own.el === null || Math.abs(el - own.el) > 3) return;
      expect(Math.abs(known(cape).value + negative_above - own.cape)).toBeLessThan(10 + 0.01 * own.cape);
    });

    test('has the most unstable parcel of MetPy', () => {
      const { start } = lifted('most unstable');
      const [kelvin, dewPoint] = [start.celsius, start.dewPointCelsius].map(
        (each) => each + zeroCelsiusKelvin,
      );
      const heat = equivalentPotentialKelvin(kelvin!, dewPoint!, start.pressureHpa);
      expect(Math.abs(heat - expected.most_unstable.theta_e)).toBeLessThan(0.2);
    });

    test('has its precipitable water', () => {
      expectNear(precipitableWater(air), expected.precipitable_water, 0.1);
    });

    test('crosses 0, −10 and −20 °C where MetPy does, each time', () => {
      for (const celsius of [0, -10, -20] as const)
        expectCrossings(isotherm(levels, celsius, ground), expected.isotherms[`${celsius}`], () => true);
    });

    test('has its wet-bulb zero', () => {
      // In a layer of nearly 0 °C, a difference of 0.05 K moves the level far.
      const isNearZero = (hpa: number) => Math.abs(wetBulbAt(hpa, air)) < 0.1;
      const theirs = expected.wet_bulb_zero;
      expectCrossings(wetBulbZero(air, ground), theirs, isNearZero);
    });

    test('has its lapse rates, K index and Total Totals', () => {
      expectNear(lapseRateTo(3000, levels, ground), expected.lapse_rate_3km, 0.02);
      expectNear(lapseRateBetween(700, 500, levels), expected.lapse_rate_700_500, 0.02);
      expectNear(kIndex(air), expected.k_index, 0.1);
      expectNear(totalTotals(air), expected.total_totals, 0.1);
    });

    test('has its shear and helicity, and its storm motion if that is averaged by pressure as there', () => {
      const profile = profileOf(levels);
      for (const km of [1, 3, 6] as const) expectWind(bulkShear(profile, km * 1000), expected.shear[`${km}`]);
      const { right, left, mean } = expected.storm_motion;
      for (const [mover, storm] of Object.entries({ right, left }))
        for (const km of [1, 3] as const) {
          const theirs = expected.helicity[mover as 'right' | 'left'][`${km}`];
          expect(Math.abs(helicity(profile, km * 1000, storm) - theirs)).toBeLessThan(0.2);
        }
      const byPressure = bunkersMotion(
        meanByPressure(levels, 0, 6000),
        meanByPressure(levels, 0, 500),
        meanByPressure(levels, 5500, 6000),
      )!;
      expectWind(byPressure.mean, mean);
      expectWind(byPressure.right, right);
      expectWind(byPressure.left, left);
    });

    test('has the helicity of the mover of its hemisphere', () => {
      const { stormMotion, helicity3km } = windIndices(levels, ground);
      const { mover, ...motion } = known(stormMotion);
      expect(mover).toBe((levels[0]!.position?.latitude ?? 0) < 0 ? 'left' : 'right');
      expect(known(helicity3km).value).toBeCloseTo(helicity(profileOf(levels), 3000, motion[mover]), 6);
    });
  });
}

function known<Known extends object>(value: OrUnavailable<Known>): Known {
  if (isUnavailable(value)) throw new Error(value.unavailable);
  return value;
}

function expectNear(own: OrUnavailable<Quantity>, theirs: number | null, tolerance: number): void {
  if (theirs === null) expect(own).toHaveProperty('unavailable');
  else expect(Math.abs(known(own).value - theirs)).toBeLessThan(tolerance);
}

const expectWind = (own: Wind, theirs: Wind) =>
  expect(Math.hypot(own.u - theirs.u, own.v - theirs.v)).toBeLessThan(0.02);

/** The same pressures within 3 hPa; `isClose` says where a larger difference means nothing. */
function expectCrossings(
  own: OrUnavailable<Isotherm>,
  theirs: readonly number[],
  isClose: (hpa: number) => boolean,
): void {
  const levels = isUnavailable(own) ? [] : own.levels;
  const gaps = isUnavailable(own) ? [] : own.gaps;
  expect(gaps).toEqual([]);
  if (levels.length !== theirs.length && theirs.every(isClose)) return;
  expect(levels.length).toBe(theirs.length);
  for (const [index, { pressureHpa }] of levels.entries())
    if (Math.abs(pressureHpa - theirs[index]!) > 3) expect(isClose(theirs[index]!)).toBe(true);
}

/** °C, interpolated between levels as the index is. */
function wetBulbAt(pressureHpa: number, air: readonly Air[]): number {
  const { kelvin, dewPointKelvin } = airAtPressure(air, pressureHpa)!;
  return wetBulbKelvin(kelvin, dewPointKelvin!, pressureHpa) - zeroCelsiusKelvin;
}

/** The difference between the lifted parcel and the air around it, K. */
function excessAt(pressureHpa: number, kind: ParcelKind, air: readonly Air[]): number {
  const { points } = liftParcel(known(chooseParcel(kind, air)), air);
  const nearest = points.reduce((best, each) =>
    Math.abs(each.pressureHpa - pressureHpa) < Math.abs(best.pressureHpa - pressureHpa) ? each : best,
  );
  return Math.abs(nearest.virtualKelvin - nearest.airVirtualKelvin);
}

/** The lowest level is the ground, as in MetPy. */
const profileOf = (levels: readonly Level[]): WindAtHeight[] =>
  levels.map(({ altitudeMetres, wind }) => ({
    heightMetres: altitudeMetres - levels[0]!.altitudeMetres,
    ...wind!,
  }));

/** MetPy's mean of a layer counts each hPa the same. */
function meanByPressure(levels: readonly Level[], fromMetres: number, toMetres: number): Wind {
  const winds = windBetween(profileOf(levels), fromMetres, toMetres);
  // With a logarithm in place of the wind, the same interpolation gives pressures.
  const logarithms = windBetween(
    profileOf(levels).map((wind, index) => ({ ...wind, u: Math.log(levels[index]!.pressureHpa) })),
    fromMetres,
    toMetres,
  ).map(({ u }) => u);
  const pressures = logarithms.map(Math.exp);
  let [u, v] = [0, 0];
  for (let index = 1; index < winds.length; index++) {
    const weight = (pressures[index - 1]! - pressures[index]!) / (pressures[0]! - pressures.at(-1)!);
    u += ((winds[index - 1]!.u + winds[index]!.u) / 2) * weight;
    v += ((winds[index - 1]!.v + winds[index]!.v) / 2) * weight;
  }
  return { u, v };
}
