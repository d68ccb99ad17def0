import { finestResolutionDegrees, type Resolution, resolutionsDegrees } from '../../../api/parameters.ts';
import type { Constant, UpperVariable } from '../../../api/variables.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { inSlices, type LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Field, FieldChoice, Region } from '../../source.ts';
import { fillMoistureRow, fillRow } from '../atmosphere/atmosphere.ts';
import {
  groundLevel,
  type Level,
  levelAt,
  meridiansAt,
  type Place,
  parallelAt,
} from '../atmosphere/geometry.ts';
import { elevationMetres, landShare, soilType } from '../atmosphere/land.ts';
import { isLongitudeBetween } from '../atmosphere/planet.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import {
  fillSurfaceRow,
  type Ground,
  groundAlong,
  relativeHumidity,
  specificHumidity,
} from '../atmosphere/surface.ts';

/** The grid runs from 90 to -90 and from 0 eastwards. It holds everything that does not depend on the weather. */
interface Grid {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** One row each. */
  places: Place[];
  groundOf(row: number): Ground;
}

const grids = new LruCache<Resolution, Grid>(resolutionsDegrees.length);

export const gridAt = (resolution: Resolution) =>
  grids.getOrCreate(resolution, () => {
    const latitudes = Float32Array.from({ length: 180 / resolution + 1 }, (_, row) => 90 - row * resolution);
    const longitudes = Float32Array.from({ length: 360 / resolution }, (_, column) => column * resolution);
    return gridOf(latitudes, longitudes);
  });

/** Fills one row of one field. Only upper variables use the level. */
export function fillGridRow(
  grid: Grid,
  row: number,
  choice: FieldChoice,
  snapshot: Snapshot,
  level: Level,
  values: Float64Array,
): void {
  const place = grid.places[row]!;
  if (choice.kind === 'surface') {
    fillSurfaceRow(choice.name, snapshot, place, grid.groundOf(row), values);
  } else if (choice.kind === 'upper') {
    fillUpperRow(choice.name, snapshot, level, place, values);
  } else {
    for (let i = 0; i < values.length; i++) {
      values[i] = constantAt(choice.name, place.parallel.latitude, grid.longitudes[i]!);
    }
  }
}

function fillUpperRow(
  variable: UpperVariable,
  snapshot: Snapshot,
  level: Level,
  place: Place,
  values: Float64Array,
): void {
  if (variable !== 'specific_humidity') {
    fillRow(variable, snapshot, level, place, values);
    if (variable === 'temperature') for (let i = 0; i < values.length; i++) values[i]! -= zeroCelsiusKelvin;
    return;
  }
  const kelvin = new Float64Array(values.length);
  fillRow('temperature', snapshot, level, place, kelvin);
  fillMoistureRow(snapshot, place, values);
  for (let i = 0; i < values.length; i++) {
    const relative = relativeHumidity(values[i]!, level.pressureHpa);
    values[i] = specificHumidity(relative, kelvin[i]! - zeroCelsiusKelvin, level.pressureHpa);
  }
}

function constantAt(name: Constant, latitude: number, longitude: number): number {
  if (name === 'land_mask') return landShare(latitude, longitude);
  return name === 'topography' ? elevationMetres(latitude, longitude) : soilType(latitude, longitude);
}

function gridOf(latitudes: Float32Array, longitudes: Float32Array): Grid {
  const meridians = meridiansAt(longitudes);
  const places = Array.from(latitudes, (latitude) => ({ parallel: parallelAt(latitude), meridians }));
  const grounds: Ground[] = [];
  return {
    latitudes,
    longitudes,
    places,
    groundOf: (row) => (grounds[row] ??= groundAlong(places[row]!)),
  };
}

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
  return steps(360 - finestResolutionDegrees).filter((each) =>
    isLongitudeBetween(each, minLongitude, maxLongitude),
  );
}

const steps = (end: number) =>
  Float32Array.from(
    { length: end / finestResolutionDegrees + 1 },
    (_, step) => step * finestResolutionDegrees,
  );
