import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import { dryAir, radiansPerDegree, rotationPerSecond } from './planet.ts';

/** A mean around the parallel and two waves that stand still. */
interface StandingWaves {
  mean: number;
  cos: number;
  sin: number;
  /** These belong to twice the longitude. */
  cosTwice: number;
  sinTwice: number;
}

type Amplitudes = readonly [mean: number, cos: number, sin: number, cosTwice: number, sinTwice: number];
const [meanPart, cosPart, sinPart, cosTwicePart, sinTwicePart, partCount] = [0, 1, 2, 3, 4, 5];

interface Seasons {
  yearMean: Amplitudes;
  /** What midwinter adds, and midsummer takes away. */
  midwinter: Amplitudes;
}

interface Pattern {
  /**
   * The powers of the sine and the cosine of the latitude. The pattern is strongest where tan² is their ratio. With 2
   * for the sine it has a wind at the equator, with more it has none.
   */
  powers: readonly [sine: number, cosine: number];
  atX: (x: number) => Shape;
  north: Seasons;
  south: Seasons;
}

/** The geopotential at a height for an amplitude of 1, and its slope, which is the temperature times R. */
interface Shape {
  value: number;
  slope: number;
}

/**
 * Kelvin at 1000 hPa. Warm seas warm the air above them up to about 350 hPa, and cold continents cool it, most of all in
 * winter: a low lies under warm air and a ridge above it.
 */
const subpolarWarmth: Pattern = {
  powers: [9, 2],
  atX: (x) => warmShape(x, 1.6, 0.15),
  north: { yearMean: [0, 3.5, 0.4, 3.2, 2.1], midwinter: [0, 3, -3.2, 6.5, 0.9] },
  south: { yearMean: [0, -1.6, -2.6, 0, 0], midwinter: [7, 0, 0, 0, 0] },
};
/** Kelvin at 1000 hPa. The monsoon low of Asia has a high aloft. */
const subtropicalWarmth: Pattern = {
  powers: [3, 6],
  atX: (x) => warmShape(x, 3, 0.6),
  north: { yearMean: [0, 0.3, 1.6, -1.2, 0.4], midwinter: [0, -0.3, -1.6, 1.2, -0.4] },
  south: { yearMean: [0, 0, 0, 0, 0], midwinter: [0, 0, 0, 0, 0] },
};

/**
 * The highs and lows of a season near the ground, such as the Siberian high and the Aleutian low: m²/s² at 1000 hPa,
 * where 80 are 1 hPa. With these numbers the mean sea-level pressure of January and July is closest to the published
 * one at 12 longitudes of every tenth parallel.
 */
const pressures: Pattern[] = [
  {
    powers: [9, 2],
    atX: lowShape,
    north: { yearMean: [345, -255, 15, 60, 105], midwinter: [140, -175, -70, 120, 60] },
    south: { yearMean: [-420, 60, -120, 0, -85], midwinter: [220, -35, -50, 40, -45] },
  },
  {
    powers: [7, 5],
    atX: lowShape,
    north: { yearMean: [-420, 345, 240, -385, 140], midwinter: [-70, 370, 420, -320, 25] },
    south: { yearMean: [-170, -145, -340, 175, 60], midwinter: [435, -25, 55, 35, 65] },
  },
  {
    powers: [3, 4],
    atX: lowShape,
    north: { yearMean: [500, 25, 115, 70, 70], midwinter: [80, -170, -255, 65, -80] },
    south: { yearMean: [690, 50, 440, -125, -45], midwinter: [-440, 25, -50, -70, -50] },
  },
  {
    powers: [3, 12],
    atX: lowShape,
    north: { yearMean: [-365, -60, -285, -5, -160], midwinter: [260, 100, 245, -25, 80] },
    south: { yearMean: [-305, 140, -340, 0, 135], midwinter: [450, 65, 115, 25, -40] },
  },
];

/**
 * The wind of the upper tropics, from the east over Africa and Asia and from the west over the eastern Pacific: m²/s² at
 * 183 hPa, where 38 are 1 m/s from the east at the equator. Both hemispheres have the same numbers.
 */
const equatorialWind: Pattern = {
  powers: [2, 8],
  atX: (x) => highShape(x, 1.7),
  north: { yearMean: [60, 120, 325, 0, 0], midwinter: [-100, 0, 0, 0, 0] },
  south: { yearMean: [60, 120, 325, 0, 0], midwinter: [100, 0, 0, 0, 0] },
};

