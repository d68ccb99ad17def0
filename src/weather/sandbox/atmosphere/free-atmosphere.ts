import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import type { Level, Meridians, Parallel, Place } from './geometry.ts';
import { dryAir, radiansPerDegree } from './planet.ts';
import { type Hemisphere, type Snapshot, tiltOf, type Vortex, waveCount, zonalNumberOf } from './snapshot.ts';
import { addWaves, mixedWaves, slopeEastwards } from './standing-waves.ts';
import { zonalColumn, zonalKelvin, zonalShear, zonalThickness } from './zonal.ts';

/** Everything follows from the geopotential: wind is its slope over f, temperature its slope in height over R. */
export type UpperField = 'geopotential' | 'temperature' | 'wind_u' | 'wind_v';

// Every field is linear in the waves, so along a parallel it is one constant and these factors of cos and sin.
const factors = new Float64Array(waveCount * 2);

/**
 * Fills one field at one height along a parallel in m²/s², kelvin or m/s, with a value for each meridian, as if there
 * were no ground.
 */
export function fillFreeRow(
  field: UpperField,
  snapshot: Snapshot,
  level: Level,
  place: Place,
  row: Float64Array,
): void {
  sumWaves(factors, setFactors(field, snapshot, level, place.parallel), place.meridians, row);
  addStandingWaves(field, snapshot, level, place, row);
  if (field === 'geopotential') addTide(snapshot, place, row);
  for (const vortex of snapshot.vortices) addVortex(field, vortex, level, place, row);
}

/** Fills the mean temperature of the season along a parallel: what weather leaves over many days. */
export function fillMeanKelvin(snapshot: Snapshot, level: Level, place: Place, row: Float64Array): void {
  row.fill(zonalMean('temperature', snapshot, level, place.parallel));
  addStandingWaves('temperature', snapshot, level, place, row);
}

/** Sets the factors of a field and returns its mean around the parallel. */
function setFactors(field: UpperField, snapshot: Snapshot, level: Level, parallel: Parallel): number {
  const phasors = snapshot[parallel.hemisphere];
  const alongside = field === 'wind_v' ? 0 : inPhase(field, level, parallel);
  const byNumber = level.wave * slopeByNumber(field, parallel);
  const byTilt =
    field === 'temperature' ? (parallel.waveGeopotential * level.wave * level.tiltSlope) / dryAir : 0;
  const { trailCos, trailSin, trailStepCos, trailStepSin } = parallel;
  const stepCos = level.tiltStepCos * trailStepCos - level.tiltStepSin * trailStepSin;
  const stepSin = level.tiltStepCos * trailStepSin + level.tiltStepSin * trailStepCos;
  let cos = level.tiltCos * trailCos - level.tiltSin * trailSin;
  let sin = level.tiltCos * trailSin + level.tiltSin * trailCos;
  for (let wave = 0; wave < waveCount; wave++) {
    const phasorReal = phasors[2 * wave]!;
    const phasorImaginary = phasors[2 * wave + 1]!;
    const real = phasorReal * cos - phasorImaginary * sin;
    const imaginary = phasorReal * sin + phasorImaginary * cos;
    const across = byNumber * zonalNumberOf(wave) + byTilt * tiltOf(wave);
    factors[2 * wave] = alongside * real - across * imaginary;
    factors[2 * wave + 1] = -alongside * imaginary - across * real;
    // The angles are evenly spaced, so that each is the one before, rotated by the same step.
    const nextCos = cos * stepCos - sin * stepSin;
    sin = cos * stepSin + sin * stepCos;
    cos = nextCos;
  }
  return zonalMean(field, snapshot, level, parallel);
}

/** The part that follows the slope of each wave eastwards, or of its lean towards the pole. */
function slopeByNumber(field: UpperField, parallel: Parallel): number {
  if (field === 'wind_v') return parallel.waveV;
  return field === 'wind_u' ? parallel.waveLeanU : 0;
}

/** The part of a field that peaks where the wave's geopotential does. */
function inPhase(field: UpperField, level: Level, parallel: Parallel): number {
  if (field === 'geopotential') return parallel.waveGeopotential * level.wave;
  if (field === 'temperature') return (parallel.waveGeopotential * level.waveSlope) / dryAir;
  return -parallel.waveU * level.wave;
}

/** The sum of the mean and of each factor times its wave. */
export function sumWaves(factors: Float64Array, mean: number, meridians: Meridians, row: Float64Array): void {
  const { waves } = meridians;
  const width = factors.length;
  for (let i = 0, base = 0; i < row.length; i++, base += width) {
    let sum = mean;
    for (let j = 0; j < width; j++) sum += factors[j]! * waves[base + j]!;
    row[i] = sum;
  }
}

