import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import { fileParameters, finestResolutionDegrees } from '../../api/parameters.ts';
import { wrapLongitude } from '../../pictures/sounding/math.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { isoSeconds, isoWithoutZone } from '../../weather/api-time.ts';
import { hourlyUntil, lateStepHours, maxForecastHour } from '../../weather/forecast-hours.ts';
import { hourInRuns, readForecastHour, readSeries } from '../../weather/forecast-parameters.ts';
import type { Region, RequestedHour, WeatherSource } from '../../weather/source.ts';
import { countFields, type GridVariable, gridVariables, requireGridVariables } from './grid-variables.ts';
import { integer, time } from './parameters.ts';
import { distanceKm, findPosition, latitude, longitude, positionParameters, region } from './positions.ts';
import { type Clock, createClock, endOfDay, readLocalTimeMs, timezone } from './time-zones.ts';
import { type ToolContext, toQuery } from './tool.ts';

export const gridPath = `${api}/gridded/variable`;

export const gridInput = {
  ...positionParameters('One place as latitude,longitude, such as 53.55,9.99. Or pass a region.'),
  ...region,
  time: time('The time, within an hour, or the first of a range. Defaults to now.'),
  end_time: time('The last time of a range.'),
  step_hours: integer(1, 24)
    .optional()
    .describe('Hours between the times of a range. Defaults to 3, or the fewest that one call can read.'),
  timezone,
};

const gridInputSchema = z.object({ variable: gridVariables, ...gridInput });
type GridInput = z.infer<typeof gridInputSchema> & Record<string, unknown>;

/** The sandbox computes a grid; a provider's is a file of several megabytes. A wind is two grids. */
const maxGrids = { here: 24, provider: 8 };
/** The members of an ensemble are counted as one grid, but are files of their own in front of a provider. */
const maxEnsembleGrids = { here: 24, provider: 2 };

interface GridPlan {
  variables: GridVariable[];
  clock: Clock;
  hours: RequestedHour[];
  /** Undefined for one time. */
  stepHours: number | undefined;
  grids: number;
}

interface PlanOptions {
  nowMs: number;
  isServedHere: boolean;
  isEnsemble: boolean;
}

const defaultSteps = [3, 6, 12, 24];
/** The newest complete run is at most about this old. */
const runAgeHours = 12;

/** The grids that a call reads. Nothing is read yet. */
export function planGrids(given: GridInput, { nowMs, isServedHere, isEnsemble }: PlanOptions): GridPlan {
  const variables = requireGridVariables(given.variable);
  const clock = createClock(given.timezone);
  const max = (isEnsemble ? maxEnsembleGrids : maxGrids)[isServedHere ? 'here' : 'provider'];
  const fields = countFields(variables);
  const { initialization_time, forecast_hour, end_time } = given;
  const hasRun = initialization_time !== undefined || forecast_hour !== undefined;
  const firstMs = given.time === undefined ? nowMs : readLocalTimeMs('time', given.time, clock);
  const first = readForecastHour(
    toQuery(hasRun ? given : { ...given, time: isoWithoutZone(firstMs) }, fileParameters),
  );
  const requireFew = (times: number, advice: string) => {
    if (fields * times > max)
      throw badRequest(
        `This would read ${fields * times} grids, and one call reads at most ${max}; a wind is two. ${advice}`,
      );
  };
  if (end_time === undefined) {
    requireFew(1, 'Pass fewer variables per call.');
    return { variables, clock, hours: [first], stepHours: undefined, grids: fields };
  }
  if (!('timeMs' in first))
    throw badRequest('end_time goes with time: omit initialization_time and forecast_hour.');
  const endMs = readLocalTimeMs('end_time', endOfDay(end_time), clock);
  if (endMs < firstMs) throw badRequest('end_time must not be earlier than time.');
  // Rain fell in the hour before its time, so a total begins after the first time.
  const isTotal = isEnsemble && variables.some(({ name }) => name === 'precipitation');
  const isLate = endMs - nowMs > (hourlyUntil - runAgeHours) * hourMs;
  const listTimes = (stepHours: number) => {
    const stepMs = stepHours * hourMs;
    // Late hours of a run are several hours apart.
    const alignMs = isLate && stepHours % lateStepHours === 0 ? lateStepHours * hourMs : 1;
    const fromMs = Math.ceil(firstMs / alignMs) * alignMs + (isTotal ? stepMs : 0);
    return Array.from(
      { length: Math.max(0, Math.floor((endMs - fromMs) / stepMs) + 1) },
      (_, step) => fromMs + step * stepMs,
    );
  };
  const shortSteps = isTotal ? [1, ...defaultSteps] : defaultSteps;
  const steps = given.step_hours ? [given.step_hours] : isLate ? defaultSteps.slice(1) : shortSteps;
  const stepHours = steps.find((hours) => listTimes(hours).length * fields <= max) ?? steps.at(-1)!;
  const times = listTimes(stepHours);
  if (times.length === 0) throw badRequest('No time of the forecast is in this range: use a later end_time.');
  const timesPerCall = Math.floor(max / fields);
  const splitMs = times[timesPerCall - 1];
  requireFew(
    times.length,
    splitMs === undefined
      ? 'Pass fewer variables per call.'
      : `Increase step_hours, or split the time: the first call until ${isoSeconds(splitMs)}.`,
  );
  const series = readSeries(toQuery(given, fileParameters));
  const hours = times.map((timeMs): RequestedHour => ({ series, timeMs }));
  return { variables, clock, hours, stepHours, grids: fields * times.length };
}

