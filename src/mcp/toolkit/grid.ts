import type { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import { fileParameters, finestResolutionDegrees } from '../../api/parameters.ts';
import {
  pressureLevelsHpa,
  surfaceVariables,
  upperVariables,
  variableMetadata,
} from '../../api/variables.ts';
import { badRequest } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { inOneOf, readForecastHour, readSeries } from '../../weather/forecast-parameters.ts';
import type { FieldChoice, Region, RequestedHour, WeatherSource } from '../../weather/source.ts';
import { integer, readTimeMs, time } from './parameters.ts';
import { distanceKm } from './positions.ts';
import { type ToolContext, toQuery } from './tool.ts';
import { toWind } from './wind.ts';

export interface GridVariable {
  name: string;
  meaning: string;
  unit: string;
  /** For the wind, this is its eastward part. */
  field: FieldChoice;
  /** The northward part, for the wind only. */
  northward?: FieldChoice;
  decimals: number;
}

export const gridVariableDescription = `At the surface: ${surfaceVariables.join(', ')}, and wind_10m or wind_100m for speed and direction. On a pressure level, as level/variable such as 500/temperature or 250/wind: wind, ${upperVariables.join(', ')}. Levels in hPa: ${pressureLevelsHpa.join(', ')}.`;

export function requireGridVariable(text: string): GridVariable {
  const name = normalizeName(text);
  const surface = surfaceVariables.find((each) => each === name);
  if (surface) return createVariable(name, { kind: 'surface', name: surface });
  const height = (['10m', '100m'] as const).find((each) => name === `wind_${each}`);
  if (height)
    return {
      ...createVariable(name, { kind: 'surface', name: `wind_u_${height}` }),
      northward: { kind: 'surface', name: `wind_v_${height}` },
      meaning: `Wind at ${height.replace('m', ' m')}`,
    };
  const [first, second] = name.split('/', 2);
  const level = pressureLevelsHpa.find((each) => String(each) === first);
  const upper = upperVariables.find((each) => each === second);
  if (level && upper) return createVariable(name, { kind: 'upper', name: upper, levelsHpa: [level] });
  if (level && second === 'wind')
    return {
      ...createVariable(name, { kind: 'upper', name: 'wind_u', levelsHpa: [level] }),
      northward: { kind: 'upper', name: 'wind_v', levelsHpa: [level] },
      meaning: `Wind at ${level} hPa`,
    };
  throw badRequest(
    `variable must be ${surfaceVariables.join(', ')}, wind_10m, wind_100m, or level/variable such as 500/temperature with a level of ${pressureLevelsHpa.join(', ')} hPa and a variable of wind, ${upperVariables.join(', ')}.`,
  );
}

/** Accepts synonyms, and `wind/250`, `250 hPa/wind` and `250/wind_speed` for 250/wind. */
function normalizeName(text: string): string {
  const name = text.toLowerCase().replaceAll(/\s/g, '').replace('hpa', '').replace('wind_speed', 'wind');
  const [first = '', second] = name.split('/', 2);
  if (second !== undefined) return /^\d+$/.test(second) ? `${second}/${first}` : name;
  return synonyms[name] ?? name;
}

const synonyms: Record<string, string> = {
  temperature: 'temperature_2m',
  dewpoint: 'dewpoint_2m',
  dew_point: 'dewpoint_2m',
  wind: 'wind_10m',
  pressure: 'pressure_msl',
  rain: 'precipitation',
};

function createVariable(name: string, field: FieldChoice): GridVariable {
  const { long_name: meaning, units } = variableMetadata[field.name];
  const [unit, decimals] = unitFormats[units] ?? [units, 2];
  return { name, meaning, unit, field, decimals };
}

/** How people write the units, and how many decimals they need. */
const unitFormats: Record<string, [unit: string, decimals: number]> = {
  degC: ['°C', 2],
  'm s-1': ['m/s', 2],
  'm2 s-2': ['m²/s²', 0],
  'kg kg-1': ['kg/kg', 6],
  mm: ['mm', 3],
};

export const roundTo = (value: number, decimals: number) => Number(value.toFixed(decimals));

export const gridTimes = {
  time: time('The forecast time, within an hour. Defaults to now.'),
  end_time: time('For a range: its last time, with one time every step_hours.'),
  step_hours: integer(1, 24).optional().describe('Hours between the times of a range, 1 to 24.'),
};

type TimesInput = z.infer<z.ZodObject<typeof gridTimes>> & Record<string, unknown>;

interface TimeLimits {
  nowMs: number;
  stepHours: number;
  maxTimes: number;
}

/**
 * The requested hours, each in a complete run. By time alone the API answers from the newest run that has the hour,
 * even if it is still being computed. Then the hours of a range or the members of an ensemble could come from another
 * run than the one that the answer names.
 */
export async function findGridHours(
  weather: WeatherSource,
  input: TimesInput,
  limits: TimeLimits,
): Promise<RequestedHour[]> {
  const hours = readHours(input, limits);
  const byTime = hours.find((hour) => 'timeMs' in hour);
  if (!byTime) return hours;
  const runs = (await weather.listRuns(byTime.series))
    .map((run) => Date.parse(run))
    .sort((one, other) => other - one);
  return hours.map((hour) => inOneOf(runs, hour));
}

function readHours(input: TimesInput, { nowMs, stepHours, maxTimes }: TimeLimits): RequestedHour[] {
  const { end_time, step_hours = stepHours, ...rest } = input;
  const hasRun = input.initialization_time !== undefined || input.forecast_hour !== undefined;
  const now = new Date(nowMs).toISOString().slice(0, 19);
  const first = readForecastHour(
    toQuery(hasRun ? rest : { ...rest, time: input.time ?? now }, fileParameters),
  );
  if (end_time === undefined) return [first];
  if (!('timeMs' in first))
    throw badRequest('end_time goes with time: omit initialization_time and forecast_hour.');
  const endMs = readTimeMs('end_time', end_time);
  if (endMs < first.timeMs) throw badRequest('end_time must not be earlier than time.');
  const count = Math.floor((endMs - first.timeMs) / (step_hours * hourMs)) + 1;
  if (count > maxTimes) throw badRequest(`One call can read at most ${maxTimes} times: increase step_hours.`);
  const series = readSeries(toQuery(rest, fileParameters));
  return Array.from({ length: count }, (_, step) => ({
    series,
    timeMs: first.timeMs + step * step_hours * hourMs,
  }));
}

/** A variable over a region at one time. The values of the wind are its speed. */
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
  /** The wind direction at a column, in degrees clockwise from north. */
  directionAt?: ((column: number) => number) | undefined;
}

