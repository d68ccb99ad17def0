import type { Coordinates } from '../../weather/sandbox/forecasts/points.ts';
import type { RequestedHour } from '../../weather/sandbox/forecasts/requested-runs.ts';
import { fieldResolutionDegrees, type Region } from '../../weather/sandbox/grids/field.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { kilometresBetween } from '../toolkit/distance.ts';
import { windOf } from '../toolkit/wind.ts';
import type { GridVariable } from './grid-variable.ts';

/** A variable over a region at one time; of the wind its speed, and beside it where it blows from. */
export interface GridValues {
  initialization_time: string;
  forecast_hour: number;
  time: string;
  latitudes: Float32Array;
  longitudes: Float32Array;
  rows: AsyncIterable<GridRow>;
}

interface GridRow {
  values: Float32Array;
  /** Degrees clockwise from north, of a column; only of the wind. */
  directionAt?: ((column: number) => number) | undefined;
}

export async function readGrid(
  weather: WeatherSource,
  hour: RequestedHour,
  { fields: [first, second] }: GridVariable,
  region: Region,
): Promise<GridValues> {
  const field = await weather.readField(hour, first, region);
  if (!second) return { ...field, rows: plainRows(field.rows) };
  const runMs = Date.parse(field.initialization_time);
  const same: RequestedHour = { series: hour.series, runMs, hour: field.forecast_hour };
  const north = await weather.readField(same, second, region);
  return { ...field, rows: windRows(field.rows, north.rows) };
}

async function* plainRows(rows: AsyncIterable<Float32Array>): AsyncGenerator<GridRow> {
  for await (const values of rows) yield { values };
}

async function* windRows(
  eastward: AsyncIterable<Float32Array>,
  northward: AsyncIterable<Float32Array>,
): AsyncGenerator<GridRow> {
  const other = northward[Symbol.asyncIterator]();
  for await (const u of eastward) {
    const v = (await other.next()).value as Float32Array;
    yield {
      values: u.map((east, column) => Math.hypot(east, v[column]!)),
      directionAt: (column) => windOf(u[column]!, v[column]!).direction,
    };
  }
}

/** The point of the grid that lies nearest to a place, as a region of one point. */
export function nearestPoint({ latitude, longitude }: Coordinates) {
  const nearest = {
    latitude: onGrid(latitude),
    longitude: ((onGrid(longitude) + 540) % 360) - 180,
  };
  const region: Region = {
    minLatitude: nearest.latitude,
    maxLatitude: nearest.latitude,
    minLongitude: nearest.longitude,
    maxLongitude: nearest.longitude,
  };
  return { nearest, region, distanceKm: kilometresBetween({ latitude, longitude }, nearest) };
}

const onGrid = (degrees: number) => Math.round(degrees / fieldResolutionDegrees) * fieldResolutionDegrees;