/** What a call takes from the hourly limit: one for each grid, or one if it is refused. */
export function countGridCost(
  input: z.ZodObject,
  given: Record<string, unknown>,
  options: PlanOptions,
): number {
  const parsed = input.safeParse(given);
  if (!parsed.success) return 1;
  try {
    return planGrids(parsed.data as GridInput, options).grids;
  } catch {
    return 1;
  }
}

/**
 * Each hour in a complete run. By time alone the API answers from the newest run that has the hour, even if it is still
 * being computed. Then the hours of a range or the members of an ensemble could come from another run than the one that
 * the answer names.
 */
export async function findRuns(weather: WeatherSource, hours: RequestedHour[]): Promise<RequestedHour[]> {
  const byTime = hours.find((hour) => 'timeMs' in hour);
  if (!byTime) return hours;
  const runs = (await weather.listRuns(byTime.series))
    .map((run) => Date.parse(run))
    .sort((one, other) => other - one);
  const newestMs = runs[0] ?? Number.POSITIVE_INFINITY;
  return hours.map((hour) => {
    const found = hourInRuns(runs, hour);
    if ('timeMs' in found && found.timeMs > newestMs + hourlyUntil * hourMs) throw outsideRun(newestMs);
    return found;
  });
}

const outsideRun = (runMs: number) => {
  const [hourlyEnd, end] = [hourlyUntil, maxForecastHour].map((hour) => isoSeconds(runMs + hour * hourMs));
  return notFound(
    `The forecast has every hour until ${hourlyEnd}, then 00, 06, 12 and 18 UTC until ${end}: pass one of these times, or step_hours 6.`,
  );
};

export const gridPoint = z
  .object({ latitude, longitude, distance: z.number().describe('km from the place') })
  .optional()
  .describe('The grid point of a place');

interface Area {
  region: Region;
  /** The grid point nearest to a place; undefined for a region. */
  point: (Coordinates & { distance: number }) | undefined;
}

export function findArea(given: GridInput): Area {
  const position = findPosition(given);
  const { min_latitude, max_latitude, min_longitude, max_longitude } = given;
  const box = {
    minLatitude: min_latitude,
    maxLatitude: max_latitude,
    minLongitude: min_longitude,
    maxLongitude: max_longitude,
  };
  if (position && Object.values(box).some((bound) => bound !== undefined))
    throw badRequest('Pass either a place or a region, not both.');
  if (min_latitude !== undefined && max_latitude !== undefined && min_latitude > max_latitude)
    throw badRequest('min_latitude must not be greater than max_latitude.');
  return position ? findGridPoint(position) : { region: box, point: undefined };
}

export function formatArea({ point }: Area): string {
  return point
    ? `at grid point ${point.latitude}, ${point.longitude}, ${point.distance} km from the place`
    : 'over the region';
}

/** The grid point nearest to a position, as a region of one point. */
function findGridPoint(position: Coordinates): Area {
  const latitude = roundToGrid(position.latitude);
  const longitude = wrapLongitude(roundToGrid(position.longitude));
  return {
    point: { latitude, longitude, distance: distanceKm(position, { latitude, longitude }) },
    region: {
      minLatitude: latitude,
      maxLatitude: latitude,
      minLongitude: longitude,
      maxLongitude: longitude,
    },
  };
}

const roundToGrid = (degrees: number) =>
  Math.round(degrees / finestResolutionDegrees) * finestResolutionDegrees;

export interface GridTime {
  initialization_time: string;
  forecast_hour: number;
  time: string;
}

/** A variable over a region at one time. The values of the wind are its speed. */
export interface GridValues extends GridTime {
  latitudes: Float32Array;
  longitudes: Float32Array;
  rows: AsyncIterable<GridRow>;
}

export interface GridRow {
  values: Float32Array;
  /** Eastward and northward, for the wind only. */
  wind?: { u: Float32Array; v: Float32Array };
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
    yield { values: u.map((east, column) => Math.hypot(east, v[column] ?? Number.NaN)), wind: { u, v } };
  }
}

/** The globe once, or a continent many times. */
const maxPoints = 1_100_000;

/** `readings` is how often one call reads the region. */
export function requireSmallRegion({ latitudes, longitudes }: GridValues, readings: number): void {
  if (latitudes.length * longitudes.length * readings > maxPoints)
    throw badRequest(
      'One call cannot read that much: make the region smaller, increase step_hours, or omit end_time.',
    );
}

/** Links to the forms that draw a variable at one hour. The wind has two. */
export function linkGridForms(
  { checks, isServedHere }: Pick<ToolContext, 'checks' | 'isServedHere'>,
  { field: first, northward }: GridVariable,
  { initialization_time: run, time }: Pick<GridTime, 'initialization_time' | 'time'>,
  series: Record<'ens_member' | 'intracycle', string | number | boolean | undefined>,
): string[] {
  const values = {
    initialization_time: run.slice(0, 19),
    forecast_hour: (Date.parse(time) - Date.parse(run)) / hourMs,
    ...series,
    // A visitor without a key may request 1 degree here. A provider's own API has one resolution.
    resolution: isServedHere(gridPath) ? 1 : undefined,
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
