import { earthRadiusMetres, gravity } from '../../../pictures/sounding/thermodynamics.ts';
import { humidLevel, type Level, levelAtX, type Meridians, type Parallel, type Place } from './geometry.ts';
import { dryAir, radiansPerDegree } from './planet.ts';
import { type Snapshot, showerWaves, tiltOf, type Vortex, waveCount, zonalNumberOf } from './snapshot.ts';

/** Everything follows from the geopotential: wind is its slope over f, temperature its slope in height over R. */
export type UpperField = 'geopotential' | 'temperature' | 'wind_u' | 'wind_v';

// Every field is linear in the waves, so along a parallel it is one constant and these factors of cos and sin.
const factors = new Float64Array(waveCount * 2);
const single = new Float64Array(1);

/** Fills one field at one height along a parallel in m²/s², kelvin or m/s, with a value for each meridian. */
export function fillRow(
  field: UpperField,
  snapshot: Snapshot,
  level: Level,
  place: Place,
  row: Float64Array,
) {
  sumWaves(setFactors(field, snapshot, level, place.parallel), place.meridians, row);
  for (const vortex of snapshot.vortices) addVortex(field, vortex, level, place, row);
}

export function valueAt(field: UpperField, snapshot: Snapshot, level: Level, place: Place): number {
  fillRow(field, snapshot, level, place, single);
  return single[0]!;
}

/**
 * Fills the moisture of the air column, which is about 0 to 1. Air from the tropics is moist and air from the pole
 * dry; showers drift along the equator, the subtropics are dry, and cyclones are wet.
 */
export function fillMoistureRow(snapshot: Snapshot, place: Place, row: Float64Array): void {
  const { parallel, meridians } = place;
  setFactors('wind_v', snapshot, humidLevel, parallel);
  const poleward = 0.026 * (parallel.hemisphere === 'north' ? 1 : -1);
  for (let i = 0; i < factors.length; i++) factors[i]! *= poleward;
  const tropics = parallel.cos ** 6;
  showerWaves.forEach((wave, index) => {
    factors[2 * wave]! += tropics * snapshot.showers[2 * index]!;
    factors[2 * wave + 1]! -= tropics * snapshot.showers[2 * index + 1]!;
  });
  sumWaves(zonalMoisture(snapshot, parallel), meridians, row);
  for (const vortex of snapshot.vortices) addVortex('moisture', vortex, humidLevel, place, row);
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
    const phasorReal = phasors[2 * wave]!;
    const phasorImaginary = phasors[2 * wave + 1]!;
    const real = phasorReal * tiltCos - phasorImaginary * tiltSin;
    const imaginary = phasorReal * tiltSin + phasorImaginary * tiltCos;
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
  if (field === 'wind_v') return parallel.waveV * level.wave * zonalNumberOf(wave);
  if (field !== 'temperature') return 0;
  return (parallel.waveGeopotential * level.wave * tiltOf(wave)) / dryAir;
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

/** The level at a height, by Newton's method on the geopotential, whose slope is the temperature. */
export function levelAtAltitude(snapshot: Snapshot, place: Place, metres: number, steps = 3): Level {
  let level = levelAtX(metres / 7600);
  for (let step = 0; step < steps; step++) {
    const geopotential = valueAt('geopotential', snapshot, level, place);
    const slope = dryAir * valueAt('temperature', snapshot, level, place);
    level = levelAtX(level.x - (geopotential - gravity * metres) / slope);
  }
  return level;
}

// The reference is a tropical sounding with 6.5 K/km up to about 110 hPa and isothermal above.
const surfaceKelvin = 299.3;
const lapseExponent = (dryAir * 0.0065) / gravity;
const tropopauseX = Math.log(1000 / 110);
const surfaceGeopotential = 1640;
const tradesMetresPerSecond = 6;
/** Westerlies reach the ground with the same speed at every height. */
const surfaceWesterlies = 3;

function zonalGeopotential(jets: Snapshot['jets'], level: Level, parallel: Parallel): number {
  return (
    referenceGeopotential(level.x) +
    parallel.jetGeopotential * (jets[parallel.hemisphere] * level.jet + surfaceWesterlies) +
    parallel.tradesGeopotential * tradesMetresPerSecond * level.trades
  );
}

function zonalTemperature(jets: Snapshot['jets'], level: Level, parallel: Parallel): number {
  return (
    referenceTemperature(level.x) +
    (parallel.jetGeopotential * jets[parallel.hemisphere] * level.jetSlope +
      parallel.tradesGeopotential * tradesMetresPerSecond * level.tradesSlope) /
      dryAir
  );
}

function zonalWind(jets: Snapshot['jets'], level: Level, parallel: Parallel): number {
  return (
    parallel.jetWind * (jets[parallel.hemisphere] * level.jet + surfaceWesterlies) +
    parallel.tradesWind * tradesMetresPerSecond * level.trades
  );
}

function referenceTemperature(x: number): number {
  return surfaceKelvin * Math.exp(-lapseExponent * Math.min(x, tropopauseX));
}

function referenceGeopotential(x: number): number {
  const below = Math.min(x, tropopauseX);
  return (
    surfaceGeopotential +
    ((dryAir * surfaceKelvin) / lapseExponent) * (1 - Math.exp(-lapseExponent * below)) +
    dryAir * referenceTemperature(tropopauseX) * (x - below)
  );
}

const vortexRadiusMetres = 950_000;
const vortexRadiusDegrees = vortexRadiusMetres / earthRadiusMetres / radiansPerDegree + 0.1;
const vortexScale = (2 * earthRadiusMetres ** 2) / vortexRadiusMetres ** 2;

/** Adds the vortex's part of a field along a parallel. */
function addVortex(
  field: UpperField | 'moisture',
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
    else if (field === 'moisture') change = Math.min(0.6, vortex.depth / 1200) * inside ** 2;
    else if (field === 'wind_u')
      change = wind * inside ** 2 * (parallel.cos * centreSin - parallel.sin * centreCos * awayCos);
    else change = wind * inside ** 2 * centreCos * (sin * eastCos - cos * eastSin);
    row[i]! += change;
  }
}
