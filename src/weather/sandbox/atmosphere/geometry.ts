import { aroundEarth } from '../../../pictures/sounding/math.ts';
import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import type { Ground, Terrain } from './climate.ts';
import { radiansPerDegree, rotationPerSecond } from './planet.ts';
import {
  type Hemisphere,
  hemisphereOf,
  type Snapshot,
  tiltOf,
  waveCount,
  zonalNumberOf,
} from './snapshot.ts';
import { type StandingAlong, type StandingAtX, standingAlong, standingAtX } from './standing-waves.ts';
import type { PolarShares } from './zonal.ts';

/**
 * Everything that depends on latitude alone. The geopotential of a wave has the envelope f·sin²(2φ); `waveU` and
 * `waveV` are its geostrophic wind, written out so that nothing divides by zero at the equator or a pole.
 */
export interface Parallel extends PolarShares, StandingAlong {
  latitude: number;
  hemisphere: Hemisphere;
  sin: number;
  cos: number;
  coriolis: number;
  westerlies: number;
  westerliesGeopotential: number;
  tradesWind: number;
  tradesGeopotential: number;
  waveGeopotential: number;
  waveU: number;
  waveV: number;
  /** The wind from the west that a wave's lean from south-west to north-east adds, out of phase with the wave. */
  waveLeanU: number;
  /** Cos and sin of the angle by which the first wave's trough lies further west than at the pole, and of each step. */
  trailCos: number;
  trailSin: number;
  trailStepCos: number;
  trailStepSin: number;
  /** Added when wetness is computed here for the first time. */
  wetness?: WetnessWeights;
}

/** The weights of the waves in the wetness, as real and imaginary part in turn. */
export interface WetnessWeights {
  fronts: Float64Array;
  showers: Float64Array;
}

/** Longitudes with cos and sin of every wave's zonal number, side by side, longitude by longitude. */
export interface Meridians {
  longitudes: Float64Array;
  cos: Float64Array;
  sin: Float64Array;
  waves: Float64Array;
}

/** A place is a parallel with a single meridian, so that the same arithmetic serves a point and a whole grid. */
export interface Place {
  parallel: Parallel;
  meridians: Meridians;
  /** Added when a level near the ground is computed here for the first time. */
  terrain?: Terrain;
  /** Added when a surface field is computed here for the first time. */
  ground?: Ground;
  /** Where warmth and friction near the ground end, for the last moment that was computed. */
  layer?: { snapshot: Snapshot; topX: number; frictionX: number };
}

export function placeAt(latitude: number, longitude: number): Place {
  return { parallel: parallelAt(latitude), meridians: meridiansAt([longitude]) };
}

/** Reuses its arrays: each place is valid only until the next call. */
export function createMovingPlace(): (latitude: number, longitude: number) => Place {
  const meridians = blankMeridians(1);
  return (latitude, longitude) => {
    setMeridian(meridians, 0, longitude);
    return { parallel: parallelAt(latitude), meridians };
  };
}

/** The integrals of sin⁵·cos² and of sin⁹·cos² from a latitude to the equator. */
const polarIntegral = (cos: number) => cos ** 3 / 3 - (2 * cos ** 5) / 5 + cos ** 7 / 7 - 8 / 105;
const subpolarIntegral = (cos: number) =>
  cos ** 3 / 3 - (4 * cos ** 5) / 5 + (6 * cos ** 7) / 7 - (4 * cos ** 9) / 9 + cos ** 11 / 11 - 128 / 3465;

/**
 * How many radians further west a trough lies at the equator than at the pole. Troughs lean eastwards with latitude,
 * which carries momentum towards the pole.
 */
const trail = 0.35;

export function parallelAt(latitude: number): Parallel {
  const sin = Math.sin(latitude * radiansPerDegree);
  const cos = Math.abs(latitude) === 90 ? 0 : Math.cos(latitude * radiansPerDegree);
  const spin = 2 * rotationPerSecond;
  const trailAngle = trail * cos ** 2;
  return {
    latitude,
    hemisphere: hemisphereOf(latitude),
    sin,
    cos,
    coriolis: spin * sin,
    polarShare45: (15 / 2) * (2 / 15 - cos ** 3 / 3 + cos ** 5 / 5),
    polarSlope45: (15 / 2) * sin ** 2 * cos ** 2,
    polarShare35: (35 / 2) * (2 / 35 - cos ** 5 / 5 + cos ** 7 / 7),
    polarSlope35: (35 / 2) * sin ** 2 * cos ** 4,
    // With the trades, westerlies blow from about 30 degrees up to 66, and weak easterlies nearer to the pole.
    westerlies: 8 * sin ** 4 * cos ** 2 * (1.55 - 2.23 * sin ** 4),
    // This is the closed form of -∫ f·a·westerlies dφ, zero at the equator.
    westerliesGeopotential:
      8 * spin * earthRadiusMetres * (1.55 * polarIntegral(cos) - 2.23 * subpolarIntegral(cos)),
    tradesWind: -(cos ** 8),
    tradesGeopotential: (-spin * earthRadiusMetres * cos ** 9) / 9,
    waveGeopotential: 4 * spin * sin ** 3 * cos ** 2,
    waveU: (4 * (3 * sin * cos ** 3 - 2 * sin ** 3 * cos)) / earthRadiusMetres,
    waveV: (4 * sin ** 2 * cos) / earthRadiusMetres,
    waveLeanU: (8 * trail * sin ** 3 * cos ** 3) / earthRadiusMetres,
    trailCos: Math.cos(zonalNumberOf(0) * trailAngle),
    trailSin: Math.sin(zonalNumberOf(0) * trailAngle),
    trailStepCos: Math.cos(trailAngle),
    trailStepSin: Math.sin(trailAngle),
    ...standingAlong(latitude),
  };
}

