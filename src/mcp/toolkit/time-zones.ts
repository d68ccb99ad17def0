import { z } from 'zod';
import { badRequest } from '../../platform/errors.ts';
import { findTimeMs } from '../../weather/api-time.ts';

export const timezone = z
  .string()
  .max(60)
  .optional()
  .describe(
    'A time zone such as America/New_York or Europe/Paris. Times without an offset are then meant in it, and the answer has local times. Leave it out for UTC.',
  );

/** What the hours of a day are called somewhere. */
export interface Clock {
  zone: string;
  isUtc: boolean;
  /** 2026-11-15T13:00:00-05:00 */
  write(timeMs: number): string;
  /** A time without an offset is meant on this clock; undefined if it is none. Others are left as they are. */
  read(text: string): string | undefined;
}

const utc = 'UTC';

export function requireClock(zone: string = utc): Clock {
  const offsetMsAt = offsetsOf(zone);
  const write = (timeMs: number) => {
    const offsetMs = offsetMsAt(timeMs);
    return `${new Date(timeMs + offsetMs).toISOString().slice(0, 19)}${offsetText(offsetMs)}`;
  };
  return {
    zone,
    isUtc: zone === utc,
    write,
    read(text) {
      if (zone === utc || offsetForm.test(text.trim())) return text;
      const asUtcMs = findTimeMs(text.trim());
      if (asUtcMs === undefined) return undefined;
      // Twice, because the offset is that of the time itself, which is not known before.
      const nearMs = asUtcMs - offsetMsAt(asUtcMs);
      return write(asUtcMs - offsetMsAt(nearMs));
    },
  };
}

/** A date alone ends in two digits only. */
const offsetForm = /(z|[+-]\d{2}:?\d{2})$/i;

function offsetsOf(zone: string): (timeMs: number) => number {
  if (zone === utc) return () => 0;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    throw badRequest(
      'timezone must be the name of a time zone such as America/New_York, Europe/Paris or UTC.',
    );
  }
  return (timeMs) => {
    const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
