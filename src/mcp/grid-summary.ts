import { setImmediate as otherRequests } from 'node:timers/promises';
import { meridiansAt, parallelAt } from '../weather/atmosphere/geometry.ts';
import { groundLevel, levelAt } from '../weather/atmosphere/levels.ts';
import { groundAlong } from '../weather/atmosphere/near-ground.ts';
import { isBetween } from '../weather/atmosphere/planet.ts';
import type { Snapshot } from '../weather/atmosphere/snapshot.ts';
import { fillGridRow, type Grid } from '../weather/grids/grid.ts';
import type { FieldChoice } from '../weather/grids/variables.ts';

export interface Region {
  min_latitude?: number | undefined;
  max_latitude?: number | undefined;
  min_longitude?: number | undefined;
  max_longitude?: number | undefined;
}

export interface GridSummary {
  points: number;
  /** Weighted by area: rows near the poles count less. */
  mean: number;
  standardDeviation: number;
  minimum: Extreme;
  maximum: Extreme;
}

interface Extreme {
  value: number;
  latitude: number;
  longitude: number;
}

export const resolutionDegrees = 0.25;
const pointsBetweenPauses = 20_000;

/** Over the points of the grid that lie in the region; undefined when none does. */
export async function summarize(
  choice: FieldChoice,
  snapshot: Snapshot,
  region: Region,
): Promise<GridSummary | undefined> {
  const latitudes = latitudesIn(region);
  const longitudes = longitudesIn(region);
  if (latitudes.length === 0 || longitudes.length === 0) return undefined;
  const grid = gridOf(latitudes, longitudes);
  const level = choice.kind === 'upper' ? levelAt(choice.levelsHpa[0]!) : groundLevel;
  const values = new Float64Array(longitudes.length);
  let [weights, sum, squares, sincePause] = [0, 0, 0, 0];
  let minimum: Extreme = { value: Number.POSITIVE_INFINITY, latitude: 0, longitude: 0 };
  let maximum: Extreme = { value: Number.NEGATIVE_INFINITY, latitude: 0, longitude: 0 };
  for (const [row, latitude] of latitudes.entries()) {
    fillGridRow(grid, row, choice, snapshot, level, values);
    // A row at a pole is one point.
    const weight = Math.max(grid.parallels[row]!.cos, 1e-9);
    for (const [column, exact] of values.entries()) {
      // As the file has it.
      const value = Math.fround(exact);
      weights += weight;
      sum += weight * value;
      squares += weight * value * value;
      if (value < minimum.value) minimum = { value, latitude, longitude: signed(longitudes[column]!) };
      if (value > maximum.value) maximum = { value, latitude, longitude: signed(longitudes[column]!) };
    }
    sincePause += values.length;
    if (sincePause > pointsBetweenPauses) {
      sincePause = 0;
      await otherRequests();
    }
  }
  const mean = sum / weights;
  return {
    points: latitudes.length * longitudes.length,
    mean,
    standardDeviation: Math.sqrt(Math.max(0, squares / weights - mean * mean)),
    minimum,
    maximum,
  };
}

/** Only the region's part of the grid that the files have. */
function gridOf(latitudes: number[], longitudes: number[]): Grid {
  const meridians = meridiansAt(longitudes);
  const parallels = latitudes.map(parallelAt);
  return {
    latitudes: Float32Array.from(latitudes),
    longitudes: Float32Array.from(longitudes),
    meridians,
    parallels,
    groundOf: (row) => groundAlong(parallels[row]!, meridians),
  };
}

/** North to south. */
function latitudesIn({ min_latitude = -90, max_latitude = 90 }: Region): number[] {
  return steps(180)
    .map((step) => 90 - step)
    .filter((each) => each >= min_latitude && each <= max_latitude);
}

/** From 0 eastwards, as in the files. */
function longitudesIn({ min_longitude, max_longitude }: Region): number[] {
  return steps(360 - resolutionDegrees).filter((each) => isBetween(each, min_longitude, max_longitude));
}

const steps = (end: number) =>
  Array.from({ length: end / resolutionDegrees + 1 }, (_, step) => step * resolutionDegrees);

const signed = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude);
