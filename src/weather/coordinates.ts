import { badRequest } from '../platform/errors.ts';
import type { Coordinates } from './points.ts';

export const PLACES_MAX = 50;
const PAIR = /^([+-]?\d+(?:\.\d+)?),([+-]?\d+(?:\.\d+)?)$/;

/** lat,lon;lat,lon */
export function readCoordinates(text: string | undefined): Coordinates[] {
  if (!text) throw badRequest('coordinates is required: latitude,longitude pairs separated by semicolons.');
  const pairs = text.replaceAll(' ', '').replace(/;$/, '').split(';');
  if (pairs.length > PLACES_MAX) throw badRequest(`At most ${PLACES_MAX} places can be asked for at once.`);
  return pairs.map((pair) => {
    const [, latitude, longitude] = PAIR.exec(pair) ?? [];
    if (latitude === undefined) {
      throw badRequest(
        'coordinates must be latitude,longitude pairs separated by semicolons, such as 37,-121;40.3,-100.',
      );
    }
    const place = { latitude: Number(latitude), longitude: Number(longitude) };
    if (Math.abs(place.latitude) > 90) throw badRequest('A latitude must be from -90 to 90.');
    if (place.longitude < -180 || place.longitude > 360)
      throw badRequest('A longitude must be from -180 to 360.');
    return place;
  });
}