export async function readGrid(
  weather: WeatherSource,
  hour: RequestedHour,
  { field: choice, northward }: GridVariable,
  region: Region,
): Promise<GridValues> {
  const field = await weather.readField(hour, choice, region);
  if (!northward) return { ...field, rows: plainRows(field.rows) };
  const runMs = Date.parse(field.initialization_time);
  const sameHour: RequestedHour = { series: hour.series, runMs, hour: field.forecast_hour };
  const north = await weather.readField(sameHour, northward, region);
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
    const v: Float32Array = (await other.next()).value;
    yield {
      values: u.map((east, column) => Math.hypot(east, v[column] ?? Number.NaN)),
      directionAt: (column) => toWind(u[column] ?? Number.NaN, v[column] ?? Number.NaN).direction,
    };
  }
}

/** The grid point nearest to a position, as a region of one point. */
export function findGridPoint(position: Coordinates) {
  const latitude = roundToGrid(position.latitude);
  const longitude = ((roundToGrid(position.longitude) + 540) % 360) - 180;
  const region: Region = {
    minLatitude: latitude,
    maxLatitude: latitude,
    minLongitude: longitude,
    maxLongitude: longitude,
  };
  return { point: { latitude, longitude, distance: distanceKm(position, { latitude, longitude }) }, region };
}

const roundToGrid = (degrees: number) =>
  Math.round(degrees / finestResolutionDegrees) * finestResolutionDegrees;

/** Links to the forms that draw a variable at one hour. The wind has two. */
export function linkGridForms(
  { checks, isServedHere }: Pick<ToolContext, 'checks' | 'isServedHere'>,
  { field: first, northward }: GridVariable,
  { initialization_time: run, time }: Pick<GridValues, 'initialization_time' | 'time'>,
  series: Record<'ens_member' | 'intracycle', string | number | boolean | undefined>,
): string[] {
  const values = {
    initialization_time: run.slice(0, 19),
    forecast_hour: (Date.parse(time) - Date.parse(run)) / hourMs,
    ...series,
    // A visitor without a key may request 1 degree here. A provider's own API has one resolution.
    resolution: isServedHere(`${api}/gridded/variable`) ? 1 : undefined,
  };
  return [first, ...(northward ? [northward] : [])].flatMap((field) =>
    field.kind === 'upper'
      ? checks.form('/gridded/{level}/{variable}', {
          level: field.levelsHpa[0],
          variable: field.name,
          ...values,
        })
      : checks.form('/gridded/{variable}', { variable: field.name, ...values }),
  );
}
