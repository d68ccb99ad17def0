import { findGap, type Level } from './levels.ts';
import { bulkShear, helicity, type StormMotion, stormMotion } from './storm-motion.ts';
import { isUnavailable, kilometres, type OrUnavailable, type Quantity } from './unavailable.ts';
import type { Wind, WindAtHeight } from './wind.ts';

export interface WindIndices {
  /** Between the lowest wind and the one 6 km above the ground, m/s. */
  shear6km: OrUnavailable<Wind>;
  stormMotion: OrUnavailable<StormMotion>;
  /** Seen from the storm that strays to the right, in the southern hemisphere to the left. */
  helicity1km: OrUnavailable<Quantity>;
  helicity3km: OrUnavailable<Quantity>;
}

const NEEDED_METRES = 6000;
/** The lowest wind may be this far above the ground. */
const LOWEST_METRES = 500;

/** All of these are about the wind over the ground, and mean nothing on a leg that stays aloft. */
export function windIndices(levels: readonly Level[], groundMetres: number | null): WindIndices {
  const known = profileAbove(levels, groundMetres);
  if (isUnavailable(known))
    return { shear6km: known, stormMotion: known, helicity1km: known, helicity3km: known };
  const { profile } = known;
  const motion: OrUnavailable<StormMotion> = stormMotion(profile) ?? {
    unavailable: 'The wind hardly changes with height: no side is right or left of the shear.',
  };
  const isSouthern = (levels.find(({ place }) => place)?.place?.latitude ?? 0) < 0;
  const helicityTo = (metres: number): OrUnavailable<Quantity> => {
    if (isUnavailable(motion)) return motion;
    const value = helicity(profile, metres, isSouthern ? motion.left : motion.right);
    return { value, unit: 'm²/s²', isLowerBound: false };
  };
  return {
    shear6km: bulkShear(profile),
    stormMotion: motion,
    helicity1km: helicityTo(1000),
    helicity3km: helicityTo(3000),
  };
}

function profileAbove(
  levels: readonly Level[],
  groundMetres: number | null,
): OrUnavailable<{ profile: WindAtHeight[] }> {
  const windy = levels.filter(({ wind }) => wind !== null);
  const [lowest, highest] = [windy[0], windy.at(-1)];
  if (!lowest || !highest) return { unavailable: 'No wind was measured.' };
  if (groundMetres === null) {
    const bottom = kilometres(levels[0]!.altitudeMetres);
    return { unavailable: `The leg does not touch the ground: below ${bottom} nothing was measured.` };
  }
  if (lowest.altitudeMetres - groundMetres > LOWEST_METRES)
    return { unavailable: `No wind was measured below ${kilometres(lowest.altitudeMetres)}.` };
  const deep = highest.altitudeMetres - groundMetres;
  if (deep < NEEDED_METRES)
    return { unavailable: `The wind is known up to ${kilometres(deep)} above the ground; 6 km are needed.` };
  const enough = windy.findIndex(({ altitudeMetres }) => altitudeMetres - groundMetres >= NEEDED_METRES);
  const gap = findGap(windy.slice(0, enough + 1));
  if (gap)
    return {
      unavailable: `No wind was measured between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)}.`,
    };
  return {
    profile: windy.map(({ altitudeMetres, wind }) => ({
      heightMetres: altitudeMetres - groundMetres,
      ...wind!,
    })),
  };
}
