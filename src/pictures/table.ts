import { directionDegrees } from './words.ts';

/** The numbers of a picture. */
export interface PictureTable {
  columns: string[];
  rows: string[][];
}

export const number = (value: number | null, decimals: number) =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(decimals);

export const placeCells = ({ latitude, longitude }: { latitude: number; longitude: number }) => [
  number(latitude, 2),
  number(longitude, 2),
];

export function windCells(u: number | null, v: number | null): [string, string] {
  if (u === null || v === null || !Number.isFinite(u + v)) return ['', ''];
  return [number(Math.hypot(u, v), 1), number(directionDegrees({ u, v }), 0)];
}

export const minutes = (time: string) => time.slice(0, 16).replace('T', ' ');
