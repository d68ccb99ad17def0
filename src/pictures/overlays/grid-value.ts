import type { Grid } from '../grid.ts';
import type { Coordinates } from '../sphere.ts';

/** Between the four nearest values of a grid, in proportion; all the way round the earth. */
export function valueOn({ stepDegrees, values }: Grid, { latitude, longitude }: Coordinates): number {
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
export const isWhole = ({ stepDegrees, values }: Grid) =>
  values.length === Math.round(360 / stepDegrees) * (Math.round(180 / stepDegrees) + 1);

/** Where the value with this index stands. */
export function coordinatesOn({ stepDegrees }: Grid, index: number): Coordinates {
  const columns = Math.round(360 / stepDegrees);
  const east = (index % columns) * stepDegrees;
  return {
    latitude: 90 - Math.floor(index / columns) * stepDegrees,
    longitude: east > 180 ? east - 360 : east,
  };
}
