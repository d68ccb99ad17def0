import { minuteMs } from '../time.ts';

/** How the documented API writes times, and how it reads them. */

/** 2026-11-15T06:00:00+00:00 */
export const isoSeconds = (timeMs: number): string => `${isoWithoutZone(timeMs)}+00:00`;

/** 2026-11-15T06:00:00, in UTC. Parameters are written like this: a plus sign would have to be encoded. */
export const isoWithoutZone = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19);

/** 2026-11-15T06:00:00.123456+00:00. The public client requires a fraction in these times. */
export function isoMicroseconds(timeMs: number, extraMicroseconds = 0): string {
  const fraction = String(extraMicroseconds).padStart(3, '0');
  return `${new Date(timeMs).toISOString().slice(0, 23)}${fraction}+00:00`;
}

export function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

const compactForm = /^(\d{4})(\d{2})(\d{2})(\d{2})$/;
const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T_ ](\d{2})(?::(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads YYYYMMDDHH, YYYY-MM-DD and ISO 8601 with or without a zone; without one it is UTC. */
export function findTimeMs(text: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] =
    compactForm.exec(text) ?? isoForm.exec(text) ?? [];
  if (year === undefined) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const timeMs = Date.parse(`${local}Z`);
  // A 31st of February would become the 3rd of March.
  if (Number.isNaN(timeMs) || !new Date(timeMs).toISOString().startsWith(local)) return undefined;
  return timeMs - zoneOffsetMs(zone);
}

function zoneOffsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * minuteMs;
}
