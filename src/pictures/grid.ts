import type { Coordinates } from '../api/data-api.ts';
import { formatCoordinates, formatSigned } from './format.ts';
import type { Grid, PictureText } from './picture.ts';
import { aroundEarth, clamp } from './sounding/math.ts';
import { numberCell } from './table.ts';

/** A grid as small as a picture needs it: 254 steps between its lowest and its highest value. */
export interface EncodedGrid {
  variable: string;
  unit: string;
  step_degrees: number;
  least: number;
  most: number;
  /** One byte per value, as base64; 255 is a missing value. */
  cells: string;
}

const codeCount = 254;
const missingCode = 255;

export function encodeGrid(grid: Grid, variable: string, unit: string): EncodedGrid {
  const { stepDegrees, values } = grid;
  const [least = Infinity, most = -Infinity] = findExtremes(grid)?.map(({ value }) => value) ?? [];
  const step = (most - least) / codeCount || 1;
  const codes = values.map((value) =>
    Number.isFinite(value) ? Math.round((value - least) / step) : missingCode,
  );
  const cells = btoa(String.fromCharCode(...codes));
  return { variable, unit, step_degrees: stepDegrees, least, most, cells };
}

export function decodeGrid({ step_degrees: stepDegrees, least, most, cells }: EncodedGrid): Grid {
  const step = (most - least) / codeCount;
  const values = Array.from(atob(cells), (byte) => {
    const code = byte.charCodeAt(0);
    return code === missingCode ? Number.NaN : least + code * step;
  });
  return { stepDegrees, values };
}

const columnsOf = ({ stepDegrees }: Pick<Grid, 'stepDegrees'>) => Math.round(360 / stepDegrees);
const rowsOf = ({ stepDegrees }: Pick<Grid, 'stepDegrees'>) => Math.round(180 / stepDegrees) + 1;

/** True if the grid has a value for each of its positions on the globe. */
export const isGlobal = (grid: Grid) => grid.values.length === columnsOf(grid) * rowsOf(grid);

interface GridValue extends Coordinates {
  value: number;
}

/** Undefined if no value is known. */
export function findExtremes(grid: Grid): [lowest: GridValue, highest: GridValue] | undefined {
  const known = grid.values.filter(Number.isFinite);
  if (known.length === 0) return undefined;
  const find = (choose: (one: number, other: number) => number) => {
    const value = known.reduce((one, other) => choose(one, other));
    return { value, ...gridCoordinatesAt(grid, grid.values.indexOf(value)) };
  };
  return [find(Math.min), find(Math.max)];
}

/** Interpolates between the four nearest values, also across the date line. */
export function gridValueAt(grid: Grid, position: Coordinates): number {
  const columns = columnsOf(grid);
  return interpolateCells(
    grid.stepDegrees,
    position,
    (row, column) => grid.values[row * columns + column] ?? Number.NaN,
  );
}

/** The value between four cells of a global grid, whose rows begin at 90° N and whose columns begin at 0° E. */
export function interpolateCells(
  stepDegrees: number,
  { latitude, longitude }: Coordinates,
  cellAt: (row: number, column: number) => number,
): number {
  const [columns, lastRow] = [columnsOf({ stepDegrees }), rowsOf({ stepDegrees }) - 1];
  const down = clamp((90 - latitude) / stepDegrees, 0, lastRow);
  const along = (aroundEarth(longitude) / stepDegrees) % columns;
  const [row, column] = [Math.min(lastRow - 1, Math.floor(down)), Math.floor(along)];
  const [southShare, eastShare] = [down - row, along - column];
  const inRow = (south: number) => {
    const at = (east: number) => cellAt(row + south, (column + east) % columns);
    return at(0) * (1 - eastShare) + at(1) * eastShare;
  };
  return inRow(0) * (1 - southShare) + inRow(1) * southShare;
}

/** The position of the value with this index. */
export function gridCoordinatesAt(grid: Grid, index: number): Coordinates {
  const columns = columnsOf(grid);
  const east = (index % columns) * grid.stepDegrees;
  return {
    latitude: 90 - Math.floor(index / columns) * grid.stepDegrees,
    longitude: east > 180 ? east - 360 : east,
  };
}

/** A table of every value would be unreadable. */
const tableStepDegrees = 30;

/** The text of a grid picture is here, because the server has no `d3-contour`, which draws it. */
export const gridText: PictureText<'grid'> = {
  caption({ variable, unit, grid }) {
    const extremes = findExtremes(grid);
    if (!extremes) return `${variable} has no values.`;
    const [lowest, highest] = extremes.map(
      (at) =>
        `${formatSigned(Number(at.value.toPrecision(3)))}${unit && ` ${unit}`} at ${formatCoordinates(at)}`,
    );
    return `${variable} worldwide: from ${lowest} to ${highest}.`;
  },
  table({ variable, unit, grid }) {
    const { stepDegrees, values } = grid;
    const columns = columnsOf(grid);
    const every = Math.max(1, Math.round(tableStepDegrees / stepDegrees));
    const meridians = Array.from({ length: Math.ceil(columns / every) }, (_, index) => index * every);
    return {
      columns: [
        `${variable}${unit && ` (${unit})`}`,
        ...meridians.map((column) => `${column * stepDegrees}° E`),
      ],
      rows: Array.from({ length: Math.ceil(rowsOf(grid) / every) }, (_, index) => [
        `${formatSigned(90 - index * every * stepDegrees)}°`,
        ...meridians.map((column) => numberCell(values[index * every * columns + column], 1)),
      ]),
    };
  },
};
