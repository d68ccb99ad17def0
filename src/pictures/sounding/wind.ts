import { between } from './levels.ts';

export interface Wind {
  u: number;
  v: number;
}

/** The wind at a height above the ground. */
export interface WindAtHeight extends Wind {
  heightMetres: number;
}

/** The part of a profile between two heights, with the wind at both. Below the lowest wind there is no other. */
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

function windAt(profile: readonly WindAtHeight[], heightMetres: number): WindAtHeight {
  const index = profile.findIndex((wind) => wind.heightMetres >= heightMetres);
  const [above, below] = [profile[index] ?? profile.at(-1)!, profile[index - 1]];
  if (!below) return { ...above, heightMetres };
  const part = (heightMetres - below.heightMetres) / (above.heightMetres - below.heightMetres);
  return { heightMetres, u: between(below.u, above.u, part), v: between(below.v, above.v, part) };
}

/** The mean over height: each metre counts the same, however thin its air. */
export function meanWind(profile: readonly WindAtHeight[], fromMetres: number, toMetres: number): Wind {
  const winds = windBetween(profile, fromMetres, toMetres);
  let [u, v] = [0, 0];
  for (let index = 1; index < winds.length; index++) {
    const [below, above] = [winds[index - 1]!, winds[index]!];
    const weight = (above.heightMetres - below.heightMetres) / (toMetres - fromMetres);
    u += ((below.u + above.u) / 2) * weight;
    v += ((below.v + above.v) / 2) * weight;
  }
  return { u, v };
}

export const windDifference = (one: Wind, other: Wind): Wind => ({ u: one.u - other.u, v: one.v - other.v });
