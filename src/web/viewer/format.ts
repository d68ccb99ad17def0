import { formatCoordinates, formatCount } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { dewPointCelsius, saturationHpa } from '../../pictures/sounding/thermodynamics.ts';
import { feetOf, formatTemperature, formatWindVector, type Units } from '../../pictures/units.ts';

/** "04:20:10 UTC". */
export const formatClockWithSeconds = (timeSeconds: number) =>
  `${new Date(timeSeconds * 1000).toISOString().slice(11, 19)} UTC`;

/** Every digit that was measured, unlike the heights of levels. */
export const formatAltitude = ({ altitude }: SoundingRow, { heights }: Units) => {
  if (altitude === null) return 'altitude unknown';
  return heights === 'ft' ? `${formatCount(feetOf(altitude))} ft` : `${formatCount(altitude)} m`;
};

export const formatPosition = ({ latitude, longitude }: SoundingRow) =>
  latitude === null || longitude === null ? 'position unknown' : formatCoordinates({ latitude, longitude });

export function dewPointOf({ temperature, humidity }: SoundingRow): number | null {
  if (temperature === null || humidity === null || !(humidity > 0)) return null;
  return dewPointCelsius((humidity / 100) * saturationHpa(temperature));
}

/** "04:20:10 UTC, ascending, 8,430 m, 335 hPa, −41.2 °C, …" for the time cursor. */
export const formatRow = (row: SoundingRow, direction: Leg['direction'], units: Units) =>
  [
    formatClockWithSeconds(row.timestamp),
    direction === 'up' ? 'ascending' : 'descending',
    ...measuredValues(row, units),
  ].join(', ');

/** The measured values as short texts; missing values are left out. */
export function measuredValues(row: SoundingRow, units: Units): string[] {
  const dewPoint = dewPointOf(row);
  const { speed_u: u, speed_v: v } = row;
  return [
    row.altitude !== null && formatAltitude(row, units),
    row.pressure !== null && `${Math.round(row.pressure)} hPa`,
    row.temperature !== null && formatTemperature(row.temperature, units, 1),
    dewPoint !== null && `dew point ${formatTemperature(dewPoint, units, 1)}`,
    u !== null && v !== null && `wind ${formatWindVector({ u, v }, units)}`,
  ].filter((text) => text !== false);
}
