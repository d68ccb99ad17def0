import { z } from 'zod';
import { badRequest } from '../../platform/errors.ts';
import { dayMs, minuteMs } from '../../time.ts';
import { findTimeMs, isoWithoutZone } from '../../weather/api-time.ts';
import { readTimeMs } from './parameters.ts';

export const timezone = z
  .string()
  .max(60)
  .optional()
  .describe(
    'A time zone such as Europe/Paris, for the times of the answer and for times without an offset. Defaults to UTC.',
  );

export interface Clock {
  zone: string;
  isUtc: boolean;
  /** Writes 2026-11-15T13:00:00-05:00. */
  write(timeMs: number): string;
  /** Adds this zone's offset to a time without one, and leaves others as they are; undefined if it is no time. */
  read(text: string): string | undefined;
}

export function createClock(zone = 'UTC'): Clock {
  const isUtc = zone === 'UTC';
  const findOffsetMs = isUtc ? () => 0 : createOffsetLookup(zone);
  const write = (timeMs: number) => {
    const offsetMs = findOffsetMs(timeMs);
    return `${isoWithoutZone(timeMs + offsetMs)}${formatOffset(offsetMs)}`;
  };
  return {
    zone,
    isUtc,
    write,
    read(text) {
      // A date ends in two digits only, so it is not taken for an offset.
      if (isUtc || /(z|[+-]\d{2}:?\d{2})$/i.test(text.trim())) return text;
      const asUtcMs = findTimeMs(text.trim());
      if (asUtcMs === undefined) return undefined;
      // The offset depends on the time, which depends on the offset, so the second lookup corrects the first.
      const nearMs = asUtcMs - findOffsetMs(asUtcMs);
      return write(asUtcMs - findOffsetMs(nearMs));
    },
  };
}

function createOffsetLookup(zone: string): (timeMs: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    throw badRequest('timezone must be a time zone name such as America/New_York, Europe/Paris or UTC.');
  }
  return (timeMs) => {
    const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  };
}

function formatOffset(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / minuteMs;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** A date as the last time means all of that day. */
export function endOfDay(text: string): string {
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(text.trim())
    ? Date.parse(`${text.trim()}T00:00:00Z`)
    : Number.NaN;
  return Number.isNaN(timeMs) ? text : isoWithoutZone(timeMs + dayMs);
}

/** A time without an offset is one of the clock. */
export const readLocalTimeMs = (name: string, text: string, clock: Clock) =>
  readTimeMs(name, clock.read(text) ?? text);
