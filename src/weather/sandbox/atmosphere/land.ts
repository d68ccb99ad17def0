import { isLongitudeBetween } from '../../../pictures/sounding/math.ts';
import landMask from '../tables/land-mask.json' with { type: 'json' };
import terrain from '../tables/terrain.json' with { type: 'json' };
import { EarthTable, unpack } from './earth-table.ts';
import { radiansPerDegree } from './planet.ts';

/** 1 for a cell of land, 0 for one of sea; the table has a bit for each. */
const land = new EarthTable(
  [...unpack(landMask.cells)].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1)),
);

/** How continental the climate is, from 0 to 1. Weather comes from the west, so the land there counts. */
export const continentShares = land.cells.map((_, index) => continentOf(index));
export const landShares = land.cells;

const terrainPerDegree = 2;
const elevation = new EarthTable(readTerrain(), terrainPerDegree);

/** Share of land from 0 to 1. */
export function landShare(latitude: number, longitude: number): number {
  return land.at(latitude, longitude);
}

export function elevationMetres(latitude: number, longitude: number): number {
  return elevation.at(latitude, longitude);
}

export const soilTypes = ['water', 'ice', 'tundra', 'podzol', 'loam', 'sand', 'laterite'] as const;

/** The result is an index into `soilTypes`. */
export function soilType(latitude: number, longitude: number): number {
  if (landShare(latitude, longitude) < 0.5) return 0;
  const from = Math.abs(latitude);
  const inGreenland = latitude > 62 && isLongitudeBetween(longitude, -60, -18);
  if (latitude < -60 || inGreenland) return 1;
  if (from > 64) return 2;
  if (from > 50) return 3;
  if (from > 15 && from < 32 && Math.cos(6 * longitude * radiansPerDegree) < 0.6) return 5;
  return from > 20 ? 4 : 6;
}

function continentOf(index: number): number {
  const row = index - (index % 360);
  let sum = 0;
  for (let degrees = 0; degrees <= 20; degrees += 4)
    sum += land.cells[row + ((index + 360 - degrees) % 360)]!;
  return sum / 6;
}

/** Each row of the table begins with a height, and continues with differences. */
function readTerrain(): Float32Array {
  const differences = new Int8Array(unpack(terrain.cells));
  const metres = new Float32Array(differences.length);
  const stepMetres = 50;
  for (let i = 0, height = 0; i < metres.length; i++) {
    height = (i % (360 * terrainPerDegree) === 0 ? 0 : height) + stepMetres * differences[i]!;
    metres[i] = height;
  }
  return metres;
}
