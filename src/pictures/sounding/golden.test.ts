import { describe, expect, test } from 'vitest';
import { goldenAdiabat, goldenSoundings } from '../../../test/helpers/golden-soundings.ts';
import { type Convection, convectionOf, liftParcel } from './convection.ts';
import { precipitableWater } from './indices.ts';
import type { Level } from './levels.ts';
import { type Air, airColumnOf, chooseParcel, type ParcelKind } from './parcel.ts';
import { equivalentPotentialKelvin, liftSaturated, zeroCelsiusKelvin } from './thermodynamics.ts';
import { isUnavailable, type OrUnavailable } from './unavailable.ts';
import { bulkShear, bunkersMotion, helicity, type Wind, type WindAtHeight, windBetween } from './wind.ts';

/** The numbers are MetPy's: test/fixtures/sounding/make-golden.py. It has other formulas for saturation and LCL. */

test('a moist adiabat from 20 °C at 1000 hPa is that of MetPy within 0.05 K', () => {
  goldenAdiabat.pressure.forEach((pressureHpa, index) => {
    const celsius = liftSaturated(20 + zeroCelsiusKelvin, 1000, pressureHpa) - zeroCelsiusKelvin;
    expect(Math.abs(celsius - goldenAdiabat.temperature[index]!)).toBeLessThan(0.05);
  });
});

test('the data have soundings with and without convection', () => {
  expect(goldenSoundings).toHaveLength(15);
  const capes = goldenSoundings.map(({ expected }) => expected.lowest.cape);
  expect(capes.filter((cape) => cape === 0).length).toBeGreaterThan(2);
  expect(capes.filter((cape) => cape > 1000).length).toBeGreaterThan(2);
});

describe.each(goldenSoundings)('$name', ({ levels, expected }) => {
  const { air } = known(airColumnOf(levels));
  const { lowest } = expected;
  const lifted = (kind: ParcelKind): Convection => known(convectionOf(kind, air));

  test('has the condensation level of MetPy', () => {
    const { condensation } = lifted('lowest');
    expect(Math.abs(condensation.pressureHpa - lowest.lcl.pressure)).toBeLessThan(0.5);
    expect(Math.abs(condensation.celsius - lowest.lcl.temperature)).toBeLessThan(0.03);
  });

  test('has the parcel of MetPy at the top', () => {
    expect(Math.abs(lifted('lowest').profile.at(-1)!.celsius - lowest.top)).toBeLessThan(0.1);
  });

  test('has its levels of free convection and equilibrium, or none where it has none', () => {
    const { freeConvection, equilibrium } = lifted('lowest');
    for (const [own, theirs] of [
      [freeConvection, lowest.lfc],
      [equilibrium, lowest.el],
    ] as const) {
      if (theirs === null) expect(own).toHaveProperty('unavailable');
      // If both curves are nearly parallel, a small difference between the parcels moves a crossing far.
      else if (Math.abs(known(own).pressureHpa - theirs) > 3) expect(warmerAt(theirs, air)).toBeLessThan(0.1);
    }
  });

  test('has its CAPE and CIN', () => {
    const { cape, cin } = lifted('lowest');
    expect(Math.abs(known(cape).value - lowest.cape)).toBeLessThan(10 + 0.01 * lowest.cape);
    // MetPy's `cape_cin` gives the same for the same levels, so the golden value is not only our own sum.
    expect(Math.abs(known(cape).value - lowest.cape_cin.cape)).toBeLessThan(10 + 0.01 * lowest.cape);
    if (lowest.cin === null) expect(cin).toHaveProperty('unavailable');
    else expect(Math.abs(known(cin).value - lowest.cin)).toBeLessThan(3);
  });

  test('has its mixed and its most unstable parcel', () => {
    const { start } = lifted('mixed');
    expect(Math.abs(start.celsius - expected.mixed.temperature)).toBeLessThan(0.01);
    expect(Math.abs(start.dewPointCelsius - expected.mixed.dew_point)).toBeLessThan(0.1);
    const unstable = lifted('most unstable').start;
    expect(unstable.pressureHpa).toBe(expected.most_unstable.pressure);
    const heat = equivalentPotentialKelvin(
      unstable.celsius + zeroCelsiusKelvin,
      unstable.dewPointCelsius + zeroCelsiusKelvin,
      unstable.pressureHpa,
    );
    expect(Math.abs(heat - expected.most_unstable.theta_e)).toBeLessThan(0.2);
  });

  test('has its precipitable water', () => {
    expect(Math.abs(known(precipitableWater(air)).value - expected.precipitable_water)).toBeLessThan(0.1);
  });

  test('has its shear and helicity, and its storm motion if that is averaged by pressure as there', () => {
    const profile = profileOf(levels);
    const near = (own: { u: number; v: number }, theirs: { u: number; v: number }) =>
      expect(Math.hypot(own.u - theirs.u, own.v - theirs.v)).toBeLessThan(0.02);
    near(bulkShear(profile), expected.shear);
    const { right } = expected.storm_motion;
    expect(Math.abs(helicity(profile, 1000, right) - expected.helicity_1km)).toBeLessThan(0.2);
    expect(Math.abs(helicity(profile, 3000, right) - expected.helicity_3km)).toBeLessThan(0.2);
    const byPressure = bunkersMotion(
      meanByPressure(levels, 0, 6000),
      meanByPressure(levels, 0, 500),
      meanByPressure(levels, 5500, 6000),
    )!;
    near(byPressure.mean, expected.storm_motion.mean);
    near(byPressure.right, right);
    near(byPressure.left, expected.storm_motion.left);
  });
});

function known<Known extends object>(value: OrUnavailable<Known>): Known {
  if (isUnavailable(value)) throw new Error(value.unavailable);
  return value;
}

/** The difference between the lifted lowest parcel and the air around it, K. */
function warmerAt(pressureHpa: number, air: readonly Air[]): number {
  const { points } = liftParcel(known(chooseParcel('lowest', air)), air);
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
