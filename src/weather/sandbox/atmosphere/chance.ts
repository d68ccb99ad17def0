/**
 * A hash as a random number: the same whole numbers always give the same value from 0 up to but not including 1.
 * The first number names the use, so that two uses of the same run or mission are independent.
 */
export function chance(...keys: number[]): number {
  let hash = 0x9e3779b9;
  for (const key of keys) {
    hash = mix(hash ^ (key | 0));
    hash = mix(hash ^ Math.floor(key / 4294967296));
  }
  return hash / 4294967296;
}

export function chanceBetween(least: number, most: number, ...keys: number[]): number {
  return least + (most - least) * chance(...keys);
}

/** The distribution is about normal with mean 0 and deviation 1, and never beyond 3.5. */
export function bellChance(...keys: number[]): number {
  return (chance(...keys, 1) + chance(...keys, 2) + chance(...keys, 3) + chance(...keys, 4) - 2) * 1.732;
}

function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The first key of each use of chance. */
export const chanceUses = {
  waveShape: 1,
  runError: 2,
  memberError: 3,
  cycloneGenesis: 4,
  cycloneError: 5,
  launch: 6,
  altitude: 7,
  noise: 8,
  downlink: 9,
  generation: 10,
  missionId: 11,
  wetness: 12,
} as const;
