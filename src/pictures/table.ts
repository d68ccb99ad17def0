import type { Coordinates, PathPoint } from '../api/data-api.ts';
import { formatFixed, windDirection } from './format.ts';
import { isNumber } from './sounding/math.ts';
import { temperatureIn, type Units } from './units.ts';

/** The numbers of a picture, as text. */
export interface PictureTable {
  columns: string[];
  rows: string[][];
}

export const numberCell = (value: number | null | undefined, decimals: number) =>
  isNumber(value) ? formatFixed(value, decimals) : '';

export const temperatureCell = (celsius: number | null, units: Units) =>
  numberCell(celsius === null ? null : temperatureIn(celsius, units), 1);

export const coordinateCells = ({ latitude, longitude }: Coordinates) => [
  numberCell(latitude, 2),
  numberCell(longitude, 2),
];

/** Speed, in m/s or another unit, and direction. */
export const windCells = (
  u: number | null | undefined,
  v: number | null | undefined,
  perMetre = 1,
): [speed: string, direction: string] =>
  isNumber(u) && isNumber(v)
    ? [numberCell(Math.hypot(u, v) * perMetre, 1), numberCell(windDirection({ u, v }), 0)]
    : ['', ''];

/** "2026-11-15 06:40"; empty for a time that is not a number. */
export function timeCell(time: string | number): string {
  if (typeof time === 'string') return time.slice(0, 16).replace('T', ' ');
  return Number.isFinite(time) ? timeCell(new Date(time).toISOString()) : '';
}

export const positionsTable = (positions: readonly PathPoint[]): PictureTable => ({
  columns: ['Time (UTC)', 'Latitude', 'Longitude', 'Altitude (m)'],
  rows: positions.map((row) => [timeCell(row.time), ...coordinateCells(row), numberCell(row.altitude, 0)]),
});

/** CSV as spreadsheets read it. */
export function toCsv({ columns, rows }: PictureTable): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
