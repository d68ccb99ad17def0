import type { Meridians, Parallel, Place } from './geometry.ts';
import { humidLevel, type Level } from './levels.ts';
import { dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';
import { addVortex } from './vortex.ts';
import { showerWaves, waveCount, zonalNumbers } from './waves.ts';
import { zonalGeopotential, zonalTemperature, zonalWind } from './zonal.ts';

/** Everything follows from the geopotential: wind is its slope over f, temperature its slope in height over R. */
export type UpperField = 'geopotential' | 'temperature' | 'wind_u' | 'wind_v';

// Every field is linear in the waves: along a parallel it is one constant and these factors of cos and sin.
const factors = new Float64Array(waveCount * 2);
const single = new Float64Array(1);

/** One field at one height along a parallel: m²/s², kelvin or m/s, a value for each meridian. */
export function fillRow(
  field: UpperField,
  snapshot: Snapshot,
  level: Level,
  parallel: Parallel,
  meridians: Meridians,
  row: Float64Array,
): void {
  const mean = setFactors(field, snapshot, level, parallel);
  sumWaves(mean, meridians, row);
  for (const vortex of snapshot.vortices) addVortex(field, vortex, level, parallel, meridians, row);
}

export function valueAt(field: UpperField, snapshot: Snapshot, level: Level, place: Place): number {
  fillRow(field, snapshot, level, place.parallel, place.meridians, single);
  return single[0]!;
}

/**
 * How moist the air column is, about 0 to 1 but not held to it: air from the tropics is moist, air from the pole
 * dry; showers drift along the equator, the subtropics are dry, cyclones wet.
 */
export function fillMoistureRow(
  snapshot: Snapshot,
  parallel: Parallel,
  meridians: Meridians,
  row: Float64Array,
): void {
  setFactors('wind_v', snapshot, humidLevel, parallel);
  const poleward = 0.026 * (parallel.hemisphere === 'north' ? 1 : -1);
  for (let i = 0; i < factors.length; i++) factors[i]! *= poleward;
  const tropics = parallel.cos ** 6;
  showerWaves.forEach((wave, index) => {
    factors[2 * wave]! += tropics * snapshot.showers[2 * index]!;
    factors[2 * wave + 1]! -= tropics * snapshot.showers[2 * index + 1]!;
  });
  sumWaves(zonalMoisture(snapshot, parallel), meridians, row);
  for (const vortex of snapshot.vortices) {
    addVortex('moisture', vortex, humidLevel, parallel, meridians, row);
  }
}

function zonalMoisture(snapshot: Snapshot, parallel: Parallel): number {
  const rainBelt = -7 * Math.cos(snapshot.season);
  const fromBelt = (parallel.latitude - rainBelt) / 9;
  const fromDesert = (Math.abs(parallel.latitude - rainBelt / 2) - 25) / 9;
  return 0.52 + 0.16 * Math.exp(-(fromBelt ** 2)) - 0.16 * Math.exp(-(fromDesert ** 2));
}

/** Sets the factors of a field and returns its mean around the parallel. */
function setFactors(field: UpperField, snapshot: Snapshot, level: Level, parallel: Parallel): number {
  const phasors = snapshot[parallel.hemisphere];
  const alongside = field === 'wind_v' ? 0 : inPhase(field, level, parallel);
  for (let wave = 0; wave < waveCount; wave++) {
    const tiltCos = level.tiltCos[wave]!;
    const tiltSin = level.tiltSin[wave]!;
    const real = phasors[2 * wave]! * tiltCos - phasors[2 * wave + 1]! * tiltSin;
    const imaginary = phasors[2 * wave]! * tiltSin + phasors[2 * wave + 1]! * tiltCos;
    const across = quarterAhead(field, level, parallel, wave);
    factors[2 * wave] = alongside * real - across * imaginary;
    factors[2 * wave + 1] = -alongside * imaginary - across * real;
  }
  if (field === 'geopotential') return zonalGeopotential(snapshot.jets, level, parallel);
  if (field === 'temperature') return zonalTemperature(snapshot.jets, level, parallel);
  return field === 'wind_u' ? zonalWind(snapshot.jets, level, parallel) : 0;
}

/** The part of a field that peaks where the wave's geopotential does. */
function inPhase(field: UpperField, level: Level, parallel: Parallel): number {
  if (field === 'geopotential') return parallel.waveGeopotential * level.wave;
  if (field === 'temperature') return (parallel.waveGeopotential * level.waveSlope) / dryAir;
  return -parallel.waveU * level.wave;
}

/** The part that follows the wave's own slope: eastwards for wind, by the tilt for temperature. */
function quarterAhead(field: UpperField, level: Level, parallel: Parallel, wave: number): number {
  if (field === 'wind_v') return parallel.waveV * level.wave * zonalNumbers[wave]!;
  if (field !== 'temperature') return 0;
  return (parallel.waveGeopotential * level.wave * level.tiltRate[wave]!) / dryAir;
}

function sumWaves(mean: number, meridians: Meridians, row: Float64Array): void {
  const { waves } = meridians;
  const width = factors.length;
  for (let i = 0, base = 0; i < row.length; i++, base += width) {
    let sum = mean;
    for (let j = 0; j < width; j++) sum += factors[j]! * waves[base + j]!;
    row[i] = sum;
  }
}
