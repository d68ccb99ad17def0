import { contours } from 'd3-contour';
import { linearScale, niceStep, type Tick } from './axes.ts';
import type { Place } from './frame.ts';
import type { Grid } from './grid.ts';
import { thinLine } from './path.ts';
import { type Coordinates, type EarthMap, isLargeEnough, worldMap } from './projection.ts';

interface GridBand {
  /** Its values are at least this, and less than that of the next band. */
  from: number;
  /** From 0 for the lowest to 1 for the highest; where values change their sign, 0.5 is where they do. */
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
  legend: { ticks: Tick[]; boxes: { share: number; x: number; width: number }[]; y: number; height: number };
  height: number;
}

/** Fields that change their sign have two scales of colour, and so twice as many steps that can be told apart. */
const BANDS_WANTED = { signed: 16, unsigned: 4 };
const RING_TOLERANCE = 1;
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
  const step = niceStep(least, most, BANDS_WANTED[least < 0 && most > 0 ? 'signed' : 'unsigned']);
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step - 1e-9) - first);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

const isSigned = (thresholds: readonly number[]) => thresholds[0]! < 0 && thresholds.at(-1)! > 0;

function shareOf(thresholds: readonly number[], index: number): number {
  const [first, second, last] = [thresholds[0]!, thresholds[1], thresholds.at(-1)!];
  if (second === undefined) return 1;
  if (!isSigned(thresholds)) return index / (thresholds.length - 1);
  const half = (second - first) / 2;
  const most = Math.max(-first - half, last + half);
  return 0.5 + (thresholds[index]! + half) / most / 2;
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
      share: shareOf(thresholds, index),
      x: x.at(index),
      width: x.at(1) - x.at(0),
    })),
    ticks: thresholds.flatMap((value, index) =>
      index % every === 0 ? [{ value, at: x.at(index), label: `${value}`.replace('-', '−') }] : [],
    ),
  };
}
