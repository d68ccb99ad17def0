import type { Parallel } from './geometry.ts';
import type { Level } from './levels.ts';
import { DRY_AIR, GRAVITY } from './planet.ts';
import { seasonAngle } from './time.ts';
import type { Hemisphere } from './waves.ts';

// A tropical sounding: 6.5 K/km up to about 110 hPa, isothermal above.
const SURFACE_KELVIN = 299.3;
const LAPSE = (DRY_AIR * 0.0065) / GRAVITY;
const TROPOPAUSE_X = Math.log(1000 / 110);
const SURFACE_GEOPOTENTIAL = 1640;
const TRADES_METRES_PER_SECOND = 6;
/** Westerlies that reach the ground, the same at every height. */
const SURFACE_WESTERLIES = 3;

/** Strength of the jet at its core, m/s. */
export type Jets = Record<Hemisphere, number>;

export function jetsAt(timeMs: number): Jets {
  const winter = Math.cos(seasonAngle(timeMs));
  return { north: 18 + 5.5 * winter, south: 18.5 - 4.5 * winter };
}

export function zonalGeopotential(jets: Jets, level: Level, parallel: Parallel): number {
  return (
    referenceGeopotential(level.x) +
    parallel.jetGeopotential * (jets[parallel.hemisphere] * level.jet + SURFACE_WESTERLIES) +
    parallel.tradesGeopotential * TRADES_METRES_PER_SECOND * level.trades
  );
}

export function zonalTemperature(jets: Jets, level: Level, parallel: Parallel): number {
  return (
    referenceTemperature(level.x) +
    (parallel.jetGeopotential * jets[parallel.hemisphere] * level.jetSlope +
      parallel.tradesGeopotential * TRADES_METRES_PER_SECOND * level.tradesSlope) /
      DRY_AIR
  );
}

export function zonalWind(jets: Jets, level: Level, parallel: Parallel): number {
  return (
    parallel.jetWind * (jets[parallel.hemisphere] * level.jet + SURFACE_WESTERLIES) +
    parallel.tradesWind * TRADES_METRES_PER_SECOND * level.trades
  );
}

function referenceTemperature(x: number): number {
  return SURFACE_KELVIN * Math.exp(-LAPSE * Math.min(x, TROPOPAUSE_X));
}

function referenceGeopotential(x: number): number {
  const below = Math.min(x, TROPOPAUSE_X);
  return (
    SURFACE_GEOPOTENTIAL +
    ((DRY_AIR * SURFACE_KELVIN) / LAPSE) * (1 - Math.exp(-LAPSE * below)) +
    DRY_AIR * referenceTemperature(TROPOPAUSE_X) * (x - below)
  );
}
