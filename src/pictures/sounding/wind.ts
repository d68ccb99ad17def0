import { findGap, type Level } from './levels.ts';
import { consecutivePairs, interpolate, sum } from './math.ts';
import {
  height,
  isUnavailable,
  noDataIn,
  type OrUnavailable,
  type Quantity,
  requireGround,
} from './unavailable.ts';

export interface WindIndices {
  /** The difference of the winds at this height above the ground and at the lowest level, m/s. */
  shear1km: OrUnavailable<Wind>;
  shear3km: OrUnavailable<Wind>;
  shear6km: OrUnavailable<Wind>;
  stormMotion: OrUnavailable<StormMotion & { mover: Mover }>;
  /** Helicity is relative to the storm that `mover` names. */
  helicity1km: OrUnavailable<Quantity>;
  helicity3km: OrUnavailable<Quantity>;
}

/** All of these depend on the wind near the ground, so a leg that stays aloft has none. */
export function windIndices(levels: readonly Level[], groundMetres: number | null): WindIndices {
  const shearTo = (metres: number): OrUnavailable<Wind> => {
    const known = profileTo(metres, levels, groundMetres);
    return isUnavailable(known) ? known : bulkShear(known.profile, metres);
  };
  const known = profileTo(stormDepthMetres, levels, groundMetres);
  const motion = isUnavailable(known) ? known : motionIn(known.profile, levels);
  const helicityTo = (metres: number): OrUnavailable<Quantity> => {
    if (isUnavailable(known)) return known;
    if (isUnavailable(motion)) return motion;
    const value = helicity(known.profile, metres, motion[motion.mover]);
    return { value, unit: 'm²/s²', isLowerBound: false };
  };
  return {
    shear1km: shearTo(1000),
    shear3km: shearTo(3000),
    shear6km: shearTo(6000),
    stormMotion: motion,
    helicity1km: helicityTo(1000),
    helicity3km: helicityTo(3000),
  };
}

/** Storms that turn right last in the northern hemisphere, those that turn left in the southern one. */
function motionIn(profile: readonly WindAtHeight[], levels: readonly Level[]): WindIndices['stormMotion'] {
  const motion = stormMotion(profile);
  if (!motion)
    return {
      unavailable: 'The wind hardly changes with height, so no direction is right or left of the shear.',
    };
  return { ...motion, mover: isSouthern(levels) ? 'left' : 'right' };
}

export const isSouthern = (levels: readonly Pick<Level, 'position'>[]) =>
  (levels.find(({ position }) => position)?.position?.latitude ?? 0) < 0;

/** Winds by height above the ground, if they are known to this height. */
function profileTo(
  metres: number,
  levels: readonly Level[],
  groundMetres: number | null,
): OrUnavailable<{ profile: WindAtHeight[] }> {
  const windy = levels.flatMap(({ altitudeMetres, wind }) => (wind ? [{ ...wind, altitudeMetres }] : []));
  const highest = windy.at(-1);
  if (!highest) return { unavailable: 'No wind data.' };
  const near = requireGround(windy, groundMetres, 'wind');
  if (isUnavailable(near)) return near;
  const depth = highest.altitudeMetres - near.groundMetres;
  if (depth < metres)
    return {
      unavailable: `Wind data end ${height(depth)} above the ground; ${height(metres)} are needed.`,
    };
  const enough = windy.findIndex(({ altitudeMetres }) => altitudeMetres - near.groundMetres >= metres);
  const gap = findGap(windy.slice(0, enough + 1));
  if (gap) return noDataIn('wind', gap);
  return {
    profile: windy.map(({ altitudeMetres, u, v }) => ({
      heightMetres: altitudeMetres - near.groundMetres,
      u,
      v,
    })),
  };
}

const stormDepthMetres = 6000;
const stormHeadMetres = 5500;
const stormFootMetres = 500;
/** Supercells deviate from the mean wind by this much, m/s. */
const supercellDeviation = 7.5;
/** With less shear than this, in m/s, left and right of it are undefined. */
const minShear = 0.1;

export type Mover = 'right' | 'left';

interface StormMotion {
  mean: Wind;
  right: Wind;
  left: Wind;
}

/** The wind at a height above the ground minus the lowest wind. */
export function bulkShear(profile: readonly WindAtHeight[], heightMetres: number): Wind {
  return windDifference(windAt(profile, heightMetres), profile[0]!);
}

/**
 * Storm motion by Bunkers et al. (2000), Weather and Forecasting 15, 61-79. The paper doesn't weight its means by
 * pressure. Undefined without shear.
 */
export function stormMotion(profile: readonly WindAtHeight[]): StormMotion | undefined {
  return bunkersMotion(
    meanWind(profile, 0, stormDepthMetres),
    meanWind(profile, 0, stormFootMetres),
    meanWind(profile, stormHeadMetres, stormDepthMetres),
  );
}

/** Storms move to the right or left of the shear between the foot and the head of the storm. */
export function bunkersMotion(mean: Wind, foot: Wind, head: Wind): StormMotion | undefined {
  const shear = windDifference(head, foot);
  const speed = Math.hypot(shear.u, shear.v);
  if (speed < minShear) return undefined;
  const aside = { u: (supercellDeviation * shear.v) / speed, v: (-supercellDeviation * shear.u) / speed };
  return {
    mean,
    right: { u: mean.u + aside.u, v: mean.v + aside.v },
    left: windDifference(mean, aside),
  };
}

/** Storm-relative helicity in m²/s² is twice the area that the hodograph sweeps from the ground to a height. */
export function helicity(profile: readonly WindAtHeight[], toMetres: number, storm: Wind): number {
  const winds = windBetween(profile, 0, toMetres).map((wind) => windDifference(wind, storm));
  return sum(consecutivePairs(winds).map(([below, above]) => above.u * below.v - below.u * above.v));
}

export interface Wind {
  u: number;
  v: number;
}

export interface WindAtHeight extends Wind {
  heightMetres: number;
}

/**
 * The part of a profile between two heights, with the wind at both. The lowest wind also counts for all heights below
 * it.
 */
export function windBetween(
  profile: readonly WindAtHeight[],
  fromMetres: number,
  toMetres: number,
): WindAtHeight[] {
  return [
    windAt(profile, fromMetres),
    ...profile.filter(({ heightMetres }) => heightMetres > fromMetres && heightMetres < toMetres),
    windAt(profile, toMetres),
  ];
}

export function windAt(profile: readonly WindAtHeight[], heightMetres: number): WindAtHeight {
  const index = profile.findIndex((wind) => wind.heightMetres >= heightMetres);
  const [above, below] = [profile[index] ?? profile.at(-1)!, profile[index - 1]];
  if (!below) return { ...above, heightMetres };
  const part = (heightMetres - below.heightMetres) / (above.heightMetres - below.heightMetres);
  return { heightMetres, u: interpolate(below.u, above.u, part), v: interpolate(below.v, above.v, part) };
}

/** The mean over height is not weighted by density. */
export function meanWind(profile: readonly WindAtHeight[], fromMetres: number, toMetres: number): Wind {
  let [u, v] = [0, 0];
  for (const [below, above] of consecutivePairs(windBetween(profile, fromMetres, toMetres))) {
    const weight = (above.heightMetres - below.heightMetres) / (toMetres - fromMetres);
    u += ((below.u + above.u) / 2) * weight;
    v += ((below.v + above.v) / 2) * weight;
  }
  return { u, v };
}

const windDifference = (one: Wind, other: Wind): Wind => ({ u: one.u - other.u, v: one.v - other.v });
