import { dayMs } from '../../../time.ts';
import { chance, chanceBetween, chanceUses } from './chance.ts';
import { archiveStartMs } from './time.ts';

export const zonalNumbers = [3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
export const waveCount = zonalNumbers.length;
/** Waves of the moist tropics, which carry showers but no wind; indexes into `zonalNumbers`. */
export const showerWaves = [1, 4, 7] as const;

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

const streamFunctionAmplitude = 3.5e6;
const beatDepth = 0.35;

const wavesOf: Record<Hemisphere, Wave[]> = { north: shapeWaves(0), south: shapeWaves(1) };
const showerTable: Wave[] = showerWaves.map((wave, index) => ({
  amplitude: 0.16,
  phase: chance(chanceUses.waveShape, 9, index) * 2 * Math.PI,
  radiansPerDay: -0.045 * zonalNumbers[wave]!,
  beatPhase: chance(chanceUses.waveShape, 10, index) * 2 * Math.PI,
  beatRadiansPerDay: (2 * Math.PI) / 7.3,
}));

/** Westward lean of a wave, in radians of its own phase for each unit of x. */
export function waveTilt(wave: number): number {
  return 0.8 + 0.04 * wave;
}

export function wavePhasors(hemisphere: Hemisphere, timeMs: number): Phasors {
  return phasorsOf(wavesOf[hemisphere], timeMs);
}

export function showerPhasors(timeMs: number): Phasors {
  return phasorsOf(showerTable, timeMs);
}

function phasorsOf(waves: Wave[], timeMs: number): Phasors {
  const days = (timeMs - archiveStartMs) / dayMs;
  const phasors = new Float64Array(waves.length * 2);
  waves.forEach((wave, index) => {
    const beat = 1 + beatDepth * Math.cos(wave.beatPhase + wave.beatRadiansPerDay * days);
    const angle = wave.phase - wave.radiansPerDay * days;
    phasors[2 * index] = wave.amplitude * beat * Math.cos(angle);
    phasors[2 * index + 1] = wave.amplitude * beat * Math.sin(angle);
  });
  return phasors;
}

function shapeWaves(hemisphere: number): Wave[] {
  return zonalNumbers.map((zonalNumber, index) => {
    const metresPerSecond = 4 + 0.9 * zonalNumber;
    return {
      // Longest waves are strongest; otherwise the short ones would rule the wind.
      amplitude: (streamFunctionAmplitude * 5) / (zonalNumber + 2),
      phase: chance(chanceUses.waveShape, hemisphere, index) * 2 * Math.PI,
      radiansPerDay: (zonalNumber * metresPerSecond * 86_400) / 4.5e6,
      beatPhase: chance(chanceUses.waveShape, 2 + hemisphere, index) * 2 * Math.PI,
      beatRadiansPerDay: (2 * Math.PI) / chanceBetween(9, 21, chanceUses.waveShape, 4 + hemisphere, index),
    };
  });
}

export function hemisphereOf(latitude: number): Hemisphere {
  return latitude < 0 ? 'south' : 'north';
}
