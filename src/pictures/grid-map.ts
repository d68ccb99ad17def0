import { contours } from 'd3-contour';
import { colourLegend, colourShare, colourSteps, isSigned } from './colour-scale.ts';
import { type EarthMap, isLargeEnough, worldMap } from './earth-map.ts';
import { type Point, simplifyLine } from './geometry.ts';
import { findExtremes, isGlobal } from './grid.ts';
import type { Grid } from './picture.ts';
import { clamp } from './sounding/math.ts';

const ringTolerance = 1;
const legendHeight = 40;
const legendInset = 60;

/** Returns undefined if the grid is not global or has no values. */
export function drawGrid(grid: Grid) {
  const extremes = findExtremes(grid);
  if (!extremes || !isGlobal(grid)) return undefined;
  const columns = Math.round(360 / grid.stepDegrees);
  const rows = grid.values.length / columns;
  const earth = worldMap();
  const [least, most] = extremes;
  const thresholds = colourSteps(least.value, most.value);
  // Each band also covers all bands above it, so they must be painted in this order.
  const bands = contours()
    .size([columns + 1, rows])
    .thresholds(thresholds)(centredOnGreenwich(grid, columns, rows))
    .map(({ value, coordinates }, index) => ({
      from: value,
      share: colourShare(thresholds, index),
      rings: coordinates.flat().flatMap((ring) => {
        const points = ring.map(([x, y]) => pointOf(earth, x! - 0.5, y! - 0.5, grid.stepDegrees));
        const simple = simplifyLine(points, ringTolerance);
        return isLargeEnough(simple) ? [simple] : [];
      }),
    }));
  return {
    earth,
    bands,
    least: { ...least, ...earth.project(least)! },
    most: { ...most, ...earth.project(most)! },
    isSigned: isSigned(thresholds),
    legend: colourLegend(thresholds, {
      left: earth.frame.left + legendInset,
      right: earth.frame.right - legendInset,
      y: earth.height + 6,
    }),
    height: earth.height + legendHeight,
  };
}

/**
 * The values from 180° W to 180° E. The first column is repeated at the end, so that no seam shows at the date line.
 */
function centredOnGreenwich({ values }: Grid, columns: number, rows: number): number[] {
  return Array.from({ length: (columns + 1) * rows }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 1)), index % (columns + 1)];
    const value = values[row * columns + ((column + columns / 2) % columns)] ?? Number.NaN;
    return Number.isFinite(value) ? value : -Infinity;
  });
}

function pointOf(earth: EarthMap, column: number, row: number, stepDegrees: number): Point {
  const longitude = clamp(column * stepDegrees - 180, -180 + 1e-6, 180 - 1e-6);
  const latitude = clamp(90 - row * stepDegrees, -90, 90);
  return earth.project({ latitude, longitude })!;
}
