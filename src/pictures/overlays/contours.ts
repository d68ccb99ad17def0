import { contours } from 'd3-contour';
import type { Place } from '../frame.ts';
import type { Grid } from '../grid.ts';
import { thinLine } from '../path.ts';
import { valueOn } from './grid-value.ts';
import type { MapLattice } from './map-lattice.ts';

interface Contour {
  /** Everything inside is at least this much. */
  from: number;
  rings: Place[][];
}

const TOLERANCE = 0.4;
/** Fewer points enclose a speck. */
const POINTS_LEAST = 5;

/** Around all that reaches each of some values, in the units of the picture. */
export function contourLines(
  grid: Grid,
  { columns, rows, step, origin, coordinates }: MapLattice,
  thresholds: readonly number[],
): Contour[] {
  const values = coordinates.map((at) => valueOn(grid, at));
  return contours()
    .size([columns, rows])
    .thresholds([...thresholds])(values)
    .map(({ value, coordinates: shapes }) => ({
      from: value,
      rings: shapes.flat().flatMap((ring) => {
        // d3 counts from the corner of a square, whose value is that of its middle.
        const places = ring.map(([x, y]) => ({
          x: origin.x + (x! - 0.5) * step,
          y: origin.y + (y! - 0.5) * step,
        }));
        const thin = thinLine(places, TOLERANCE);
        return thin.length < POINTS_LEAST ? [] : [thin];
      }),
    }))
    .filter(({ rings }) => rings.length > 0);
}
