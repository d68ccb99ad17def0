import { findGap, heightBetween, type Level, levelsAround } from './levels.ts';
import { interpolate } from './math.ts';
import type { Wind } from './wind.ts';

/** One level of any profile: of a balloon or of a forecast. */
export interface ProfileLevel {
  pressureHpa: number;
  altitudeMetres: number;
  celsius: number | null;
  /** Null where the air is too cold to trust a sensor. */
  dewPointCelsius: number | null;
  wind: Wind | null;
}

/** The balloon's levels without the dew points that can't be trusted. */
export const profileOf = (levels: readonly Level[]): ProfileLevel[] =>
  levels.map((level) => (level.isDewPointDoubtful ? { ...level, dewPointCelsius: null } : level));

/** The air at a pressure, linear in ln p. Undefined outside of the profile and in a gap. */
export function profileAt(profile: readonly ProfileLevel[], pressureHpa: number): ProfileLevel | undefined {
  const around = levelsAround(profile, pressureHpa);
  if (!around) return undefined;
  const { below, above, part } = around;
  if (above.pressureHpa === pressureHpa) return above;
  if (findGap([below, above])) return undefined;
  const between = (one: number | null, other: number | null) =>
    one === null || other === null ? null : interpolate(one, other, part);
  return {
    pressureHpa,
    altitudeMetres: heightBetween(below, above, part).altitudeMetres,
    celsius: between(below.celsius, above.celsius),
    dewPointCelsius: between(below.dewPointCelsius, above.dewPointCelsius),
    wind: below.wind &&
      above.wind && {
        u: interpolate(below.wind.u, above.wind.u, part),
        v: interpolate(below.wind.v, above.wind.v, part),
      },
  };
}

/** The other profile minus the balloon at one pressure; null where either is unknown. */
export interface Difference {
  pressureHpa: number;
  altitudeMetres: number;
  balloon: ProfileLevel;
  other: ProfileLevel;
  celsius: number | null;
  dewPointCelsius: number | null;
  /** The length of the vector difference in m/s. */
  wind: number | null;
}

/** Compares two profiles at these pressures, from the bottom up, where both have data. */
export function compareProfiles(
  balloon: readonly ProfileLevel[],
  other: readonly ProfileLevel[],
  pressuresHpa: readonly number[],
): Difference[] {
  return pressuresHpa
    .toSorted((one, another) => another - one)
    .flatMap((pressureHpa) => {
      const [own, theirs] = [profileAt(balloon, pressureHpa), profileAt(other, pressureHpa)];
      if (!own || !theirs) return [];
      const minus = (one: number | null, another: number | null) =>
        one === null || another === null ? null : one - another;
      return [
        {
          pressureHpa,
          altitudeMetres: own.altitudeMetres,
          balloon: own,
          other: theirs,
          celsius: minus(theirs.celsius, own.celsius),
          dewPointCelsius: minus(theirs.dewPointCelsius, own.dewPointCelsius),
          wind: own.wind && theirs.wind && Math.hypot(theirs.wind.u - own.wind.u, theirs.wind.v - own.wind.v),
        },
      ];
    });
}
