import { chance, chanceBetween, USE } from './chance.ts';
import { ARCHIVE_START_MS, DAY_MS } from './time.ts';

export const ZONAL_NUMBERS = [3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
export const WAVES = ZONAL_NUMBERS.length;
/** Waves of the moist tropics, which carry showers but no wind; indexes into ZONAL_NUMBERS. */
export const SHOWER_WAVES = [1, 4, 7] as const;

export type Hemisphere = 'north' | 'south';

interface Wave {
  amplitude: number;
  phase: number;
  radiansPerDay: number;
  beatPhase: number;
  beatRadiansPerDay: number;
}

/** One complex amplitude for each wave: real and imaginary part side by side. */
export type Phasors = Float64Array;

const STREAM_FUNCTION_AMPLITUDE = 3.5e6;
const BEAT = 0.35;

const WAVES_OF: Record<Hemisphere, Wave[]> = { north: shapeWaves(0), south: shapeWaves(1) };
const SHOWERS: Wave[] = SHOWER_WAVES.map((wave, index) => ({
  amplitude: 0.16,
  phase: chance(USE.waveShape, 9, index) * 2 * Math.PI,
  radiansPerDay: -0.045 * ZONAL_NUMBERS[wave]!,
  beatPhase: chance(USE.waveShape, 10, index) * 2 * Math.PI,
  beatRadiansPerDay: (2 * Math.PI) / 7.3,
}));

/** Westward lean of a wave, in radians of its own phase for each unit of x. */
export function waveTilt(wave: number): number {
  return 0.8 + 0.04 * wave;
}

export function wavePhasors(hemisphere: Hemisphere, timeMs: number): Phasors {
  return phasorsOf(WAVES_OF[hemisphere], timeMs);
}

export function showerPhasors(timeMs: number): Phasors {
  return phasorsOf(SHOWERS, timeMs);
}

function phasorsOf(waves: Wave[], timeMs: number): Phasors {
  const days = (timeMs - ARCHIVE_START_MS) / DAY_MS;
  const phasors = new Float64Array(waves.length * 2);
  waves.forEach((wave, index) => {
    const beat = 1 + BEAT * Math.cos(wave.beatPhase + wave.beatRadiansPerDay * days);
    const angle = wave.phase - wave.radiansPerDay * days;
    phasors[2 * index] = wave.amplitude * beat * Math.cos(angle);
    phasors[2 * index + 1] = wave.amplitude * beat * Math.sin(angle);
  });
  return phasors;
}

function shapeWaves(hemisphere: number): Wave[] {
  return ZONAL_NUMBERS.map((zonalNumber, index) => {
    const metresPerSecond = 4 + 0.9 * zonalNumber;
    return {
      // Longest waves are strongest; otherwise the short ones would rule the wind.
      amplitude: (STREAM_FUNCTION_AMPLITUDE * 5) / (zonalNumber + 2),
      phase: chance(USE.waveShape, hemisphere, index) * 2 * Math.PI,
      radiansPerDay: (zonalNumber * metresPerSecond * 86_400) / 4.5e6,
      beatPhase: chance(USE.waveShape, 2 + hemisphere, index) * 2 * Math.PI,
      beatRadiansPerDay: (2 * Math.PI) / chanceBetween(9, 21, USE.waveShape, 4 + hemisphere, index),
    };
  });
}

export function hemisphereOf(latitude: number): Hemisphere {
  return latitude < 0 ? 'south' : 'north';
}
