import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import { radiansPerDegree, rotationPerSecond } from './planet.ts';

/**
 * Warm seas warm the air above them up to about 350 hPa, and cold continents cool it, most of all in winter: a low lies
 * under warm air and a ridge above it. These are the kelvin at 1000 hPa and 65 degrees, as a mean around the parallel and
 * two waves that stand still.
 */
export interface StandingWaves {
  mean: number;
  cos: number;
  sin: number;
  /** These belong to twice the longitude. */
  cosTwice: number;
  sinTwice: number;
}

const yearMean = {
  north: { mean: 0, cos: 3.5, sin: 0.4, cosTwice: 3.2, sinTwice: 2.1 },
  south: { mean: 0, cos: -1.6, sin: -2.6, cosTwice: 0, sinTwice: 0 },
};
/** What midwinter adds, and midsummer takes away. */
const midwinter = {
  north: { mean: 0, cos: 3, sin: -3.2, cosTwice: 6.5, sinTwice: 0.9 },
  south: { mean: 7, cos: 0, sin: 0, cosTwice: 0, sinTwice: 0 },
};

export function standingWaves(hemisphere: 'north' | 'south', winter: number): StandingWaves {
  const [year, added] = [yearMean[hemisphere], midwinter[hemisphere]];
  return {
    mean: year.mean + winter * added.mean,
    cos: year.cos + winter * added.cos,
    sin: year.sin + winter * added.sin,
    cosTwice: year.cosTwice + winter * added.cosTwice,
    sinTwice: year.sinTwice + winter * added.sinTwice,
  };
}

export const slopeEastwards = ({ cos, sin, cosTwice, sinTwice }: StandingWaves): StandingWaves => ({
  mean: 0,
  cos: sin,
  sin: -cos,
  cosTwice: 2 * sinTwice,
  sinTwice: -2 * cosTwice,
});

/** Adds the waves, each multiplied by the factor, to the values of a row. */
export function addWaves(
  { mean, cos, sin, cosTwice, sinTwice }: StandingWaves,
  factor: number,
  meridians: { cos: ArrayLike<number>; sin: ArrayLike<number> },
  row: Float64Array | Float32Array,
): void {
  for (let i = 0; i < row.length; i++) {
    const east = meridians.cos[i]!;
    const north = meridians.sin[i]!;
    const once = cos * east + sin * north;
    const twice = cosTwice * (east * east - north * north) + 2 * sinTwice * east * north;
    row[i]! += factor * (mean + once + twice);
  }
}

/** The waves' geopotential and wind along a parallel. */
export interface StandingAlong {
  standing: number;
  standingU: number;
  standingV: number;
}

const peak = (9 / 11) ** 4.5 * (2 / 11);
const spin = 2 * rotationPerSecond * earthRadiusMetres;

/** The shape is sin⁹·cos². Its slopes over f are written out, so that nothing divides by zero. */
export function standingAlong(latitude: number): StandingAlong {
  const sin = Math.sin(latitude * radiansPerDegree);
  const cos = Math.cos(latitude * radiansPerDegree);
  const away = Math.abs(sin);
  return {
    standing: (away ** 9 * cos ** 2) / peak,
    standingU: (2 * away ** 9 * cos - 9 * away ** 7 * cos ** 3) / peak / spin,
    standingV: (sin * away ** 7 * cos) / peak / spin,
  };
}

/** The waves' geopotential over R at a height, and its slope, which is the temperature: 1 at 1000 hPa. */
export interface StandingAtX {
  standing: number;
  standingSlope: number;
}

const depth = 1.6;
/** Here the low under warm air turns into a ridge. */
const ridgeFromX = 0.15;

export function standingAtX(x: number): StandingAtX {
  const fall = Math.exp(-((x / depth) ** 2));
  return {
    standing: (x - ridgeFromX) * fall,
    standingSlope: fall * (1 - (2 * x * (x - ridgeFromX)) / depth ** 2),
  };
}
