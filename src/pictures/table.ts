import { windDirectionDegrees } from './format.ts';

/** The numbers of a picture. */
export interface PictureTable {
  columns: string[];
  rows: string[][];
}

export const numberCell = (value: number | null, decimals: number) =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(decimals);

export const coordinateCells = ({ latitude, longitude }: { latitude: number; longitude: number }) => [
  numberCell(latitude, 2),
  numberCell(longitude, 2),
];

export function windCells(u: number | null, v: number | null): [string, string] {
  if (u === null || v === null || !Number.isFinite(u + v)) return ['', ''];
  return [numberCell(Math.hypot(u, v), 1), numberCell(windDirectionDegrees({ u, v }), 0)];
}

export const timeCell = (time: string) => time.slice(0, 16).replace('T', ' ');

/** As spreadsheets read it. */
export function toCsv({ columns, rows }: PictureTable): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
