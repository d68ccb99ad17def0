import { finestResolutionDegrees } from '../../../api/parameters.ts';
import { inSlices, type LongWork } from '../../../platform/long-work.ts';
import type { Field, FieldChoice, Region } from '../../source.ts';
import { groundLevel, levelAt } from '../atmosphere/levels.ts';
import { isBetween } from '../atmosphere/planet.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillGridRow, type Grid, gridOf } from './grid.ts';

const valuesAtOnce = 20_000;

export function readField(choice: FieldChoice, snapshot: Snapshot, region: Region): Field {
  const latitudes = latitudesIn(region);
  const longitudes = longitudesIn(region);
  return { latitudes, longitudes, rows: rowsOf(choice, snapshot, latitudes, longitudes) };
}

async function* rowsOf(
  choice: FieldChoice,
  snapshot: Snapshot,
  latitudes: Float32Array,
  longitudes: Float32Array,
): AsyncGenerator<Float32Array> {
  const grid = gridOf(latitudes, longitudes);
  const rowsAtOnce = Math.ceil(valuesAtOnce / longitudes.length);
  for (let first = 0; first < latitudes.length; first += rowsAtOnce) {
    const end = Math.min(latitudes.length, first + rowsAtOnce);
    yield* await inSlices(fillRows(grid, first, end, choice, snapshot));
  }
}

function* fillRows(
  grid: Grid,
  first: number,
  end: number,
  choice: FieldChoice,
  snapshot: Snapshot,
): LongWork<Float32Array[]> {
  const level = choice.kind === 'upper' ? levelAt(choice.levelsHpa[0]!) : groundLevel;
  const exact = new Float64Array(grid.longitudes.length);
  const rows: Float32Array[] = [];
  for (let row = first; row < end; row++) {
    fillGridRow(grid, row, choice, snapshot, level, exact);
    rows.push(Float32Array.from(exact));
    yield;
  }
  return rows;
}

function latitudesIn({ minLatitude = -90, maxLatitude = 90 }: Region): Float32Array {
  return steps(180)
    .map((step) => 90 - step)
    .filter((each) => each >= minLatitude && each <= maxLatitude);
}

function longitudesIn({ minLongitude, maxLongitude }: Region): Float32Array {
  return steps(360 - finestResolutionDegrees).filter((each) => isBetween(each, minLongitude, maxLongitude));
}

const steps = (end: number) =>
  Float32Array.from(
    { length: end / finestResolutionDegrees + 1 },
    (_, step) => step * finestResolutionDegrees,
  );
