import { meanWind, type Wind, type WindAtHeight, windBetween, windDifference } from './wind.ts';

const STORM_METRES = 6000;
const HEAD_METRES = 5500;
const FOOT_METRES = 500;
/** How far supercells stray from the mean wind, m/s. */
const DEVIATION = 7.5;
/** With less shear than this, m/s, no side is right or left of it. */
const SHEAR_LEAST = 0.1;

export interface StormMotion {
  mean: Wind;
  right: Wind;
  left: Wind;
}

/** The wind 6 km above the ground seen from the lowest wind. */
export function bulkShear(profile: readonly WindAtHeight[]): Wind {
  return windDifference(windBetween(profile, 0, STORM_METRES).at(-1)!, profile[0]!);
}

/**
 * Bunkers and others (2000), Weather and Forecasting 15, 61-79. Means over height: the paper does not weight them by
 * pressure. Undefined without shear.
 */
export function stormMotion(profile: readonly WindAtHeight[]): StormMotion | undefined {
  return motionAside(
    meanWind(profile, 0, STORM_METRES),
    meanWind(profile, 0, FOOT_METRES),
    meanWind(profile, HEAD_METRES, STORM_METRES),
  );
}

/** From the mean wind to the right or left of the shear between the foot of the storm and its head. */
export function motionAside(mean: Wind, foot: Wind, head: Wind): StormMotion | undefined {
  const shear = windDifference(head, foot);
  const speed = Math.hypot(shear.u, shear.v);
  if (speed < SHEAR_LEAST) return undefined;
  const aside = { u: (DEVIATION * shear.v) / speed, v: (-DEVIATION * shear.u) / speed };
  return {
    mean,
    right: { u: mean.u + aside.u, v: mean.v + aside.v },
    left: windDifference(mean, aside),
  };
}

/** Storm-relative helicity from the ground to a height, m²/s²: twice the area that the hodograph sweeps. */
export function helicity(profile: readonly WindAtHeight[], toMetres: number, storm: Wind): number {
  const winds = windBetween(profile, 0, toMetres).map((wind) => windDifference(wind, storm));
  let sum = 0;
  for (let index = 1; index < winds.length; index++) {
    const [below, above] = [winds[index - 1]!, winds[index]!];
    sum += above.u * below.v - below.u * above.v;
  }
  return sum;
}
