import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import { radiansPerDegree, rotationPerSecond } from './planet.ts';

/** The kelvin at 1000 hPa, as a mean around the parallel and two waves that stand still. */
interface StandingWaves {
  mean: number;
  cos: number;
  sin: number;
  /** These belong to twice the longitude. */
  cosTwice: number;
  sinTwice: number;
}

/**
 * Warm seas warm the air above them up to about 350 hPa, and cold continents cool it, most of all in winter: a low lies
 * under warm air and a ridge above it. The subpolar pattern is strongest at 65 degrees. The subtropical one, at 35
 * degrees, is the monsoon low of Asia with its high aloft, and the highs over the oceans in summer.
 */
export type StandingPatterns = ForPatterns<StandingWaves>;

interface ForPatterns<Value> {
  subpolar: Value;
  subtropical: Value;
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

const none = { mean: 0, cos: 0, sin: 0, cosTwice: 0, sinTwice: 0 };
const subtropicalYearMean = {
  north: { mean: 0, cos: 0.3, sin: 1.6, cosTwice: -1.2, sinTwice: 0.4 },
  south: none,
};
const subtropicalMidwinter = {
  north: { mean: 0, cos: -0.3, sin: -1.6, cosTwice: 1.2, sinTwice: -0.4 },
  south: none,
};

export function standingPatterns(hemisphere: 'north' | 'south', winter: number): StandingPatterns {
  return {
    subpolar: inSeason(yearMean[hemisphere], midwinter[hemisphere], winter),
    subtropical: inSeason(subtropicalYearMean[hemisphere], subtropicalMidwinter[hemisphere], winter),
  };
}

function inSeason(year: StandingWaves, added: StandingWaves, winter: number): StandingWaves {
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

const mixed: StandingWaves = { mean: 0, cos: 0, sin: 0, cosTwice: 0, sinTwice: 0 };

/**
 * The sum of both patterns, each multiplied by its factor for the parallel and by that for the height. The result is
 * valid until the next call: creating it would take a tenth of the time of a value.
 */
export function mixedWaves(
  { subpolar, subtropical }: StandingPatterns,
  along: ForPatterns<number>,
  atX: ForPatterns<number>,
): StandingWaves {
  const polar = along.subpolar * atX.subpolar;
  const tropical = along.subtropical * atX.subtropical;
  mixed.mean = polar * subpolar.mean + tropical * subtropical.mean;
  mixed.cos = polar * subpolar.cos + tropical * subtropical.cos;
  mixed.sin = polar * subpolar.sin + tropical * subtropical.sin;
  mixed.cosTwice = polar * subpolar.cosTwice + tropical * subtropical.cosTwice;
  mixed.sinTwice = polar * subpolar.sinTwice + tropical * subtropical.sinTwice;
  return mixed;
}

/** The waves' geopotential and wind along a parallel. */
export interface StandingAlong {
  standing: ForPatterns<number>;
  standingU: ForPatterns<number>;
  standingV: ForPatterns<number>;
}

const subtropicalPeak = (1 / 3) ** 1.5 * (2 / 3) ** 3;
const peak = (9 / 11) ** 4.5 * (2 / 11);
const spin = 2 * rotationPerSecond * earthRadiusMetres;

/** The shapes are sin⁹·cos² and sin³·cos⁶. Their slopes over f are written out, so that nothing divides by zero. */
export function standingAlong(latitude: number): StandingAlong {
  const sin = Math.sin(latitude * radiansPerDegree);
  const cos = Math.cos(latitude * radiansPerDegree);
  const away = Math.abs(sin);
  return {
    standing: {
      subpolar: (away ** 9 * cos ** 2) / peak,
      subtropical: (away ** 3 * cos ** 6) / subtropicalPeak,
    },
    standingU: {
      subpolar: (2 * away ** 9 * cos - 9 * away ** 7 * cos ** 3) / peak / spin,
      subtropical: (6 * away ** 3 * cos ** 5 - 3 * away * cos ** 7) / subtropicalPeak / spin,
    },
    standingV: {
      subpolar: (sin * away ** 7 * cos) / peak / spin,
      subtropical: (sin * away * cos ** 5) / subtropicalPeak / spin,
    },
  };
}

/** The waves' geopotential over R at a height, and its slope, which is the temperature: 1 at 1000 hPa. */
export interface StandingAtX {
  standing: ForPatterns<number>;
  standingSlope: ForPatterns<number>;
}

/** The pattern ends within about this depth, and the low under warm air turns into a ridge at `ridgeFromX`. */
const subpolarHeights = { depth: 1.6, ridgeFromX: 0.15 };
const subtropicalHeights = { depth: 3, ridgeFromX: 0.6 };

export function standingAtX(x: number): StandingAtX {
  const [subpolar, subtropical] = [shapeAtX(x, subpolarHeights), shapeAtX(x, subtropicalHeights)];
  return {
    standing: { subpolar: subpolar.value, subtropical: subtropical.value },
    standingSlope: { subpolar: subpolar.slope, subtropical: subtropical.slope },
  };
}

function shapeAtX(x: number, { depth, ridgeFromX }: typeof subpolarHeights) {
  const fall = Math.exp(-((x / depth) ** 2));
  const height = x - ridgeFromX;
  return { value: height * fall, slope: fall * (1 - (2 * x * height) / depth ** 2) };
}
