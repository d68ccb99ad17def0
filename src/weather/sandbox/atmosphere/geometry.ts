import { radiansPerDegree, radiusMetres, rotationPerSecond } from './planet.ts';
import { type Hemisphere, hemisphereOf, waveCount, zonalNumbers } from './waves.ts';

/**
 * All that depends on latitude alone. The geopotential of a wave has the envelope f·sin²(2φ); `waveU` and `waveV`
 * are that envelope as the geostrophic wind sees it, written out so that nothing divides by zero at equator or pole.
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

/** One place is a parallel crossed by a single meridian: the same arithmetic serves a point and a whole grid. */
export interface Place {
  parallel: Parallel;
  meridians: Meridians;
}

export function placeAt(latitude: number, longitude: number): Place {
  return { parallel: parallelAt(latitude), meridians: meridiansAt([longitude]) };
}

/** For following something that moves: each place is good until the next is asked for, and costs no new arrays. */
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
    // Closed form of -∫ f·a·jetWind dφ, zero at the equator.
    jetGeopotential: 4 * spin * radiusMetres * (cos ** 3 / 3 - cos ** 5 / 5 - 2 / 15),
    tradesWind: -(cos ** 8),
    tradesGeopotential: (-spin * radiusMetres * cos ** 9) / 9,
    waveGeopotential: 4 * spin * sin ** 3 * cos ** 2,
    waveU: (4 * (3 * sin * cos ** 3 - 2 * sin ** 3 * cos)) / radiusMetres,
    waveV: (4 * sin ** 2 * cos) / radiusMetres,
  };
}

export function meridiansAt(longitudes: ArrayLike<number>): Meridians {
  const meridians = blankMeridians(longitudes.length);
  for (let i = 0; i < longitudes.length; i++) setMeridian(meridians, i, longitudes[i]!);
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
  const angle = (((longitude % 360) + 360) % 360) * radiansPerDegree;
  meridians.longitudes[index] = longitude;
  meridians.cos[index] = Math.cos(angle);
  meridians.sin[index] = Math.sin(angle);
  fillMultiples(angle, meridians.waves, index * waveCount * 2);
}

/** cos and sin of every zonal number times an angle; the numbers follow each other, so turning once more is enough. */
function fillMultiples(angle: number, waves: Float64Array, base: number): void {
  const [stepCos, stepSin] = [Math.cos(angle), Math.sin(angle)];
  let cos = Math.cos(zonalNumbers[0] * angle);
  let sin = Math.sin(zonalNumbers[0] * angle);
  for (let i = base; i < base + waveCount * 2; i += 2) {
    waves[i] = cos;
    waves[i + 1] = sin;
    [cos, sin] = [cos * stepCos - sin * stepSin, cos * stepSin + sin * stepCos];
  }
}
