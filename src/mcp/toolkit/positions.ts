import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import { distanceMetres } from '../../pictures/sounding/legs.ts';
import { isLongitudeBetween } from '../../pictures/sounding/math.ts';
import { badRequest } from '../../platform/errors.ts';
import { readCoordinates } from '../../weather/forecast-parameters.ts';
import { decimal } from './parameters.ts';

export const latitude = z.number().describe('degrees north');
export const longitude = z.number().describe('degrees east');
export const altitude = z.number().describe('m above sea level');

const latitudeInput = decimal(-90, 90).optional();
const longitudeInput = decimal(-180, 360).optional();

export const region = {
  min_latitude: latitudeInput.describe('Southern bound, degrees north.'),
  max_latitude: latitudeInput.describe('Northern bound, degrees north.'),
  min_longitude: longitudeInput.describe(
    'Western bound, degrees east. Greater than max_longitude: a box across the date line.',
  ),
  max_longitude: longitudeInput.describe('Eastern bound, degrees east.'),
};
type RegionInput = z.infer<z.ZodObject<typeof region>>;

export const isInRegion = ({ latitude, longitude }: Coordinates, bounds: RegionInput) =>
  latitude >= (bounds.min_latitude ?? -90) &&
  latitude <= (bounds.max_latitude ?? 90) &&
  isLongitudeBetween(longitude, bounds.min_longitude, bounds.max_longitude);

/** The parameters for one or more places. Clients see them as a string and two numbers. */
export const positionParameters = (description: string) => ({
  coordinates: z.preprocess(toCoordinatesText, z.string().max(800)).optional().describe(description),
  latitude: latitudeInput.describe('Instead of coordinates: degrees north.'),
  longitude: longitudeInput.describe('Instead of coordinates: degrees east.'),
});

type PositionInput = z.infer<z.ZodObject<ReturnType<typeof positionParameters>>>;

/** The API's own `coordinates` parameter in whichever form the places were given, even if not validated yet. */
export function readCoordinatesText({ coordinates, latitude, longitude }: Record<string, unknown>): unknown {
  return coordinates !== undefined ? toCoordinatesText(coordinates) : toPairText({ latitude, longitude });
}

function findPositions(input: PositionInput): Coordinates[] | undefined {
  const { coordinates, latitude, longitude } = input;
  if (coordinates !== undefined && (latitude ?? longitude) !== undefined)
    throw badRequest('Pass either coordinates, or latitude and longitude, not both.');
  if ((latitude === undefined) !== (longitude === undefined))
    throw badRequest('latitude and longitude go together: pass both, or coordinates such as 42.36,-71.06.');
  const text = readCoordinatesText(input);
  return text === undefined ? undefined : readCoordinates(String(text));
}

export function findPosition(input: PositionInput): Coordinates | undefined {
  const [position, ...more] = findPositions(input) ?? [];
  if (more.length > 0) throw badRequest('Pass one place. Make another call for each of the others.');
  return position;
}

export const requirePositions = (input: PositionInput): Coordinates[] =>
  findPositions(input) ?? failWithoutPosition();

function failWithoutPosition(): never {
  throw badRequest(
    'coordinates is required: pass latitude,longitude such as 42.36,-71.06, or latitude and longitude.',
  );
}

/** Reads `[42, -71]`, `[[42, -71], [40, -100]]`, `{latitude: 42, longitude: -71}`, and lists of strings. */
function toCoordinatesText(value: unknown): unknown {
  if (!Array.isArray(value)) return toPairText(value) ?? value;
  if (value.length === 2 && value.every(isNumberLike)) return value.join(',');
  const pairs = value.map((each) =>
    Array.isArray(each) && each.every(isScalar) ? each.join(',') : (toPairText(each) ?? each),
  );
  return pairs.every((each) => typeof each === 'string') ? pairs.join(';') : value;
}

/** Nothing else is put into a string, because the `toString` of an untrusted object may not be a function. */
const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'string';

const isNumberLike = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?[\d.]+\s*$/.test(value));

function toPairText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { latitude, lat = latitude, longitude, lon = longitude }: Record<string, unknown> = { ...value };
  return isScalar(lat) && isScalar(lon) ? `${lat},${lon}` : undefined;
}

export const distanceKm = (one: Coordinates, other: Coordinates) =>
  Math.round(distanceMetres(one, other) / 100) / 10;

/** The item with the smallest distance; the first of those that are equally near. */
export const findNearest = <Item>(
  items: readonly Item[],
  distanceOf: (item: Item) => number,
): Item | undefined =>
  items.length === 0
    ? undefined
    : items.reduce((nearest, each) => (distanceOf(each) < distanceOf(nearest) ? each : nearest));
