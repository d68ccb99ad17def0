import type { Coordinates } from '../api/data-api.ts';
import { dayMs } from '../time.ts';

/** Formatters don't use `Intl`: creating its first formatter takes a phone a tenth of a second. */

interface WindVector {
  u: number;
  v: number;
}

export const windSpeed = ({ u, v }: WindVector) => Math.hypot(u, v);

/** The direction from which the wind blows: 0 is north, 90 is east. */
export const windDirectionDegrees = ({ u, v }: WindVector) =>
  ((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** "12 m/s from the west" */
export const formatWind = (wind: WindVector) =>
  `${Math.round(windSpeed(wind))} m/s from the ${directions[Math.round(windDirectionDegrees(wind) / 45) % 8]}`;

/** "48.1° N, 12.3° W" */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const north = `${roundToTenth(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${roundToTenth(Math.abs(wrapped))}° ${wrapped < 0 ? 'W' : 'E'}`;
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** "3 balloons", "1 balloon" */
export const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Negative values get a minus sign instead of a hyphen. */
export const formatSigned = (value: number) => `${value}`.replace('-', '−');

export const formatDegrees = (celsius: number) => formatSigned(Math.round(celsius));

/** "12,345" */
export const formatCount = (value: number) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time without a zone is UTC, as everywhere in the API. */
export const parseTime = (time: string) => Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`);

/** "15 Nov" at midnight, "06" at other hours */
export const formatTick = (timeMs: number) =>
  timeMs % dayMs === 0 ? formatDay(timeMs) : twoDigits(new Date(timeMs).getUTCHours());

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** "15 Nov" */
export function formatDay(timeMs: number): string {
  const time = new Date(timeMs);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]}`;
}

/** "15 Nov 2026" */
export const formatDate = (timeMs: number) => `${formatDay(timeMs)} ${new Date(timeMs).getUTCFullYear()}`;

/** "15 Nov 06:40 UTC" */
export function formatTime(timeMs: number): string {
  const time = new Date(timeMs);
  return `${formatDay(timeMs)} ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())} UTC`;
}
