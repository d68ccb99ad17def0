import { dayMs } from '../time.ts';

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** "from the west": where the wind comes from. */
export function formatDirection({ u, v }: { u: number; v: number }): string {
  return `from the ${directions[Math.round(windDirectionDegrees({ u, v }) / 45) % 8]}`;
}

/** 0 is north, 90 east. */
export function windDirectionDegrees({ u, v }: { u: number; v: number }): number {
  return ((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;
}

/** "48.1° N, 12.3° W". */
export function formatCoordinates({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const north = `${roundToTenth(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${roundToTenth(Math.abs(wrapped))}° ${wrapped < 0 ? 'W' : 'E'}`;
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** "3 balloons", "1 balloon". */
export const pluralize = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

export const windSpeed = ({ u, v }: { u: number; v: number }) => Math.hypot(u, v);

/** With a minus sign that is one. */
export const formatSigned = (value: number) => `${value}`.replace('-', '−');

/** Whole degrees. */
export const formatDegrees = (celsius: number) => formatSigned(Math.round(celsius));

/** 12,345: not by `Intl`, whose first use takes a phone as long as a picture. */
export const formatWhole = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** 1,250. Written by hand: the browser's own formatter takes a phone a tenth of a second to make. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time without a zone is UTC, as everywhere in the API. */
export const parseTime = (time: string) => Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`);

/** "15 Nov" at midnight, "06" at the hours between. */
export function formatTick(timeMs: number): string {
  return timeMs % dayMs === 0 ? formatDay(timeMs) : formatHour(timeMs);
}

export function formatDay(timeMs: number): string {
  const time = new Date(timeMs);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]}`;
}

const formatHour = (timeMs: number) => String(new Date(timeMs).getUTCHours()).padStart(2, '0');

/** "15 Nov, 06:40 UTC". */
export function formatTime(timeMs: number): string {
  const time = new Date(timeMs);
  const minutes = String(time.getUTCMinutes()).padStart(2, '0');
  return `${formatDay(timeMs)}, ${formatHour(timeMs)}:${minutes} UTC`;
}