// The values at 1000 hPa: trades fade upwards, westerlies reach every height with the same speed.
const surfaceGeopotential = 1640;
const tradesMetresPerSecond = 6;
const westerliesMetresPerSecond: Record<Hemisphere, number> = { north: 3.4, south: 8 };

function zonalMean(field: UpperField, snapshot: Snapshot, level: Level, parallel: Parallel): number {
  const { hemisphere } = parallel;
  const westerlies = westerliesMetresPerSecond[hemisphere];
  const column = zonalColumn(parallel, snapshot.winter[hemisphere]);
  if (field === 'wind_v') return 0;
  if (field === 'geopotential') {
    return (
      surfaceGeopotential +
      zonalThickness(column, level.x) +
      parallel.westerliesGeopotential * westerlies +
      parallel.tradesGeopotential * tradesMetresPerSecond * level.trades
    );
  }
  if (field === 'temperature') {
    const trades = parallel.tradesGeopotential * tradesMetresPerSecond * level.tradesSlope;
    return zonalKelvin(column, level.x) + trades / dryAir;
  }
  return (
    zonalShear(column, level.x) +
    parallel.westerlies * westerlies +
    parallel.tradesWind * tradesMetresPerSecond * level.trades
  );
}

function addStandingWaves(
  field: UpperField,
  snapshot: Snapshot,
  level: Level,
  { parallel, meridians }: Place,
  row: Float64Array,
): void {
  const amplitudes = snapshot.standing[parallel.hemisphere];
  const mix = (along: number[], atX: number[]) => mixedWaves(amplitudes, along, atX);
  if (field === 'temperature') addWaves(mix(parallel.standing, level.standingKelvin), 1, meridians, row);
  else if (field === 'geopotential') addWaves(mix(parallel.standing, level.standing), 1, meridians, row);
  else if (field === 'wind_u') addWaves(mix(parallel.standingU, level.standing), 1, meridians, row);
  else addWaves(slopeEastwards(mix(parallel.standingV, level.standing)), 1, meridians, row);
}

const tideGeopotential = 100;
const tidePhase = 68 * radiansPerDegree;

/**
 * The sun's tide raises pressure in the tropics by 1.2 hPa at about 10 and 22 o'clock, local time, as published by
 * Chapman and Lindzen, "Atmospheric Tides". It has no wind here.
 */
export function addTide({ dayFraction }: Snapshot, { parallel, meridians }: Place, row: Float64Array): void {
  const angle = 4 * Math.PI * dayFraction + tidePhase;
  const tide = { mean: 0, cos: 0, sin: 0, cosTwice: Math.cos(angle), sinTwice: -Math.sin(angle) };
  addWaves(tide, tideGeopotential * parallel.cos ** 3, meridians, row);
}

const vortexRadiusMetres = 950_000;
const vortexRadiusDegrees = vortexRadiusMetres / earthRadiusMetres / radiansPerDegree + 0.1;
const vortexScale = (2 * earthRadiusMetres ** 2) / vortexRadiusMetres ** 2;

/** Adds the vortex's part of a field along a parallel. */
export function addVortex(
  field: UpperField | 'wetness',
  vortex: Vortex,
  level: Level,
  { parallel, meridians }: Place,
  row: Float64Array,
): void {
  if (Math.abs(parallel.latitude - vortex.latitude) > vortexRadiusDegrees) return;
  const centreSin = Math.sin(vortex.latitude * radiansPerDegree);
  const centreCos = Math.cos(vortex.latitude * radiansPerDegree);
  const eastCos = Math.cos(vortex.longitude * radiansPerDegree);
  const eastSin = Math.sin(vortex.longitude * radiansPerDegree);
  const wind = (vortex.depth * level.vortex * 3 * vortexScale) / (parallel.coriolis * earthRadiusMetres);
  for (let i = 0; i < row.length; i++) {
    const cos = meridians.cos[i]!;
    const sin = meridians.sin[i]!;
    const awayCos = cos * eastCos + sin * eastSin;
    const inside = 1 - vortexScale * (1 - parallel.sin * centreSin - parallel.cos * centreCos * awayCos);
    if (inside <= 0) continue;
    let change: number;
    if (field === 'geopotential') change = -vortex.depth * level.vortex * inside ** 3;
    else if (field === 'temperature') change = (-vortex.depth * level.vortexSlope * inside ** 3) / dryAir;
    else if (field === 'wetness') change = Math.min(3, vortex.depth / 250) * inside ** 2;
    else if (field === 'wind_u')
      change = wind * inside ** 2 * (parallel.cos * centreSin - parallel.sin * centreCos * awayCos);
    else change = wind * inside ** 2 * centreCos * (sin * eastCos - cos * eastSin);
    row[i]! += change;
  }
}
