import type { Coordinates } from '../../api/data-api.ts';
import { fileParameters, finestResolutionDegrees } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { findTimeMs } from '../../weather/api-time.ts';
import { inOneOf, readForecastHour, readSeries } from '../../weather/forecast-parameters.ts';
import type { FieldChoice, Region, RequestedHour, WeatherSource } from '../../weather/source.ts';
import type { GridVariable } from './grid-variable.ts';
import { time, whole } from './parameters.ts';
import { kilometresBetween } from './positions.ts';
import { queryOf, type ToolContext } from './tool.ts';
import { windOf } from './wind.ts';

export const gridTimes = {
  time: time('The time that is forecast, within an hour. Leave it out for now.'),
  end_time: time('For a range: its last time. Between time and this every step_hours is looked at.'),
  step_hours: whole(1, 24).optional().describe('Hours between the times of a range, 1 to 24.'),
};

interface GivenTimes {
  time?: string | undefined;
  end_time?: string | undefined;
  step_hours?: number | undefined;
}

interface Limits {
  nowMs: number;
  stepHours: number;
  timesMax: number;
}

/**
 * By time alone the API answers from the newest run that has the hour, even if the run is still being computed. A tool
 * uses complete runs, so that the hours of a range and the members of an ensemble are of the run that it names.
 */
export async function inCompleteRuns(
  weather: WeatherSource,
  hours: readonly RequestedHour[],
): Promise<RequestedHour[]> {
  const series = hours[0]!.series;
  if (!hours.some((hour) => 'timeMs' in hour)) return [...hours];
  const runs = (await weather.listRuns(series))
    .map((run) => Date.parse(run))
    .sort((one, other) => other - one);
  return hours.map((hour) => inOneOf(runs, hour));
}

/** One moment, now unless told otherwise, or every step of a range. */
export function readTimes(
  given: GivenTimes & Record<string, unknown>,
  { nowMs, stepHours, timesMax }: Limits,
): RequestedHour[] {
  const { end_time, step_hours = stepHours, ...rest } = given;
  const isByRun = given.initialization_time !== undefined || given.forecast_hour !== undefined;
  const now = new Date(nowMs).toISOString().slice(0, 19);
  const first = readForecastHour(
    queryOf(isByRun ? rest : { ...rest, time: given.time ?? now }, fileParameters),
  );
  if (end_time === undefined) return [first];
  if (!('timeMs' in first))
    throw badRequest('end_time goes with time: leave initialization_time and forecast_hour out.');
  const endMs = findTimeMs(end_time.trim());
  if (endMs === undefined) throw badRequest('end_time must be a time in UTC such as 2026-11-15T18:00:00Z.');
  if (endMs < first.timeMs) throw badRequest('end_time must not be earlier than time.');
  const count = Math.floor((endMs - first.timeMs) / (step_hours * hourMs)) + 1;
  if (count > timesMax)
    throw badRequest(`At most ${timesMax} times can be looked at in one call: make step_hours greater.`);
  const series = readSeries(queryOf(rest, fileParameters));
  return Array.from({ length: count }, (_, step) => ({
    series,
    timeMs: first.timeMs + step * step_hours * hourMs,
  }));
}

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

const onGrid = (degrees: number) => Math.round(degrees / finestResolutionDegrees) * finestResolutionDegrees;

interface GridHour {
  initialization_time: string;
  time: string;
}

type Series = Record<'ens_member' | 'intracycle', string | number | boolean | undefined>;

/** The forms that draw the fields of a variable at one hour: two of the wind. */
export function gridForms(
  { checks, isServedHere }: Pick<ToolContext, 'checks' | 'isServedHere'>,
  { fields }: GridVariable,
  { initialization_time: run, time }: GridHour,
  series: Series,
): string[] {
  const hour = {
    initialization_time: run.slice(0, 19),
    forecast_hour: (Date.parse(time) - Date.parse(run)) / hourMs,
    ...series,
    // What a visitor without a key may have; the provider's own API has one resolution.
    resolution: isServedHere(`${api}/gridded/variable`) ? 1 : undefined,
  };
  return fields.flatMap((field) => checks.form(pathOf(field), { ...valuesOf(field), ...hour }));
}

const pathOf = ({ kind }: FieldChoice) =>
  kind === 'upper' ? '/gridded/{level}/{variable}' : '/gridded/{variable}';

const valuesOf = (field: FieldChoice) =>
  field.kind === 'upper' ? { level: field.levelsHpa[0], variable: field.name } : { variable: field.name };
