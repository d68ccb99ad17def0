import { inflateRawSync } from 'node:zlib';
import landMask from '../tables/land-mask.json' with { type: 'json' };
import { isLongitudeBetween, radiansPerDegree, wrapLongitude } from './planet.ts';

/** 1 for a cell of land, 0 for one of sea; the table has a bit for each. */
const cells = Float32Array.from(
  [...inflateRawSync(Buffer.from(landMask.cells, 'base64'))].flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1),
  ),
);

/** Peaks in metres with their position, and their extent north-south and east-west, in degrees. */
const mountains = [
  { name: 'Himalaya and Tibet', metres: 4600, north: 32, east: 88, tall: 5, wide: 13 },
  { name: 'Andes', metres: 3600, north: -20, east: -68, tall: 15, wide: 3 },
  { name: 'Rocky Mountains', metres: 2100, north: 42, east: -109, tall: 6, wide: 4.5 },
  { name: 'Greenland', metres: 2600, north: 73, east: -40, tall: 7, wide: 10 },
  { name: 'Antarctica', metres: 3000, north: -82, east: 80, tall: 9, wide: 70 },
  { name: 'East Africa', metres: 1700, north: 6, east: 38, tall: 7, wide: 4 },
  { name: 'Alps', metres: 1900, north: 46.5, east: 10, tall: 1.2, wide: 4 },
  { name: 'Iran', metres: 1500, north: 33, east: 54, tall: 5, wide: 7 },
  { name: 'Southern Africa', metres: 1200, north: -28, east: 25, tall: 6, wide: 6 },
] as const;

const lowlandMetres = 120;

// The ground has a value for each cell of 1 degree, and is interpolated between their centres.
const continent = cells.map((_, index) => continentOf(index));
const elevation = cells.map(
  (land, index) => land * upliftMetres(89.5 - Math.floor(index / 360), (index % 360) + 0.5),
);

/** The ground along a parallel, a value for each meridian. */
export interface Ground {
  land: Float32Array;
  continent: Float32Array;
  elevationMetres: Float32Array;
}

export function groundAlong(latitude: number, longitudes: Float64Array): Ground {
  const along = (valueAt: typeof landShare) =>
    new Float32Array(longitudes.map((longitude) => valueAt(latitude, longitude)));
  return {
    land: along(landShare),
    continent: along(continentShare),
    elevationMetres: along(elevationMetres),
  };
}

/** Share of land from 0 to 1. */
export function landShare(latitude: number, longitude: number): number {
  return between(cells, latitude, longitude);
}

/** How continental the climate is, from 0 to 1. Weather comes from the west, so the land there counts. */
function continentShare(latitude: number, longitude: number): number {
  return between(continent, latitude, longitude);
}

export function elevationMetres(latitude: number, longitude: number): number {
  return between(elevation, latitude, longitude);
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

function between(table: Float32Array, latitude: number, longitude: number): number {
  const east = longitude - 0.5;
  const column = east - 360 * Math.floor(east / 360);
  const row = Math.min(178.999, Math.max(0, 89.5 - latitude));
  const west = Math.floor(column) % 360;
  const next = west === 359 ? 0 : west + 1;
  const north = Math.floor(row) * 360;
  const eastPart = column - Math.floor(column);
  const southPart = row - Math.floor(row);
  const top = table[north + west]! * (1 - eastPart) + table[north + next]! * eastPart;
  const bottom = table[north + 360 + west]! * (1 - eastPart) + table[north + 360 + next]! * eastPart;
  return top * (1 - southPart) + bottom * southPart;
}

function continentOf(index: number): number {
  const row = index - (index % 360);
  let sum = 0;
  for (let degrees = 0; degrees <= 20; degrees += 4) sum += cells[row + ((index + 360 - degrees) % 360)]!;
  return sum / 6;
}

function upliftMetres(latitude: number, longitude: number): number {
  let metres = lowlandMetres;
  for (const mountain of mountains) {
    const north = (latitude - mountain.north) / mountain.tall;
    const east = wrapLongitude(longitude - mountain.east) / mountain.wide;
    metres += mountain.metres * Math.exp(-(north ** 2 + east ** 2) / 2);
  }
  return metres;
}
