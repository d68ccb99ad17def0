import { contours } from 'd3-contour';
import { type ColourLegend, colourSteps, isSigned, legendOf, shareOf } from './colour-steps.ts';
import type { Place } from './frame.ts';
import type { Grid } from './grid.ts';
import { thinLine } from './path.ts';
import { type EarthMap, isLargeEnough, worldMap } from './projection.ts';
import type { Coordinates } from './sphere.ts';

interface GridBand {
  /** Its values are at least this, and less than that of the next band. */
  from: number;
  share: number;
  rings: Place[][];
}

export interface GridExtreme extends Coordinates, Place {
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

const RING_TOLERANCE = 1;
const LEGEND_HEIGHT = 40;
const LEGEND_INSET = 60;

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
    .thresholds(thresholds)(rolled(grid, columns, rows))
    .map(({ value, coordinates }, index) => ({
      from: value,
      share: shareOf(thresholds, index),
      rings: coordinates.flat().flatMap((ring) => {
        const places = ring.map(([x, y]) => placeOf(earth, x! - 0.5, y! - 0.5, grid.stepDegrees));
        const thin = thinLine(places, RING_TOLERANCE);
        return isLargeEnough(thin) ? [thin] : [];
      }),
    }));
  return {
    earth,
    bands,
    least,
    most,
    isSigned: isSigned(thresholds),
    legend: legendOf(thresholds, {
      left: earth.frame.left + LEGEND_INSET,
      right: earth.frame.right - LEGEND_INSET,
      y: earth.height + 6,
    }),
    height: earth.height + LEGEND_HEIGHT,
  };
}

/** From 180° W to 180° E, with the first column again at the end: no seam at the date line, and none on the map. */
function rolled({ values }: Grid, columns: number, rows: number): number[] {
  return Array.from({ length: (columns + 1) * rows }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 1)), index % (columns + 1)];
    const value = values[row * columns + ((column + columns / 2) % columns)]!;
    return Number.isFinite(value) ? value : -Infinity;
  });
}

function placeOf(earth: EarthMap, column: number, row: number, stepDegrees: number): Place {
  const longitude = Math.min(180 - 1e-6, Math.max(-180 + 1e-6, column * stepDegrees - 180));
  const latitude = Math.min(90, Math.max(-90, 90 - row * stepDegrees));
  return earth.place({ latitude, longitude })!;
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
    return { value: grid.values[index]!, latitude, longitude, ...earth.place({ latitude, longitude })! };
  };
  return [extreme(least), extreme(most)];
}
