export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const iso = (timeMs: number): string => new Date(timeMs).toISOString();
export const isoOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : iso(timeMs));

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** Epoch milliseconds of an ISO time, or undefined. Without a zone it is UTC, like every time the portal shows. */
export function parseIsoTime(text: string): number | undefined {
  const [, day, clock = '00:00', zone = 'Z'] = isoTime.exec(text) ?? [];
  const time = Date.parse(`${day}T${clock}${zone}`);
  if (day === undefined || Number.isNaN(time)) return undefined;
  // A 31st of February would become the 3rd of March.
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day) ? time : undefined;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/*
 * These formats do without `Intl`, whose first use takes a phone a tenth of a second. A time that is not a number gives
 * a text too, because pictures draw what an API answers.
 */

/** 10:16 UTC */
export const formatClock = (timeMs: number): string => `${new Date(timeMs).toUTCString().slice(17, 22)} UTC`;
/** 18 Nov */
export function formatDayAndMonth(timeMs: number): string {
  const time = new Date(timeMs);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]}`;
}
/** 18 Nov 2026 */
export const formatDay = (timeMs: number): string =>
  `${formatDayAndMonth(timeMs)} ${new Date(timeMs).getUTCFullYear()}`;
/** 18 Nov 10:16 UTC, for times that are near. */
export const formatMinute = (timeMs: number): string => `${formatDayAndMonth(timeMs)} ${formatClock(timeMs)}`;
/** 4 h 05 min */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}
/** 18 Nov 2026 10:16 UTC, for times that may be in another year. */
export const formatDayAndMinute = (timeMs: number): string => `${formatDay(timeMs)} ${formatClock(timeMs)}`;