export function meridiansAt(longitudes: ArrayLike<number>): Meridians {
  const meridians = blankMeridians(longitudes.length);
  Array.from(longitudes).forEach((longitude, i) => {
    setMeridian(meridians, i, longitude);
  });
  return meridians;
}

function blankMeridians(count: number): Meridians {
  return {
    longitudes: new Float64Array(count),
    cos: new Float64Array(count),
    sin: new Float64Array(count),
    waves: new Float64Array(count * waveCount * 2),
  };
}

function setMeridian(meridians: Meridians, index: number, longitude: number): void {
  // -90 and 270 must give the same bits, or point and grid would differ in the last place.
  const angle = aroundEarth(longitude) * radiansPerDegree;
  meridians.longitudes[index] = longitude;
  meridians.cos[index] = Math.cos(angle);
  meridians.sin[index] = Math.sin(angle);
  fillMultiples(angle, meridians.waves, index * waveCount * 2);
}

/** Zonal numbers are consecutive, so each multiple of the angle is the one before, rotated by the angle. */
function fillMultiples(angle: number, waves: Float64Array, base: number): void {
  const [stepCos, stepSin] = [Math.cos(angle), Math.sin(angle)];
  let cos = Math.cos(zonalNumberOf(0) * angle);
  let sin = Math.sin(zonalNumberOf(0) * angle);
  for (let i = base; i < base + waveCount * 2; i += 2) {
    waves[i] = cos;
    waves[i + 1] = sin;
    [cos, sin] = [cos * stepCos - sin * stepSin, cos * stepSin + sin * stepCos];
  }
}

/**
 * Everything that depends on height alone. The vertical coordinate is x = ln(1000 hPa / p). Every shape has its
 * derivative in x, because temperature is the derivative of the geopotential.
 */
export interface Level extends StandingAtX {
  pressureHpa: number;
  x: number;
  trades: number;
  tradesSlope: number;
  wave: number;
  waveSlope: number;
  vortex: number;
  vortexSlope: number;
  /**
   * Cos and sin of the angle by which the first wave's trough is tilted westwards, and of what each further wave adds.
   */
  tiltCos: number;
  tiltSin: number;
  tiltStepCos: number;
  tiltStepSin: number;
  /** How fast the tilt grows with height, compared with the ground. */
  tiltSlope: number;
}

/** Waves are strongest at this x, 260 hPa. */
const wavePeakX = 1.35;
const waveGrowth = 0.7;
/**
 * The tilt grows within about this height. Near the ground it makes most of the temperature of a wave, so that warm air
 * lies east of a low and cold air west of it; high up, troughs are cold.
 */
const tiltDepth = 1.0;
export const tiltAt = (x: number) => tiltDepth * (1 - Math.exp(-x / tiltDepth));
const vortexDepth = 1.2;
const tiltStep = tiltOf(1) - tiltOf(0);

export function levelAt(pressureHpa: number): Level {
  return levelAtX(Math.log(1000 / pressureHpa));
}

export function levelAtX(x: number): Level {
  const share = x / wavePeakX;
  const fall = waveGrowth * Math.exp((1 - share ** 2) / 2);
  const tilt = tiltAt(x);
  const trades = Math.exp(-x);
  const vortex = Math.exp(-x / vortexDepth);
  return {
    pressureHpa: 1000 * trades,
    x,
    trades,
    tradesSlope: -trades,
    wave: 1 + share * fall,
    waveSlope: ((1 - share ** 2) * fall) / wavePeakX,
    vortex,
    vortexSlope: -vortex / vortexDepth,
    ...standingAtX(x),
    tiltCos: Math.cos(tiltOf(0) * tilt),
    tiltSin: Math.sin(tiltOf(0) * tilt),
    tiltStepCos: Math.cos(tiltStep * tilt),
    tiltStepSin: Math.sin(tiltStep * tilt),
    tiltSlope: 1 - tilt / tiltDepth,
  };
}

export const groundLevel = levelAt(1000);
export const humidLevel = levelAt(700);
