import { type Basin, basinBoxes } from '../../../api/parameters.ts';
import { wrapLongitude } from '../atmosphere/planet.ts';

/** Where and when cyclones form: a box of open sea, chances a slot, and the month (0 to 12) of the peak. */
interface Nursery {
  west: number;
  east: number;
  south: number;
  north: number;
  offSeason: number;
  inSeason: number;
  peakMonth: number;
}

export const nurseries: Record<Basin, Nursery> = {
  NA: { west: -55, east: -28, south: 11, north: 17, offSeason: 0.04, inSeason: 0.5, peakMonth: 9 },
  EP: { west: -165, east: -143, south: 11, north: 16, offSeason: 0.03, inSeason: 0.35, peakMonth: 8.5 },
  WP: { west: 132, east: 160, south: 11, north: 18, offSeason: 0.22, inSeason: 0.6, peakMonth: 9 },
  NI: { west: 62, east: 92, south: 10, north: 14, offSeason: 0.08, inSeason: 0.2, peakMonth: 10.5 },
  SI: { west: 52, east: 80, south: -16, north: -11, offSeason: 0.08, inSeason: 0.45, peakMonth: 1.5 },
  AU: { west: 96, east: 124, south: -16, north: -11, offSeason: 0.05, inSeason: 0.4, peakMonth: 1.8 },
  SP: { west: 165, east: 195, south: -17, north: -11, offSeason: 0.05, inSeason: 0.35, peakMonth: 2 },
};

export function isInBasin(basin: Basin, latitude: number, longitude: number): boolean {
  const { west, east, south, north } = basinBoxes[basin];
  const fromWest = (wrapLongitude(longitude) - west + 360) % 360;
  return fromWest < (east - west + 360) % 360 && latitude >= south && latitude <= north;
}
