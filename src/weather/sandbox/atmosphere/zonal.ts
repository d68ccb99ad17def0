import type { Parallel } from './geometry.ts';
import type { Level } from './levels.ts';
import { dryAir, gravity } from './planet.ts';
import { seasonAngle } from './time.ts';
import type { Hemisphere } from './waves.ts';

// A tropical sounding: 6.5 K/km up to about 110 hPa, isothermal above.
const surfaceKelvin = 299.3;
const lapseExponent = (dryAir * 0.0065) / gravity;
const tropopauseX = Math.log(1000 / 110);
const surfaceGeopotential = 1640;
const tradesMetresPerSecond = 6;
/** Westerlies that reach the ground, the same at every height. */
const surfaceWesterlies = 3;

/** Strength of the jet at its core, m/s. */
export type Jets = Record<Hemisphere, number>;

export function jetsAt(timeMs: number): Jets {
  const winter = Math.cos(seasonAngle(timeMs));
  return { north: 18 + 5.5 * winter, south: 18.5 - 4.5 * winter };
}

export function zonalGeopotential(jets: Jets, level: Level, parallel: Parallel): number {
  return (
    referenceGeopotential(level.x) +
    parallel.jetGeopotential * (jets[parallel.hemisphere] * level.jet + surfaceWesterlies) +
    parallel.tradesGeopotential * tradesMetresPerSecond * level.trades
  );
}

export function zonalTemperature(jets: Jets, level: Level, parallel: Parallel): number {
  return (
    referenceTemperature(level.x) +
    (parallel.jetGeopotential * jets[parallel.hemisphere] * level.jetSlope +
      parallel.tradesGeopotential * tradesMetresPerSecond * level.tradesSlope) /
      dryAir
  );
}

export function zonalWind(jets: Jets, level: Level, parallel: Parallel): number {
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
