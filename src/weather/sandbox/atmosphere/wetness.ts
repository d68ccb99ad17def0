import { clamp } from '../../../pictures/sounding/math.ts';
import { addVortex, sumWaves } from './free-atmosphere.ts';
import { humidLevel, type Parallel, type Place, tiltAt, type WetnessWeights } from './geometry.ts';
import { radiansPerDegree } from './planet.ts';
import {
  type Snapshot,
  tiltOf,
  waveAmplitude,
  waveCount,
  waveStrength,
  waveVariance,
  zonalNumberOf,
} from './snapshot.ts';

const factors = new Float64Array(waveCount * 2);
const waves = Array.from({ length: waveCount }, (_, wave) => wave);

/**
 * Fills how wet the weather is compared with the climate of the place: about normal with mean 0 and deviation 1. In
 * the middle latitudes it follows the wind towards the pole, in the tropics showers that drift westwards, and cyclones
 * add to both.
 */
export function fillWetnessRow(snapshot: Snapshot, place: Place, row: Float64Array): void {
  const { parallel, meridians } = place;
  parallel.wetness ??= weightsAt(parallel);
  const { fronts, showers } = parallel.wetness;
  const strength = 1 / waveStrength(snapshot.winter[parallel.hemisphere]);
  const phasors = snapshot[parallel.hemisphere];
  for (let i = 0; i < factors.length; i += 2) {
    const frontCos = fronts[i]! * strength;
    const frontSin = fronts[i + 1]! * strength;
    const showerCos = showers[i]!;
    const showerSin = showers[i + 1]!;
    const real = phasors[i]!;
    const imaginary = phasors[i + 1]!;
    const showerReal = snapshot.showers[i]!;
    const showerImaginary = snapshot.showers[i + 1]!;
    factors[i] =
      real * frontCos - imaginary * frontSin + showerReal * showerCos - showerImaginary * showerSin;
    factors[i + 1] =
      -(real * frontSin + imaginary * frontCos) - (showerReal * showerSin + showerImaginary * showerCos);
  }
  sumWaves(factors, 0, meridians, row);
  for (const vortex of snapshot.vortices) addVortex('wetness', vortex, humidLevel, place, row);
}

/** The wind towards the pole has the amplitude of the wave times its zonal number. */
const frontNorm = Math.sqrt(
  waveVariance * waves.reduce((sum, wave) => sum + (waveAmplitude(wave) * zonalNumberOf(wave)) ** 2, 0),
);
const showerNorm = Math.sqrt(waveVariance * waveCount);

const frontLatitude = 52;

/** How many degrees further west a front is at a latitude, because it trails behind its low. */
function frontTrail(degreesFromEquator: number): number {
  const away = frontLatitude - degreesFromEquator;
  return 0.5 * away + 0.03 * away ** 2;
}

function weightsAt(parallel: Parallel): WetnessWeights {
  const from = Math.abs(parallel.latitude);
  const share = clamp((from - 16) / 22, 0, 1) ** 2 * (3 - 2 * clamp((from - 16) / 22, 0, 1));
  // Without this, all waves would converge at the pole.
  const nearPole = Math.min(1, parallel.cos / 0.26);
  const fronts = new Float64Array(waveCount * 2);
  const showers = new Float64Array(waveCount * 2);
  for (const wave of waves) {
    const zonal = zonalNumberOf(wave);
    const tilt = tiltOf(wave) * tiltAt(humidLevel.x);
    const shift = frontTrail(from) * radiansPerDegree * zonal + tilt + Math.PI / 2;
    const front = (Math.sqrt(share) * nearPole * zonal) / frontNorm;
    fronts[2 * wave] = front * Math.cos(shift);
    fronts[2 * wave + 1] = front * Math.sin(shift);
    const slope = showerSlopes[wave]! * parallel.latitude * radiansPerDegree;
    const shower = Math.sqrt(1 - share) / showerNorm;
    showers[2 * wave] = shower * Math.cos(slope);
    showers[2 * wave + 1] = shower * Math.sin(slope);
  }
  return { fronts, showers };
}

/** Waves around each parallel per radian of latitude. Different slopes make cells instead of stripes. */
const showerSlopes = [9, -7, 12, -15, 6, 17, -11, 14, -19];
