import { contours } from 'd3-contour';
import { linearScale, niceStep, type Tick } from './axes.ts';
import type { Place } from './frame.ts';
import type { Grid } from './grid.ts';
import { thinLine } from './path.ts';
import { type Coordinates, type EarthMap, worldMap } from './projection.ts';

export interface GridBand {
  /** Its values are at least this, and less than that of the next band. */
  from: number;
  /** 0 is the lowest band, 1 the highest. */
  share: number;
  rings: Place[][];
}

export interface GridExtreme extends Coordinates, Place {
  value: number;
}

export interface GridMap {
  earth: EarthMap;
  /** Each covers all that is above it too: painted in this order they give the field. */
  bands: GridBand[];
  least: GridExtreme;
  most: GridExtreme;
  legend: { ticks: Tick[]; boxes: { share: number; x: number; width: number }[]; y: number; height: number };
  height: number;
}

const BANDS_WANTED = 12;
const LEGEND_HEIGHT = 40;

export function drawGrid(grid: Grid): GridMap | undefined {
  const columns = Math.round(360 / grid.stepDegrees);
  const rows = Math.round(180 / grid.stepDegrees) + 1;
  if (grid.values.length !== columns * rows) return undefined;
  const earth = worldMap();
  const extremes = extremesOf(grid, columns, earth);
  if (!extremes) return undefined;
  const [least, most] = extremes;
  const thresholds = thresholdsOf(least.value, most.value);
  const bands = contours()
    .size([columns + 1, rows])
    .thresholds(thresholds)(rolled(grid, columns, rows))
    .map(({ value, coordinates }, index) => ({
      from: value,
      share: thresholds.length < 2 ? 1 : index / (thresholds.length - 1),
      rings: coordinates.flat().flatMap((ring) => {
        const places = ring.map(([x, y]) => placeOf(earth, x! - 0.5, y! - 0.5, grid.stepDegrees));
        const thin = thinLine(places, 0.6);
        return thin.length > 3 ? [thin] : [];
      }),
    }));
  return {
    earth,
    bands,
    least,
    most,
    legend: legendOf(earth, thresholds),
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

/** The lowest is below every value, so that its band is the whole map. */
function thresholdsOf(least: number, most: number): number[] {
  const step = niceStep(least, most, BANDS_WANTED);
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step - 1e-9) - first);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
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

function legendOf({ frame, height }: EarthMap, thresholds: number[]): GridMap['legend'] {
  const [left, right] = [frame.left + 60, frame.right - 60];
  const x = linearScale([0, thresholds.length], [left, right]);
  const every = Math.ceil(thresholds.length / 8);
  return {
    y: height + 6,
    height: 10,
    boxes: thresholds.map((_, index) => ({
      share: thresholds.length < 2 ? 1 : index / (thresholds.length - 1),
      x: x.at(index),
      width: x.at(1) - x.at(0),
    })),
    ticks: thresholds.flatMap((value, index) =>
      index % every === 0 ? [{ value, at: x.at(index), label: `${value}`.replace('-', '−') }] : [],
    ),
  };
}
