import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import { dryAir, rotationPerSecond } from './planet.ts';

/**
 * The mean atmosphere around a parallel: its temperature falls by a straight line in x up to the tropopause, follows a
 * second line above it, and a third from 50 hPa on, with smooth bends between them. The integral of such a bend is
 * elementary, so that the geopotential and its slope towards the pole, which is the mean wind, are exact and cheap.
 */
interface ZonalColumn {
  /** The hemisphere's season for which this was computed: 1 in midwinter, -1 in midsummer. */
  winter: number;
  tropopauseX: number;
  tropopauseKelvin: number;
  /** Kelvin for each unit of x below and above the tropopause, and what is added to the latter above 50 hPa. */
  below: number;
  above: number;
  aloft: number;
  /** The change of the five values above with the share of polar air. */
  changes: { tropopauseX: number; tropopauseKelvin: number; below: number; above: number; aloft: number };
  /** The share of polar air, for each radian towards the pole, divided by the sine of the latitude. */
  polarSlope: number;
}

// The tropics are the same all year; the polar values are those of spring, and change by the second number in winter.
const tropicalKelvin = 300;
const polarDeficitKelvin = [43.3, 9.2] as const;
const tropicalTropopauseX = 2.42;
const polarTropopauseX = [1.223, 0.005] as const;
const tropicalTropopauseKelvin = 160;
const polarTropopauseKelvin = [211.4, 3] as const;
// The stratosphere depends on the share of polar air alone, so that the break of the tropopause does not reach into it.
const stratosphereX = 3;
const tropicalStratosphereKelvin = 204;
const polarExcessKelvin = [18, -8] as const;
/** Kelvin for each unit of x above 50 hPa. */
const tropicalAloft = 18;
const polarAloft = [2, -4] as const;
/** The share of the shape whose jet is at 35 degrees instead of 45. */
const subtropicalShare = [0.213, 0.73] as const;
/** The tropopause falls where the share of polar air is about this, within a range that the power makes narrow. */
const breakShare = [0.3, 0.008] as const;
const breakPower = 1.449;
/** How far the bend at the tropopause reaches, in units of x. */
const bend = 0.665;

const inSeason = ([mean, change]: readonly [number, number], winter: number) => mean + change * winter;

/** The share of polar air, 0 at the equator and 1 at the pole, for a jet at 45 and for one at 35 degrees. */
export interface PolarShares {
  polarShare45: number;
  polarShare35: number;
  /** Their change for each radian towards the pole, divided by the sine of the latitude. */
  polarSlope45: number;
  polarSlope35: number;
  /** Added when a field is computed here for the first time. */
  zonal?: ZonalColumn;
}

/** A parallel keeps its column until the season changes, because many fields and heights are computed for one moment. */
export function zonalColumn(parallel: PolarShares, winter: number): ZonalColumn {
  if (parallel.zonal?.winter !== winter) parallel.zonal = createColumn(parallel, winter);
  return parallel.zonal;
}

function createColumn(parallel: PolarShares, winter: number): ZonalColumn {
  const share = inSeason(subtropicalShare, winter);
  const polar = Math.max(0, parallel.polarShare45 * (1 - share) + parallel.polarShare35 * share);
  const polarSlope = parallel.polarSlope45 * (1 - share) + parallel.polarSlope35 * share;
  const atBreak = inSeason(breakShare, winter);
  const atPole = 1 / (1 + (1 / atBreak) ** breakPower);
  const ratio = (polar / atBreak) ** breakPower;
  const raw = 1 / (1 + ratio);
  const tropical = (raw - atPole) / (1 - atPole);
  const tropicalChange = polar === 0 ? 0 : (-breakPower * ratio * raw ** 2) / polar / (1 - atPole);

  const poleX = inSeason(polarTropopauseX, winter);
  const poleKelvin = inSeason(polarTropopauseKelvin, winter);
  const deficit = inSeason(polarDeficitKelvin, winter);
  const tropopauseX = poleX + (tropicalTropopauseX - poleX) * tropical;
  const tropopauseKelvin = poleKelvin + (tropicalTropopauseKelvin - poleKelvin) * tropical;
  const below = (tropicalKelvin - deficit * polar - tropopauseKelvin) / tropopauseX;
  const excess = inSeason(polarExcessKelvin, winter);
  const depth = stratosphereX - tropopauseX;
  const above = (tropicalStratosphereKelvin + excess * polar - tropopauseKelvin) / depth;
  const xChange = (tropicalTropopauseX - poleX) * tropicalChange;
  const kelvinChange = (tropicalTropopauseKelvin - poleKelvin) * tropicalChange;
  const aboveChange = (excess - kelvinChange + above * xChange) / depth;
  const aloftChange = inSeason(polarAloft, winter) - tropicalAloft;
  return {
    winter,
    tropopauseX,
    tropopauseKelvin,
    below,
    above,
    aloft: tropicalAloft + aloftChange * polar - above,
    changes: {
      tropopauseX: xChange,
      tropopauseKelvin: kelvinChange,
      below: (-deficit - kelvinChange - below * xChange) / tropopauseX,
      above: aboveChange,
      aloft: aloftChange - aboveChange,
    },
    polarSlope,
  };
}

/** A ramp that is 0 far below zero and y far above it. */
const ramp = (y: number) => (y + Math.sqrt(y * y + bend * bend)) / 2;

/** The integral of the ramp. */
function rampIntegral(y: number): number {
  const root = Math.sqrt(y * y + bend * bend);
  return (y * y + y * root + bend * bend * Math.asinh(y / bend)) / 4;
}

export function zonalKelvin(column: ZonalColumn, x: number): number {
  const { tropopauseX, tropopauseKelvin, below, above, aloft } = column;
  return (
    tropopauseKelvin +
    below * ramp(tropopauseX - x) +
    above * ramp(x - tropopauseX) +
    aloft * ramp(x - stratosphereX)
  );
}

/** The geopotential above the 1000 hPa surface, m²/s². */
export function zonalThickness(column: ZonalColumn, x: number): number {
  if (x === 0) return 0;
  const { tropopauseX, tropopauseKelvin, below, above, aloft } = column;
  return (
    dryAir *
    (tropopauseKelvin * x +
      below * belowIntegral(tropopauseX, x) +
      above * aboveIntegral(tropopauseX, x) +
      aloft * aboveIntegral(stratosphereX, x))
  );
}

/** The wind from the west relative to that at 1000 hPa, m/s. */
export function zonalShear(
  { tropopauseX, below, above, changes, polarSlope }: ZonalColumn,
  x: number,
): number {
  if (x === 0) return 0;
  const y = x - tropopauseX;
  const change =
    changes.tropopauseKelvin * x +
    changes.below * belowIntegral(tropopauseX, x) +
    below * (ramp(tropopauseX) - ramp(-y)) * changes.tropopauseX +
    changes.above * aboveIntegral(tropopauseX, x) +
    above * (ramp(-tropopauseX) - ramp(y)) * changes.tropopauseX +
    changes.aloft * aboveIntegral(stratosphereX, x);
  return (-dryAir * change * polarSlope) / (2 * rotationPerSecond * earthRadiusMetres);
}

const belowIntegral = (bendX: number, x: number) => rampIntegral(bendX) - rampIntegral(bendX - x);
const aboveIntegral = (bendX: number, x: number) => rampIntegral(x - bendX) - rampIntegral(-bendX);