const patterns = [subpolarWarmth, subtropicalWarmth, ...pressures, equatorialWind];

/** Zero where low pressure under warm air turns into a ridge. The pattern ends within about the depth. */
function warmShape(x: number, depth: number, ridgeFromX: number): Shape {
  const fall = dryAir * Math.exp(-((x / depth) ** 2));
  const height = x - ridgeFromX;
  return { value: height * fall, slope: fall * (1 - (2 * x * height) / depth ** 2) };
}

const lowDepth = 1.2;

/** Fades with height. A high is cold and a low is warm, most at 430 hPa and not at all at 1000 hPa. */
function lowShape(x: number): Shape {
  const fall = Math.exp(-((x / lowDepth) ** 2));
  return { value: fall, slope: (-2 * x * fall) / lowDepth ** 2 };
}

/** 0 at the ground, 1 at the peak, and nothing far above it. */
function highShape(x: number, peakX: number): Shape {
  const share = x / peakX;
  const fall = Math.exp((1 - share ** 2) / 2);
  return { value: share * fall, slope: ((1 - share ** 2) * fall) / peakX };
}

/** The amplitudes of every pattern in a season, one after the other. */
export type StandingAmplitudes = Float64Array;

export function standingAmplitudes(hemisphere: 'north' | 'south', winter: number): StandingAmplitudes {
  return Float64Array.from(
    patterns.flatMap((pattern) => {
      const { yearMean, midwinter } = pattern[hemisphere];
      return yearMean.map((mean, part) => mean + winter * midwinter[part]!);
    }),
  );
}

/** A factor for each pattern: those of the geopotential and of the wind along a parallel. */
export interface StandingAlong {
  standing: number[];
  standingU: number[];
  standingV: number[];
}

const spin = 2 * rotationPerSecond * earthRadiusMetres;
const peaks = patterns.map(({ powers: [m, n] }) => (m / (m + n)) ** (m / 2) * (n / (m + n)) ** (n / 2));

/** The slopes over f are written out, so that nothing divides by zero. */
export function standingAlong(latitude: number): StandingAlong {
  const sin = Math.sin(latitude * radiansPerDegree);
  const cos = Math.cos(latitude * radiansPerDegree);
  const along: StandingAlong = { standing: [], standingU: [], standingV: [] };
  patterns.forEach(({ powers: [m, n] }, index) => {
    const shared = (Math.abs(sin) ** (m - 2) * cos ** (n - 1)) / peaks[index]!;
    along.standing.push(shared * sin ** 2 * cos);
    along.standingU.push((shared * (n * sin ** 2 - m * cos ** 2)) / spin);
    along.standingV.push((shared * sin) / spin);
  });
  return along;
}

/** A factor for each pattern: those of the geopotential and of the temperature at a height. */
export interface StandingAtX {
  standing: number[];
  standingKelvin: number[];
}

export function standingAtX(x: number): StandingAtX {
  const shapes = patterns.map(({ atX }) => atX(x));
  return {
    standing: shapes.map(({ value }) => value),
    standingKelvin: shapes.map(({ slope }) => slope / dryAir),
  };
}

const mixed: StandingWaves = { mean: 0, cos: 0, sin: 0, cosTwice: 0, sinTwice: 0 };

/**
 * The sum of the patterns, each multiplied by its factor for the parallel and by that for the height. The result is
 * valid until the next call: creating it would take a tenth of the time of a value.
 */
export function mixedWaves(
  amplitudes: StandingAmplitudes,
  along: readonly number[],
  atX: readonly number[],
): StandingWaves {
  let [mean, cos, sin, cosTwice, sinTwice] = [0, 0, 0, 0, 0];
  for (let index = 0, base = 0; index < along.length; index++, base += partCount) {
    const factor = along[index]! * atX[index]!;
    mean += factor * amplitudes[base + meanPart]!;
    cos += factor * amplitudes[base + cosPart]!;
    sin += factor * amplitudes[base + sinPart]!;
    cosTwice += factor * amplitudes[base + cosTwicePart]!;
    sinTwice += factor * amplitudes[base + sinTwicePart]!;
  }
  mixed.mean = mean;
  mixed.cos = cos;
  mixed.sin = sin;
  mixed.cosTwice = cosTwice;
  mixed.sinTwice = sinTwice;
  return mixed;
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
