import { badRequest } from '../../platform/errors.ts';
import type { Coordinates } from '../sandbox/forecasts/points.ts';
import { numberOf } from './query.ts';

export const placesMax = 50;

/** A call costs as many requests of the hour's quota as it begins tens of places. */
const placesPerRequest = 10;

/** Decided before a parameter is read: what is wrong with them is told to those who may ask. */
export function costOf(coordinates: unknown): number {
  if (typeof coordinates !== 'string') return 1;
  return Math.ceil(Math.min(splitPairs(coordinates).length, placesMax) / placesPerRequest);
}

/** lat,lon;lat,lon */
export function readCoordinates(text: string | undefined): Coordinates[] {
  if (!text) throw badRequest('coordinates is required: latitude,longitude pairs separated by semicolons.');
  const pairs = splitPairs(text);
  if (pairs.length > placesMax) throw badRequest(`At most ${placesMax} places can be asked for at once.`);
  return pairs.map((pair) => {
    const [latitude = Number.NaN, longitude = Number.NaN, ...more] = pair.split(',').map(numberOf);
    if (Number.isNaN(latitude + longitude) || more.length > 0) {
      throw badRequest(
        'coordinates must be latitude,longitude pairs separated by semicolons, such as 37,-121;40.3,-100.',
      );
    }
    if (Math.abs(latitude) > 90) throw badRequest('A latitude must be from -90 to 90.');
    if (longitude < -180 || longitude > 360) throw badRequest('A longitude must be from -180 to 360.');
    return { latitude, longitude };
  });
}

const splitPairs = (text: string) => text.replaceAll(' ', '').replace(/;$/, '').split(';');
