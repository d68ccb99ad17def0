import type { Coordinates } from '../api/data-api.ts';
import { formatCoordinates, formatSigned } from './format.ts';
import type { Grid, PictureOf } from './picture.ts';
import { numberCell, type PictureTable } from './table.ts';

/** A grid as small as a picture of it needs: 254 steps between its least and its greatest value. */
export interface EncodedGrid {
  variable: string;
  unit: string;
  step_degrees: number;
  least: number;
  most: number;
  /** One byte a value, base64; 255 is none. */
  cells: string;
}

const codeCount = 254;

const noValueCode = 255;

export function encodeGrid({ stepDegrees, values }: Grid, variable: string, unit: string): EncodedGrid {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const step = (most - least) / codeCount || 1;
  const bytes = values.map((value) =>
    Number.isFinite(value) ? Math.round((value - least) / step) : noValueCode,
  );
  return {
    variable,
    unit,
    step_degrees: stepDegrees,
    least,
    most,
    cells: btoa(String.fromCharCode(...bytes)),
  };
}

export function decodeGrid({ step_degrees: stepDegrees, least, most, cells }: EncodedGrid): Grid {
  const step = (most - least) / codeCount;
  const values = Array.from(atob(cells), (byte) => {
    const code = byte.charCodeAt(0);
    return code === noValueCode ? Number.NaN : least + code * step;
  });
  return { stepDegrees, values };
}

export function describeGrid(variable: string, unit: string, { values, stepDegrees }: Grid): string {
  const columns = Math.round(360 / stepDegrees);
  let [least, most] = [-1, -1];
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) continue;
    if (least < 0 || value < values[least]!) least = index;
    if (most < 0 || value > values[most]!) most = index;
  }
  if (least < 0) return `${variable} has no value anywhere.`;
  const at = (index: number) => {
    const east = (index % columns) * stepDegrees;
    const place = {
      latitude: 90 - Math.floor(index / columns) * stepDegrees,
      longitude: east > 180 ? east - 360 : east,
    };
    return `${formatSigned(Number(values[index]!.toPrecision(3)))}${unit === '' ? '' : ` ${unit}`} at ${formatCoordinates(place)}`;
  };
  return `${variable} over the whole earth: from ${at(least)} to ${at(most)}.`;
}

/** Every tenth degree is enough to be read; the file has the rest. */
const tableStepDegrees = 30;

export function gridTable({
  variable,
  unit,
  grid: { stepDegrees, values },
}: PictureOf<'grid'>): PictureTable {
  const columns = Math.round(360 / stepDegrees);
  const every = Math.max(1, Math.round(tableStepDegrees / stepDegrees));
  const rows = Math.round(180 / stepDegrees) + 1;
  const meridians = Array.from({ length: Math.ceil(columns / every) }, (_, index) => index * every);
  return {
    columns: [
      `${variable}${unit === '' ? '' : `, ${unit}`}`,
      ...meridians.map((column) => `${column * stepDegrees}° E`),
    ],
    rows: Array.from({ length: Math.ceil(rows / every) }, (_, index) => [
      `${formatSigned(90 - index * every * stepDegrees)}°`,
      ...meridians.map((column) => numberCell(values[index * every * columns + column] ?? null, 1)),
    ]),
  };
}

/** Between the four nearest values of a grid, in proportion; all the way round the earth. */
export function gridValueAt({ stepDegrees, values }: Grid, { latitude, longitude }: Coordinates): number {
  const columns = Math.round(360 / stepDegrees);
  const rows = Math.round(180 / stepDegrees);
  const down = Math.min(rows, Math.max(0, (90 - latitude) / stepDegrees));
  const along = ((((longitude % 360) + 360) % 360) / stepDegrees) % columns;
  const [row, column] = [Math.min(rows - 1, Math.floor(down)), Math.floor(along)];
  const [below, beside] = [down - row, along - column];
  const at = (south: number, east: number) => values[(row + south) * columns + ((column + east) % columns)]!;
  const [upper, lower] = [0, 1].map((south) => at(south, 0) * (1 - beside) + at(south, 1) * beside);
  return upper! * (1 - below) + lower! * below;
}

/** Has it as many values as it should? */
export const isGlobal = ({ stepDegrees, values }: Grid) =>
  values.length === Math.round(360 / stepDegrees) * (Math.round(180 / stepDegrees) + 1);

/** Where the value with this index stands. */
export function gridCoordinatesAt({ stepDegrees }: Grid, index: number): Coordinates {
  const columns = Math.round(360 / stepDegrees);
  const east = (index % columns) * stepDegrees;
  return {
    latitude: 90 - Math.floor(index / columns) * stepDegrees,
    longitude: east > 180 ? east - 360 : east,
  };
}
