import type { Meridians, Parallel } from './geometry.ts';
import type { Level } from './levels.ts';
import { dryAir, radiansPerDegree, radiusMetres } from './planet.ts';

/**
 * A cyclone as the fields see it: a low in the geopotential, (1 - r²/R²)³ wide, nothing beyond R. The edge is sharp
 * so that no tail reaches the equator, where a geostrophic wind would be without bounds.
 */
export interface Vortex {
  latitude: number;
  longitude: number;
  /** Depth of the low at the ground, m²/s². */
  depth: number;
}

const vortexRadiusMetres = 950_000;
const vortexRadiusDegrees = vortexRadiusMetres / radiusMetres / radiansPerDegree + 0.1;
const vortexScale = (2 * radiusMetres ** 2) / vortexRadiusMetres ** 2;

type VortexField = 'geopotential' | 'temperature' | 'wind_u' | 'wind_v' | 'moisture';

/** Adds what the vortex brings to a field along a parallel. */
export function addVortex(
  field: VortexField,
  vortex: Vortex,
  level: Level,
  parallel: Parallel,
  meridians: Meridians,
  row: Float64Array,
): void {
  if (Math.abs(parallel.latitude - vortex.latitude) > vortexRadiusDegrees) return;
  const centreSin = Math.sin(vortex.latitude * radiansPerDegree);
  const centreCos = Math.cos(vortex.latitude * radiansPerDegree);
  const eastCos = Math.cos(vortex.longitude * radiansPerDegree);
  const eastSin = Math.sin(vortex.longitude * radiansPerDegree);
  const wind = (vortex.depth * level.vortex * 3 * vortexScale) / (parallel.coriolis * radiusMetres);
  for (let i = 0; i < row.length; i++) {
    const awayCos = meridians.cos[i]! * eastCos + meridians.sin[i]! * eastSin;
    const inside = 1 - vortexScale * (1 - parallel.sin * centreSin - parallel.cos * centreCos * awayCos);
    if (inside <= 0) continue;
    if (field === 'geopotential') row[i]! -= vortex.depth * level.vortex * inside ** 3;
    else if (field === 'temperature') row[i]! -= (vortex.depth * level.vortexSlope * inside ** 3) / dryAir;
    else if (field === 'moisture') row[i]! += Math.min(0.6, vortex.depth / 1200) * inside ** 2;
    else if (field === 'wind_u') {
      row[i]! += wind * inside ** 2 * (parallel.cos * centreSin - parallel.sin * centreCos * awayCos);
    } else {
      const awaySin = meridians.sin[i]! * eastCos - meridians.cos[i]! * eastSin;
      row[i]! += wind * inside ** 2 * centreCos * awaySin;
    }
  }
}
