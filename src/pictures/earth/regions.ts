import type { Coordinates } from '../../api/data-api.ts';
import { wrapLongitude } from '../sounding/math.ts';

/**
 * Rough boxes as west, east, south and north in degrees. The first box that fits counts, and the last ones leave no
 * gap.
 */
const regions: [name: string, west: number, east: number, south: number, north: number][] = [
  ['Arctic Ocean', -180, 180, 76, 90],
  ['Antarctica', -180, 180, -90, -66],
  ['Greenland', -56, -22, 60, 76],
  ['Iceland', -25, -13, 63, 67],
  ['Alaska', -168, -141, 55, 72],
  ['Canada', -141, -60, 49, 76],
  ['eastern Canada', -80, -53, 44, 49],
  ['United States', -124, -75, 30, 49],
  ['Gulf of Mexico', -98, -82, 18, 30],
  ['Mexico', -116, -98, 15, 30],
  ['Caribbean', -88, -60, 9, 22],
  ['Brazil', -60, -36, -30, 3],
  ['South America', -80, -60, -20, 12],
  ['Chile and Argentina', -74, -56, -55, -20],
  ['British Isles', -11, 2, 50, 59],
  ['Scandinavia', 5, 31, 56, 71],
  ['Mediterranean', -5, 36, 31, 41],
  ['Europe', -10, 40, 37, 56],
  ['North Africa', -16, 34, 15, 31],
  ['West Africa', -16, 10, 4, 15],
  ['East Africa', 30, 50, -12, 15],
  ['central Africa', 10, 30, -12, 15],
  ['southern Africa', 12, 34, -35, -12],
  ['Madagascar', 43, 51, -26, -12],
  ['Middle East', 34, 60, 13, 41],
  ['western Russia', 31, 60, 50, 76],
  ['Siberia', 60, 180, 52, 76],
  ['central Asia', 46, 80, 37, 52],
  ['Mongolia', 80, 120, 43, 52],
  ['Tibet', 78, 100, 28, 43],
  ['India', 68, 90, 8, 28],
  ['Pakistan', 60, 78, 24, 37],
  ['China', 100, 122, 22, 43],
  ['Korea', 124, 130, 34, 43],
  ['Japan', 130, 146, 31, 46],
  ['Southeast Asia', 92, 130, -10, 22],
  ['New Guinea', 130, 152, -11, 0],
  ['Australia', 113, 154, -39, -11],
  ['New Zealand', 166, 179, -48, -34],
  ['Hawaii', -161, -154, 18, 23],
  ['Southern Ocean', -180, 180, -66, -50],
  ['North Atlantic', -82, 20, 0, 76],
  ['South Atlantic', -68, 20, -50, 0],
  ['Indian Ocean', 20, 105, -50, 30],
  ['Indian Ocean', 105, 130, -50, -10],
  ['North Pacific', -180, 180, 0, 76],
  ['South Pacific', -180, 180, -50, 0],
];

/** "North Atlantic" */
export function regionName({ latitude, longitude }: Coordinates): string {
  const east = wrapLongitude(longitude);
  const isInside = ([, ...box]: (typeof regions)[number]) =>
    east >= box[0] && east <= box[1] && latitude >= box[2] && latitude <= box[3];
  return regions.find(isInside)?.[0] ?? 'somewhere';
}
