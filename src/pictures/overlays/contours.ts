import { contours } from 'd3-contour';
import type { MapSamples } from '../earth-map.ts';
import { type Point, simplifyLine } from '../geometry.ts';
import { gridValueAt } from '../grid.ts';
import type { Grid } from '../picture.ts';

interface Contour {
  /** The value inside is at least this. */
  from: number;
  rings: Point[][];
}

const tolerance = 0.4;
/** A ring with fewer points is a speck. */
const minRingPoints = 5;

/** Contours at each threshold, in the units of the picture. */
export function contourLines(
  grid: Grid,
  { columns, rows, step, origin, coordinates }: MapSamples,
  thresholds: readonly number[],
): Contour[] {
  const values = coordinates.map((at) => gridValueAt(grid, at));
  return contours()
    .size([columns, rows])
    .thresholds([...thresholds])(values)
    .map(({ value, coordinates: shapes }) => ({
      from: value,
      rings: shapes.flat().flatMap((ring) => {
        // d3 counts from the corner of a cell, while a value is that of its centre.
        const places = ring.map(([x, y]) => ({
          x: origin.x + (x! - 0.5) * step,
          y: origin.y + (y! - 0.5) * step,
        }));
        const thin = simplifyLine(places, tolerance);
        return thin.length < minRingPoints ? [] : [thin];
      }),
    }))
    .filter(({ rings }) => rings.length > 0);
}
