import type { Coordinates } from '../api/data-api.ts';
import { degrees, wrapLongitude } from './sounding/math.ts';

/** Formatters don't use `Intl`: creating its first formatter takes a phone a tenth of a second. */

interface WindVector {
  u: number;
  v: number;
}

export const windSpeed = ({ u, v }: WindVector) => Math.hypot(u, v);

/** The direction from which the wind blows, in whole degrees: 90 is east, 360 is north, and 0 is a calm. */
export function windDirection({ u, v }: WindVector): number {
  if (u === 0 && v === 0) return 0;
  const direction = Math.round(degrees(Math.atan2(-u, -v)) + 360) % 360;
  return direction === 0 ? 360 : direction;
}

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** "southwest" */
export const compassName = (wind: WindVector) => directions[Math.round(windDirection(wind) / 45) % 8];

/** "12 m/s from the west" */
export const formatWind = (wind: WindVector) =>
  `${Math.round(windSpeed(wind))} m/s from the ${compassName(wind)}`;

/** "48.1° N, 12.3° W" */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  const wrapped = wrapLongitude(longitude);
  const north = `${roundToTenth(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${roundToTenth(Math.abs(wrapped))}° ${wrapped < 0 ? 'W' : 'E'}`;
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** "12.6 km" */
export const formatKilometres = (metres: number) => `${(metres / 1000).toFixed(1)} km`;

/** "3 balloons", "1 balloon" */
export const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The digits of a number; one that is rounded to zero has no sign. */
export const formatFixed = (value: number, decimals: number) =>
  (Number(value.toFixed(decimals)) + 0).toFixed(decimals);

/** Negative values get a minus sign instead of a hyphen. */
export const formatSigned = (value: number | string) => `${value}`.replace('-', '−');

export const formatDegrees = (celsius: number) => formatSigned(Math.round(celsius));

/** "12,345" */
export const formatCount = (value: number) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** A time without a zone is UTC, as everywhere in the API. */
export const parseTime = (time: string) => Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`);
