import { finestResolutionDegrees, type Resolution, resolutionsDegrees } from '../../../api/parameters.ts';
import type { Constant, UpperVariable } from '../../../api/variables.ts';
import { isLongitudeBetween } from '../../../pictures/sounding/math.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { inSlices, type LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Field, FieldChoice, Region } from '../../source.ts';
import { fillHumidityRow, fillRow } from '../atmosphere/atmosphere.ts';
import {
  groundLevel,
  type Level,
  levelAt,
  meridiansAt,
  type Place,
  parallelAt,
} from '../atmosphere/geometry.ts';
import { specificHumidity } from '../atmosphere/humidity.ts';
import { elevationMetres, landShare, soilType } from '../atmosphere/land.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillSurfaceRow } from '../atmosphere/surface.ts';

/** The grid runs from 90 to -90 and from 0 eastwards. It holds everything that does not depend on the weather. */
interface Grid {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** One row each. */
  places: Place[];
}

const grids = new LruCache<Resolution, Grid>(resolutionsDegrees.length);

export const gridAt = (resolution: Resolution) =>
  grids.getOrCreate(resolution, () => {
    const latitudes = Float32Array.from({ length: 180 / resolution + 1 }, (_, row) => 90 - row * resolution);
    const longitudes = Float32Array.from({ length: 360 / resolution }, (_, column) => column * resolution);
    return { latitudes, longitudes, places: placesOf(latitudes, longitudes) };
  });

function placesOf(latitudes: Float32Array, longitudes: Float32Array): Place[] {
  const meridians = meridiansAt(longitudes);
  return Array.from(latitudes, (latitude) => ({ parallel: parallelAt(latitude), meridians }));
}

/** The levels of one file. Surface variables and constants do not use their level. */
export const levelsOf = (choice: FieldChoice): Level[] =>
  choice.kind === 'upper' ? choice.levelsHpa.map(levelAt) : [groundLevel];

/** Fills one row of one field. */
export function fillGridRow(
  place: Place,
  choice: FieldChoice,
  snapshot: Snapshot,
  level: Level,
  values: Float64Array,
): void {
  if (choice.kind === 'surface') {
    fillSurfaceRow(choice.name, snapshot, place, values);
  } else if (choice.kind === 'upper') {
    fillUpperRow(choice.name, snapshot, level, place, values);
  } else {
    const { latitude } = place.parallel;
    values.set(place.meridians.longitudes.map((longitude) => constants[choice.name](latitude, longitude)));
  }
}

const constants: Record<Constant, (latitude: number, longitude: number) => number> = {
  land_mask: landShare,
  topography: elevationMetres,
  soil_type: soilType,
};

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
  fillHumidityRow(snapshot, level, place, values);
  for (let i = 0; i < values.length; i++)
    values[i] = specificHumidity(values[i]!, kelvin[i]! - zeroCelsiusKelvin, level.pressureHpa);
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
  const places = placesOf(latitudes, longitudes);
  const rowsAtOnce = Math.ceil(valuesAtOnce / longitudes.length);
  for (let first = 0; first < places.length; first += rowsAtOnce)
    yield* await inSlices(fillRows(places.slice(first, first + rowsAtOnce), choice, snapshot));
}

function* fillRows(places: Place[], choice: FieldChoice, snapshot: Snapshot): LongWork<Float32Array[]> {
  const [level = groundLevel] = levelsOf(choice);
  const rows: Float32Array[] = [];
  for (const place of places) {
    const exact = new Float64Array(place.meridians.longitudes.length);
    fillGridRow(place, choice, snapshot, level, exact);
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
