import { contours } from 'd3-contour';
import type { Coordinates } from '../api/data-api.ts';
import { type ColourLegend, colourLegend, colourShare, colourSteps, isSigned } from './colour-scale.ts';
import { type EarthMap, isLargeEnough, worldMap } from './earth-map.ts';
import { type Point, simplifyLine } from './geometry.ts';
import type { Grid } from './picture.ts';

interface GridBand {
  /** Its values are at least this, and less than that of the next band. */
  from: number;
  share: number;
  rings: Point[][];
}

export interface GridExtreme extends Coordinates, Point {
  value: number;
}

interface GridMap {
  earth: EarthMap;
  /** Each covers all that is above it too: painted in this order they give the field. */
  bands: GridBand[];
  least: GridExtreme;
  most: GridExtreme;
  /** Below zero and above it are two colours. */
  isSigned: boolean;
  legend: ColourLegend;
  height: number;
}

const ringTolerance = 1;
const legendHeight = 40;
const legendInset = 60;

export function drawGrid(grid: Grid): GridMap | undefined {
  const columns = Math.round(360 / grid.stepDegrees);
  const rows = Math.round(180 / grid.stepDegrees) + 1;
  if (grid.values.length !== columns * rows) return undefined;
  const earth = worldMap();
  const extremes = extremesOf(grid, columns, earth);
  if (!extremes) return undefined;
  const [least, most] = extremes;
  const thresholds = colourSteps(least.value, most.value);
  const bands = contours()
    .size([columns + 1, rows])
    .thresholds(thresholds)(centredOnGreenwich(grid, columns, rows))
    .map(({ value, coordinates }, index) => ({
      from: value,
      share: colourShare(thresholds, index),
      rings: coordinates.flat().flatMap((ring) => {
        const places = ring.map(([x, y]) => pointOf(earth, x! - 0.5, y! - 0.5, grid.stepDegrees));
        const thin = simplifyLine(places, ringTolerance);
        return isLargeEnough(thin) ? [thin] : [];
      }),
    }));
  return {
    earth,
    bands,
    least,
    most,
    isSigned: isSigned(thresholds),
    legend: colourLegend(thresholds, {
      left: earth.frame.left + legendInset,
      right: earth.frame.right - legendInset,
      y: earth.height + 6,
    }),
    height: earth.height + legendHeight,
  };
}

/** From 180° W to 180° E, with the first column again at the end: no seam at the date line, and none on the map. */
function centredOnGreenwich({ values }: Grid, columns: number, rows: number): number[] {
  return Array.from({ length: (columns + 1) * rows }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 1)), index % (columns + 1)];
    const value = values[row * columns + ((column + columns / 2) % columns)]!;
    return Number.isFinite(value) ? value : -Infinity;
  });
}

function pointOf(earth: EarthMap, column: number, row: number, stepDegrees: number): Point {
  const longitude = Math.min(180 - 1e-6, Math.max(-180 + 1e-6, column * stepDegrees - 180));
  const latitude = Math.min(90, Math.max(-90, 90 - row * stepDegrees));
  return earth.project({ latitude, longitude })!;
}

function extremesOf(grid: Grid, columns: number, earth: EarthMap): [GridExtreme, GridExtreme] | undefined {
  let [least, most] = [-1, -1];
  for (const [index, value] of grid.values.entries()) {
    if (!Number.isFinite(value)) continue;
    if (least < 0 || value < grid.values[least]!) least = index;
    if (most < 0 || value > grid.values[most]!) most = index;
  }
  if (least < 0) return undefined;
  const extreme = (index: number): GridExtreme => {
    const east = (index % columns) * grid.stepDegrees;
    const longitude = east > 180 ? east - 360 : east;
    const latitude = 90 - Math.floor(index / columns) * grid.stepDegrees;
    return { value: grid.values[index]!, latitude, longitude, ...earth.project({ latitude, longitude })! };
  };
  return [extreme(least), extreme(most)];
}
