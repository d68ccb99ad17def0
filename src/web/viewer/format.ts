import { formatCoordinates, formatCount, formatSigned, windDirectionDegrees } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { dewPointCelsius, saturationHpa } from '../../pictures/sounding/thermodynamics.ts';
import { knotsOf } from '../../pictures/wind-barb.ts';
import type { Settings } from './store/viewer-address.ts';

type WindUnit = Settings['wind'];

/** "23 m/s" or "45 kt". */
export const formatSpeed = (metresPerSecond: number, unit: WindUnit) =>
  unit === 'kt' ? `${Math.round(knotsOf(metresPerSecond))} kt` : `${Math.round(metresPerSecond)} m/s`;

/** "240° 23 m/s". */
export const formatWind = (wind: { u: number; v: number }, unit: WindUnit) =>
  `${Math.round(windDirectionDegrees(wind)) % 360}° ${formatSpeed(Math.hypot(wind.u, wind.v), unit)}`;

/** "04:20:10 UTC". */
export const formatClock = (timeSeconds: number) =>
  `${new Date(timeSeconds * 1000).toISOString().slice(11, 19)} UTC`;

const formatCelsius = (celsius: number) => `${formatSigned(Number(celsius.toFixed(1)))} °C`;

export const formatAltitude = ({ altitude }: SoundingRow) =>
  altitude === null ? 'altitude unknown' : `${formatCount(altitude)} m`;

export const formatPosition = ({ latitude, longitude }: SoundingRow) =>
  latitude === null || longitude === null ? 'position unknown' : formatCoordinates({ latitude, longitude });

export function dewPointOf({ temperature, humidity }: SoundingRow): number | null {
  if (temperature === null || humidity === null || !(humidity > 0)) return null;
  return dewPointCelsius((humidity / 100) * saturationHpa(temperature));
}

/** "04:20:10 UTC, ascending, 8,430 m, 335 hPa, −41.2 °C, …" for the time cursor. */
export const formatRow = (row: SoundingRow, direction: Leg['direction'], unit: WindUnit) =>
  [
    formatClock(row.timestamp),
    direction === 'up' ? 'ascending' : 'descending',
    ...measuredValues(row, unit),
  ].join(', ');

/** The measured values as short texts; missing values are left out. */
export function measuredValues(row: SoundingRow, unit: WindUnit): string[] {
  const dewPoint = dewPointOf(row);
  const { speed_u: u, speed_v: v } = row;
  return [
    row.altitude !== null && formatAltitude(row),
    row.pressure !== null && `${Math.round(row.pressure)} hPa`,
    row.temperature !== null && formatCelsius(row.temperature),
    dewPoint !== null && `dew point ${formatCelsius(dewPoint)}`,
    u !== null && v !== null && `wind ${formatWind({ u, v }, unit)}`,
  ].filter((text) => text !== false);
}
