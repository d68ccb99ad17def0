import { clamp } from '../../../pictures/sounding/math.ts';
import { gravity } from '../../../pictures/sounding/thermodynamics.ts';
import {
  type AirNearGround,
  airNearGround,
  maxLayerDepth,
  minLayerDepth,
  terrainOf,
} from './air-near-ground.ts';
import { fillFreeRow, type UpperField } from './free-atmosphere.ts';
import { type Level, levelAtX, type Place } from './geometry.ts';
import { upperHumidity } from './humidity.ts';
import { dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';
import { zonalColumn } from './zonal.ts';

const single = new Float64Array(1);

/**
 * Fills one field at one height along a parallel in m²/s², kelvin or m/s, with a value for each meridian. The boundary
 * layer leads from the value near the ground to the free atmosphere.
 */
export function fillRow(
  field: UpperField,
  snapshot: Snapshot,
  level: Level,
  place: Place,
  row: Float64Array,
): void {
  fillFreeRow(field, snapshot, level, place, row);
  const isWind = field === 'wind_u' || field === 'wind_v';
  if (!isNearGround(snapshot, level, place, isWind)) return;
  const air = airNearGround(snapshot, place);
  if (isWind) addFriction(field, air, level.x, row);
  else addWarmth(field, air, level.x, row);
}

export function valueAt(field: UpperField, snapshot: Snapshot, level: Level, place: Place): number {
  fillRow(field, snapshot, level, place, single);
  return single[0]!;
}

/** Fills relative humidity, from 0 to 1. */
export function fillHumidityRow(snapshot: Snapshot, level: Level, place: Place, row: Float64Array): void {
  const air = airNearGround(snapshot, place);
  const { parallel } = place;
  const { tropopauseX } = zonalColumn(parallel, snapshot.winter[parallel.hemisphere]);
  const { climateHumidity, approach, humidity, groundX } = air.withHumidity();
  for (let i = 0; i < row.length; i++) {
    const upper = upperHumidity(climateHumidity[i]!, approach[i]!, level.x, tropopauseX);
    const height = level.x - groundX[i]!;
    const blended = upper + (humidity[i]! - upper) * shareOfGround(height / humidDepth);
    // Vapour doesn't increase with height, so that warm air above dry ground is far from saturation.
    row[i] = clamp(Math.min(blended, humidity[i]! * Math.exp(humidityGrowth * height)), 0.01, 1);
  }
}

const humidDepth = 0.25;
/** How fast relative humidity grows with height, in x, where the vapour falls slightly. */
const humidityGrowth = 2.5;

/**
 * Whether the level reaches into the boundary layer anywhere along the parallel. A first bound needs no weather; the
 * exact top of the layer is computed once for each place and moment.
 */
function isNearGround(snapshot: Snapshot, level: Level, place: Place, isWind: boolean): boolean {
  if (level.x > highestX) return false;
  if (level.x > terrainOf(place).highestMetres / metresPerX + lowestPressureX + maxLayerDepth) return false;
  if (place.layer?.snapshot !== snapshot) {
    const { groundX, depth } = airNearGround(snapshot, place).withWarmth();
    let [topX, frictionX] = [0, 0];
    for (let i = 0; i < groundX.length; i++) {
      topX = Math.max(topX, groundX[i]! + depth[i]!);
      frictionX = Math.max(frictionX, groundX[i]! + minLayerDepth);
    }
    place.layer = { snapshot, topX, frictionX };
  }
  return level.x < (isWind ? place.layer.frictionX : place.layer.topX);
}

const metresPerX = 6500;
const lowestPressureX = 0.07;
const highestMetres = 6000;
const highestX = highestMetres / metresPerX + lowestPressureX + maxLayerDepth;

/** 1 at the ground and below it, 0 above the layer, level at both ends. */
function shareOfGround(y: number): number {
  if (y <= 0) return 1;
  return y >= 1 ? 0 : (1 - y) ** 2 * (1 + 2 * y);
}

/** The integral of the share from y up to the top of the layer. */
function layerAbove(y: number): number {
  if (y <= 0) return 0.5 - y;
  return y >= 1 ? 0 : 0.5 - y + y ** 3 - y ** 4 / 2;
}

/** Temperature near the ground fades with height, and the geopotential below the layer's top follows from it. */
function addWarmth(
  field: 'temperature' | 'geopotential',
  air: AirNearGround,
  x: number,
  row: Float64Array,
): void {
  const { warmth, depth, groundX } = air.withWarmth();
  for (let i = 0; i < row.length; i++) {
    const y = (x - groundX[i]!) / depth[i]!;
    if (field === 'temperature') row[i]! += warmth[i]! * shareOfGround(y);
    else row[i]! -= dryAir * warmth[i]! * depth[i]! * layerAbove(y);
  }
}

/** Friction holds in the lowest 60 m, and then fades faster than warmth. */
function shareOfFriction(y: number): number {
  return clamp((1 - y) / (1 - fullFriction), 0, 1) ** 6;
}

const fullFriction = 0.05;

function addFriction(field: 'wind_u' | 'wind_v', air: AirNearGround, x: number, row: Float64Array): void {
  const { groundX } = air.withWarmth();
  const { windEast, windNorth } = air.withWind();
  const wind = field === 'wind_u' ? windEast : windNorth;
  for (let i = 0; i < row.length; i++) {
    const y = (x - groundX[i]!) / minLayerDepth;
    row[i]! += (wind[i]! - row[i]!) * shareOfFriction(y);
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
