import { formatCoordinates, formatSigned, formatWhole, windDirectionDegrees } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { dewPointCelsius, saturationHpa } from '../../pictures/sounding/thermodynamics.ts';
import { knotsOf } from '../../pictures/wind-barb.ts';
import type { Settings } from './store/viewer-address.ts';

/** "23 m/s" or "45 kt". */
export const speedWords = (metresPerSecond: number, wind: Settings['wind']) =>
  wind === 'kt' ? `${Math.round(knotsOf(metresPerSecond))} kt` : `${Math.round(metresPerSecond)} m/s`;

/** "240° 23 m/s". */
export const windWords = (wind: { u: number; v: number }, unit: Settings['wind']) =>
  `${Math.round(windDirectionDegrees(wind)) % 360}° ${speedWords(Math.hypot(wind.u, wind.v), unit)}`;

/** "04:20:10 UTC". */
export const clockWords = (timeSeconds: number) =>
  `${new Date(timeSeconds * 1000).toISOString().slice(11, 19)} UTC`;

/** "2026-11-15 04:20:10". */
export const fieldText = (timeSeconds: number) =>
  new Date(timeSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

const degrees = (celsius: number) => `${formatSigned(Number(celsius.toFixed(1)))} °C`;

export function dewPointOf({ temperature, humidity }: SoundingRow): number | null {
  if (temperature === null || humidity === null || !(humidity > 0)) return null;
  return dewPointCelsius((humidity / 100) * saturationHpa(temperature));
}

/** One row in words, as the time cursor says it: "04:20:10 UTC, going up, 8,430 m, 335 hPa, −41.2 °C, …". */
export function rowWords(row: SoundingRow, direction: Leg['direction'], unit: Settings['wind']): string {
  return [clockWords(row.timestamp), `going ${direction}`, ...measuredWords(row, unit)].join(', ');
}

/** What was measured, a word or two each; what was not is left out. */
export function measuredWords(row: SoundingRow, unit: Settings['wind']): string[] {
  const dewPoint = dewPointOf(row);
  const { speed_u: u, speed_v: v } = row;
  return [
    row.altitude !== null && `${formatWhole(row.altitude)} m`,
    row.pressure !== null && `${Math.round(row.pressure)} hPa`,
    row.temperature !== null && degrees(row.temperature),
    dewPoint !== null && `dew point ${degrees(dewPoint)}`,
    u !== null && v !== null && `wind ${windWords({ u, v }, unit)}`,
  ].filter((words) => words !== false);
}

export function placeWords({ latitude, longitude }: SoundingRow): string {
  return latitude === null || longitude === null
    ? 'place unknown'
    : formatCoordinates({ latitude, longitude });
}
