import { dayMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { chance, chanceBetween, chanceUses } from './chance.ts';
import { archiveStartMs, seasonAngle } from './planet.ts';
import { type StandingAmplitudes, standingAmplitudes } from './standing-waves.ts';

/** Waves are numbered from 0. */
export const waveCount = 9;
/** How many times a wave repeats around the earth. The numbers are consecutive. */
export const zonalNumberOf = (wave: number) => 3 + wave;
/** The westward tilt of a wave at the ground, in radians of its own phase for each unit of x. */
export const tiltOf = (wave: number) => 1.5 + 0.075 * wave;

export type Hemisphere = 'north' | 'south';

interface Wave {
  amplitude: number;
  phase: number;
  radiansPerDay: number;
  beatPhase: number;
  beatRadiansPerDay: number;
}

/** One complex amplitude for each wave, as real and imaginary part in turn. */
export type Phasors = Float64Array;

const streamFunctionAmplitude = 3.8e6;
const beatDepth = 0.35;
/** By how much waves are stronger in midwinter than in spring. */
const winterStrength = 0.35;
export const waveStrength = (winter: number) => 1 + winterStrength * winter;
/** The mean square of a wave with amplitude 1, over its phase and its beat. */
export const waveVariance = (1 + beatDepth ** 2 / 2) / 2;
/** The longest waves are strongest, because otherwise the short ones would dominate the wind. */
export const waveAmplitude = (wave: number) => (streamFunctionAmplitude * 5) / (zonalNumberOf(wave) + 2);

const wavesOf: Record<Hemisphere, Wave[]> = { north: shapeWaves(0), south: shapeWaves(1) };
/** The showers of the tropics drift westwards. They carry no wind. */
const showers: Wave[] = Array.from({ length: waveCount }, (_, index) => ({
  amplitude: 1,
  phase: chance(chanceUses.waveShape, 9, index) * 2 * Math.PI,
  radiansPerDay: -zonalNumberOf(index) * chanceBetween(0.12, 0.3, chanceUses.waveShape, 11, index),
  beatPhase: chance(chanceUses.waveShape, 10, index) * 2 * Math.PI,
  beatRadiansPerDay: (2 * Math.PI) / chanceBetween(5, 9, chanceUses.waveShape, 12, index),
}));

function phasorsOf(waves: Wave[], timeMs: number, strength: number): Phasors {
  const days = (timeMs - archiveStartMs) / dayMs;
  const phasors = new Float64Array(waves.length * 2);
  waves.forEach((wave, index) => {
    const beat = strength + strength * beatDepth * Math.cos(wave.beatPhase + wave.beatRadiansPerDay * days);
    const angle = wave.phase - wave.radiansPerDay * days;
    phasors[2 * index] = wave.amplitude * beat * Math.cos(angle);
    phasors[2 * index + 1] = wave.amplitude * beat * Math.sin(angle);
  });
  return phasors;
}

function shapeWaves(hemisphere: number): Wave[] {
  return Array.from({ length: waveCount }, (_, index) => {
    const zonalNumber = zonalNumberOf(index);
    const metresPerSecond = 4 + 0.9 * zonalNumber;
    return {
      amplitude: waveAmplitude(index),
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

/**
 * A cyclone is a low in the geopotential of the form (1 - r²/R²)³, and nothing beyond R. The edge is sharp
 * so that no tail reaches the equator, where a geostrophic wind would be unbounded.
 */
export interface Vortex {
  latitude: number;
  longitude: number;
  /** Depth of the low at the ground, m²/s². */
  depth: number;
}

/** The whole atmosphere at one moment, in a few dozen numbers from which every field can be computed. */
export interface Snapshot {
  timeText: string;
  /** 0 in the middle of January. */
  season: number;
  /** The fraction of the UTC day that has passed. */
  dayFraction: number;
  /** 1 in the midwinter of each hemisphere, -1 in its midsummer. */
  winter: Record<Hemisphere, number>;
  north: Phasors;
  south: Phasors;
  showers: Phasors;
  standing: Record<Hemisphere, StandingAmplitudes>;
  vortices: Vortex[];
}

/** The true atmosphere without cyclones. Cyclones move in its wind. */
export function calmTruthAt(timeMs: number): Snapshot {
  const season = seasonAngle(timeMs);
  const winter = Math.cos(season);
  return {
    timeText: isoSeconds(timeMs),
    season,
    dayFraction: (timeMs % dayMs) / dayMs,
    winter: { north: winter, south: -winter },
    north: phasorsOf(wavesOf.north, timeMs, waveStrength(winter)),
    south: phasorsOf(wavesOf.south, timeMs, waveStrength(-winter)),
    showers: phasorsOf(showers, timeMs, 1),
    standing: { north: standingAmplitudes('north', winter), south: standingAmplitudes('south', -winter) },
    vortices: [],
  };
}
