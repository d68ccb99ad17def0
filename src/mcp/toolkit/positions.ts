import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import { distanceMetres } from '../../pictures/sounding/legs.ts';
import { badRequest } from '../../platform/errors.ts';
import { readCoordinates } from '../../weather/forecast-parameters.ts';
import { decimal } from './parameters.ts';

/** A place is latitude,longitude in one text, a pair of numbers, an object, or two arguments of their own. */

interface GivenPlaces {
  coordinates?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
}

const latitude = decimal(-90, 90).optional();
const longitude = decimal(-180, 360).optional();

/** The arguments that name one place or several, listed as a text and two numbers. */
export const places = (what: string) => ({
  coordinates: z.preprocess(coordinatesText, z.string().max(800)).optional().describe(what),
  latitude: latitude.describe('Instead of coordinates, for one place: degrees north.'),
  longitude: longitude.describe('Instead of coordinates, for one place: degrees east.'),
});

/** As the API's own parameter, whichever way they were given: also of arguments that nobody has checked yet. */
export function coordinatesOf({ coordinates, latitude, longitude }: Record<string, unknown>): unknown {
  return coordinates !== undefined ? coordinatesText(coordinates) : pairText({ latitude, longitude });
}

function findPlaces(given: GivenPlaces): Coordinates[] | undefined {
  const { coordinates, latitude, longitude } = given;
  if (coordinates !== undefined && (latitude ?? longitude) !== undefined)
    throw badRequest('Give either coordinates, or latitude and longitude, not both.');
  if ((latitude === undefined) !== (longitude === undefined))
    throw badRequest('latitude and longitude go together: give both, or coordinates such as 42.36,-71.06.');
  const text = coordinatesOf({ ...given });
  return text === undefined ? undefined : readCoordinates(String(text));
}

export function onePlace(given: GivenPlaces): Coordinates | undefined {
  const [place, ...more] = findPlaces(given) ?? [];
  if (more.length > 0) throw badRequest('Give one place: ask for the others in calls of their own.');
  return place;
}

export function requirePlaces(given: GivenPlaces): Coordinates[] {
  const found = findPlaces(given);
  if (found) return found;
  throw badRequest(
    'coordinates is required: give latitude,longitude such as 42.36,-71.06, or latitude and longitude.',
  );
}

/** `[42, -71]`, `[[42, -71], [40, -100]]`, `{latitude: 42, longitude: -71}`, and lists of texts. */
function coordinatesText(given: unknown): unknown {
  if (!Array.isArray(given)) return pairText(given) ?? given;
  if (given.length === 2 && given.every(isNumberLike)) return given.join(',');
  const pairs = given.map((each) =>
    Array.isArray(each) && each.every(isScalar) ? each.join(',') : (pairText(each) ?? each),
  );
  return pairs.every((each) => typeof each === 'string') ? pairs.join(';') : given;
}

/** Nothing else is put into a text: an object may have a `toString` that is none. */
const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'string';

const isNumberLike = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?[\d.]+\s*$/.test(value));

function pairText(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { latitude, lat = latitude, longitude, lon = longitude } = given as Record<string, unknown>;
  return isScalar(lat) && isScalar(lon) ? `${lat},${lon}` : undefined;
}

/** Over the ground, to a tenth. */
export const kilometresBetween = (one: Coordinates, other: Coordinates) =>
  Math.round(distanceMetres(one, other) / 100) / 10;
