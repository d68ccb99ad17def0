import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import type { Ground } from './land.ts';
import { aroundEarth, radiansPerDegree, rotationPerSecond } from './planet.ts';
import { type Hemisphere, hemisphereOf, tiltOf, waveCount, zonalNumberOf } from './snapshot.ts';

/**
 * Everything that depends on latitude alone. The geopotential of a wave has the envelope f·sin²(2φ); `waveU` and
 * `waveV` are its geostrophic wind, written out so that nothing divides by zero at the equator or a pole.
 */
export interface Parallel {
  latitude: number;
  hemisphere: Hemisphere;
  sin: number;
  cos: number;
  coriolis: number;
  jetWind: number;
  jetGeopotential: number;
  tradesWind: number;
  tradesGeopotential: number;
  waveGeopotential: number;
  waveU: number;
  waveV: number;
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
  /** Added when a surface field is computed here for the first time. */
  ground?: Ground;
}

export function placeAt(latitude: number, longitude: number): Place {
  return { parallel: parallelAt(latitude), meridians: meridiansAt([longitude]) };
}

/** Reuses its arrays: each place is valid only until the next call. */
export function movingPlace(): (latitude: number, longitude: number) => Place {
  const meridians = blankMeridians(1);
  return (latitude, longitude) => {
    setMeridian(meridians, 0, longitude);
    return { parallel: parallelAt(latitude), meridians };
  };
}

export function parallelAt(latitude: number): Parallel {
  const sin = Math.sin(latitude * radiansPerDegree);
  const cos = Math.abs(latitude) === 90 ? 0 : Math.cos(latitude * radiansPerDegree);
  const spin = 2 * rotationPerSecond;
  return {
    latitude,
    hemisphere: hemisphereOf(latitude),
    sin,
    cos,
    coriolis: spin * sin,
    jetWind: 4 * sin ** 2 * cos ** 2,
    // This is the closed form of -∫ f·a·jetWind dφ, zero at the equator.
    jetGeopotential: 4 * spin * earthRadiusMetres * (cos ** 3 / 3 - cos ** 5 / 5 - 2 / 15),
    tradesWind: -(cos ** 8),
    tradesGeopotential: (-spin * earthRadiusMetres * cos ** 9) / 9,
    waveGeopotential: 4 * spin * sin ** 3 * cos ** 2,
    waveU: (4 * (3 * sin * cos ** 3 - 2 * sin ** 3 * cos)) / earthRadiusMetres,
    waveV: (4 * sin ** 2 * cos) / earthRadiusMetres,
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
export interface Level {
  pressureHpa: number;
  x: number;
  jet: number;
  jetSlope: number;
  trades: number;
  tradesSlope: number;
  wave: number;
  waveSlope: number;
  vortex: number;
  vortexSlope: number;
  /** Cos and sin of the angle by which each wave's trough is tilted westwards. */
  tiltCos: number[];
  tiltSin: number[];
}

const waveGrowth = 0.85;
const vortexDepth = 1.2;

export function levelAt(pressureHpa: number): Level {
  return levelAtX(Math.log(1000 / pressureHpa));
}

export function levelAtX(x: number): Level {
  const fall = Math.exp(1 - x / 2);
  const jet = (x / 2) * fall;
  const jetSlope = 0.5 * (1 - x / 2) * fall;
  const trades = Math.exp(-x);
  const vortex = Math.exp(-x / vortexDepth);
  return {
    pressureHpa: 1000 * trades,
    x,
    jet,
    jetSlope,
    trades,
    tradesSlope: -trades,
    wave: 1 + waveGrowth * jet,
    waveSlope: waveGrowth * jetSlope,
    vortex,
    vortexSlope: -vortex / vortexDepth,
    ...tiltsAt(x),
  };
}

/** The tilts are evenly spaced, so that each angle is the one before, rotated by the same step. */
function tiltsAt(x: number): Pick<Level, 'tiltCos' | 'tiltSin'> {
  // Plain arrays are used because a flight creates thousands of levels, and typed arrays are slow to create.
  const tiltCos: number[] = [];
  const tiltSin: number[] = [];
  const step = (tiltOf(1) - tiltOf(0)) * x;
  const [stepCos, stepSin] = [Math.cos(step), Math.sin(step)];
  let [cos, sin] = [Math.cos(tiltOf(0) * x), Math.sin(tiltOf(0) * x)];
  for (let wave = 0; wave < waveCount; wave++) {
    tiltCos.push(cos);
    tiltSin.push(sin);
    [cos, sin] = [cos * stepCos - sin * stepSin, cos * stepSin + sin * stepCos];
  }
  return { tiltCos, tiltSin };
}

export const groundLevel = levelAt(1000);
export const humidLevel = levelAt(700);
