import type { Grid } from '../../../pictures/grid.ts';
import type { Coordinates } from '../../../pictures/sphere.ts';

/** The nearest value of a grid; undefined off the earth, and where none is known. */
export function valueAt(
  { stepDegrees, values }: Grid,
  { latitude, longitude }: Coordinates,
): number | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const columns = Math.round(360 / stepDegrees);
  const row = Math.round((90 - latitude) / stepDegrees);
  const column = Math.round(((longitude + 360) % 360) / stepDegrees) % columns;
  const value = values[row * columns + column];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
