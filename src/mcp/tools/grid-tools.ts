import { z } from 'zod';
import { finestResolutionDegrees, memberCount } from '../../api/parameters.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import type { Region, RequestedHour, WeatherSource } from '../../weather/source.ts';
import {
  findGridHours,
  findGridPoint,
  type GridValues,
  type GridVariable,
  gridTimes,
  gridVariableDescription,
  linkGridForms,
  readGrid,
  requireGridVariable,
  roundTo,
} from '../toolkit/grid.ts';
import { integer, series, seriesValues, time, utc } from '../toolkit/parameters.ts';
import { latitude, longitude, positionParameters, region, requirePosition } from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint } from '../toolkit/wind.ts';

const maxEnsembleTimes = 12;
const members = Array.from({ length: memberCount }, (_, index) => index + 1);
const inUnit = z.number().describe('In the unit above');

const spread = z.object({
  time: utc,
  initialization_time: z.string().describe('The run, UTC'),
  p10: z.number().describe('In the unit above: 10% of the members are below'),
  p50: z.number().describe('In the unit above: the median'),
  p90: z.number().describe('In the unit above: 90% of the members are below'),
  mean: inUnit,
  minimum: inUnit,
  maximum: inUnit,
});

export const getEnsembleForecast = defineTool({
  name: 'get_ensemble_forecast',
  title: 'Ensemble forecast',
  path: `${api}/gridded/variable`,
  input: z.strictObject({
    ...positionParameters('One place as latitude,longitude in degrees, such as 39.74,-104.99 for Denver.'),
    variable: z.string().max(40).describe(gridVariableDescription),
    ...gridTimes,
  }),
  output: z.object({
    variable: z.string(),
    meaning: z.string(),
    unit: z.string(),
    members: z.int(),
    nearest_point: z
      .object({ latitude, longitude, distance: z.number().describe('km from the place') })
      .describe('The grid point of these values'),
    spreads: z.array(spread),
  }),
  async answer(given, { weather, now, ...context }) {
    const position = requirePosition(given);
    const variable = requireGridVariable(given.variable);
    const { point, region } = findGridPoint(position);
    const { time, end_time, step_hours } = given;
    const hours = await findGridHours(
      weather,
      { time, end_time, step_hours, ens_member: members[0] },
      { nowMs: now(), stepHours: 6, maxTimes: maxEnsembleTimes },
    );
    const spreads = [];
    for (const hour of hours) spreads.push(await readSpread(weather, hour, variable, region));
    const { name, meaning, unit } = variable;
    const data = { variable: name, meaning, unit, members: members.length, nearest_point: point, spreads };
    const text = [
      `${meaning} (${name}) of ${members.length} members in ${unit}, at grid point ${point.latitude}, ${point.longitude}, ${point.distance} km from the place. Times are UTC. 80% of the members are between p10 and p90.`,
      'time | p10 | p50 | p90 | mean | minimum | maximum | run',
      ...spreads.map(({ time, p10, p50, p90, mean, minimum, maximum, initialization_time: run }) =>
        [time.slice(0, 16), p10, p50, p90, mean, minimum, maximum, run.slice(0, 13)].join(' | '),
      ),
    ];
    const series = { ens_member: 'mean', intracycle: undefined };
    const [first] = spreads;
    const check = first ? linkGridForms(context, variable, first, series) : [];
    return { text: text.join('\n'), data, check };
  },
});

/** All members are read from the run of the first one. */
async function readSpread(
  weather: WeatherSource,
  hour: RequestedHour,
  variable: GridVariable,
  region: Region,
): Promise<z.infer<typeof spread>> {
  const first = await readGrid(weather, hour, variable, region);
  const runMs = Date.parse(first.initialization_time);
  const values = [await readOnlyValue(first)];
  for (const member of members.slice(1)) {
    const series = { model: 'main' as const, member };
    const sameHour = { series, runMs, hour: first.forecast_hour };
    values.push(await readOnlyValue(await readGrid(weather, sameHour, variable, region)));
  }
  values.sort((one, other) => one - other);
  const round = (value: number) => roundTo(value, variable.decimals);
  return {
    time: first.time,
    initialization_time: first.initialization_time,
    p10: round(percentile(values, 10)),
    p50: round(percentile(values, 50)),
    p90: round(percentile(values, 90)),
    mean: round(values.reduce((sum, value) => sum + value, 0) / values.length),
    minimum: round(Math.min(...values)),
    maximum: round(Math.max(...values)),
  };
}

async function readOnlyValue({ rows }: GridValues): Promise<number> {
  for await (const {
    values: [value],
  } of rows)
    if (value !== undefined && Number.isFinite(value)) return value;
  throw notFound('The grid has no value at this point: try another place, or get_point_forecast.');
}

/** Interpolates between two of the sorted values. */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const index = Math.floor(place);
  const [below = Number.NaN, above = below] = sorted.slice(index);
  return below + (above - below) * (place - index);
}

/** The globe once, or a continent many times. */
const maxPoints = 1_100_000;
const maxSummaryTimes = 24;
const defaultStepHours = 3;

const extreme = z.object({
  value: z.number().describe('In the unit above'),
  direction: z.number().optional().describe('Of the wind: degrees clockwise from north, from which it blows'),
  latitude,
  longitude,
  time: utc,
});
type Extreme = z.infer<typeof extreme>;

export const getGriddedSummary = defineTool({
  name: 'get_gridded_summary',
  title: 'Gridded summary',
  path: `${api}/gridded/variable`,
  input: z.strictObject({
    variable: z.string().max(40).describe(gridVariableDescription),
    ...region,
    ...gridTimes,
    initialization_time: time('Instead of time: the run to use, together with forecast_hour.'),
    forecast_hour: integer(0, 360).optional().describe('0 to 120, or a multiple of 6 up to 360.'),
    ...series,
  }),
  output: z.object({
    variable: z.string(),
    meaning: z.string(),
    unit: z.string().describe('Of mean, standard_deviation, minimum and maximum'),
    time: utc,
    end_time: z.string().optional().describe('Of a range: its last time, UTC'),
    times: z.int().optional().describe('Of a range: how many times were read'),
    step_hours: z.int().optional().describe('Of a range: hours between these times'),
    initialization_time: z.string().describe('The run of the first time, UTC'),
    end_initialization_time: z.string().optional().describe('The run of the last time if different, UTC'),
    forecast_hour: z.int().describe('Of the first time'),
    points: z.int().describe(`Points of the ${finestResolutionDegrees} degree grid, over all times`),
    mean: z.number().describe('Weighted by area'),
    standard_deviation: z.number().describe('Weighted by area: how much it differs from place to place'),
    minimum: extreme,
    maximum: extreme,
  }),
  async answer(given, { weather, now, ...context }) {
    const variable = requireGridVariable(given.variable);
    const stepHours = given.step_hours ?? defaultStepHours;
    const hours = await findGridHours(weather, given, { nowMs: now(), stepHours, maxTimes: maxSummaryTimes });
    const { min_latitude: minLatitude, max_latitude: maxLatitude } = given;
    if (minLatitude !== undefined && maxLatitude !== undefined && minLatitude > maxLatitude)
      throw badRequest('min_latitude must not be greater than max_latitude.');
    const bounds = {
      minLatitude,
      maxLatitude,
      minLongitude: given.min_longitude,
      maxLongitude: given.max_longitude,
    };
    const statistics = new GridStatistics();
    const grids: GridValues[] = [];
    for (const hour of hours) {
      const grid = await readGrid(weather, hour, variable, bounds);
      if (grid.latitudes.length * grid.longitudes.length * hours.length > maxPoints)
        throw badRequest(
          'One call cannot read that much: make the region smaller, increase step_hours, or omit end_time.',
        );
      await statistics.add(grid);
      grids.push(grid);
    }
    const summary = statistics.summarize((value) => roundTo(value, variable.decimals));
    const [first, last] = [grids[0], grids.at(-1)];
    if (!summary || !first || !last)
      throw badRequest(
        `No grid point is in this region, because there is one every ${finestResolutionDegrees} degrees: make it larger, or use get_point_forecast.`,
      );
    const { name, meaning, unit } = variable;
    const { time, initialization_time: run, forecast_hour } = first;
    const lastRun = last.initialization_time === run ? undefined : last.initialization_time;
    const data = {
      variable: name,
      meaning,
      unit,
      time,
      ...(given.end_time !== undefined && {
        end_time: last.time,
        times: grids.length,
        step_hours: stepHours,
      }),
      initialization_time: run,
      ...(lastRun !== undefined && { end_initialization_time: lastRun }),
      forecast_hour,
      ...summary,
    };
    const { minimum, maximum } = data;
    const times = data.end_time
      ? `from ${time} to ${data.end_time}, ${formatTimes(grids.length, stepHours)}`
      : `at ${time}`;
    const text = [
      `${meaning} (${name}) ${times} (UTC), hour ${forecast_hour} of the run ${run}${lastRun ? ` to the run ${lastRun}` : ''}, over ${data.points} points.`,
      `Mean ${data.mean} ${unit}, standard deviation ${data.standard_deviation} ${unit}, both weighted by area.`,
      `Minimum ${formatExtreme(minimum, unit)}. Maximum ${formatExtreme(maximum, unit)}. Positions are degrees north and east.`,
    ];
    const checkedHour = grids.find((grid) => grid.time === maximum.time) ?? first;
    const check = linkGridForms(context, variable, checkedHour, seriesValues(given));
    return { text: text.join('\n'), data, check };
  },
});

const formatTimes = (count: number, stepHours: number) =>
  count === 1 ? 'one time' : `${count} times, one every ${stepHours === 1 ? 'hour' : `${stepHours} hours`}`;

function formatExtreme({ value, direction, latitude, longitude, time }: Extreme, unit: string) {
  // Calm air has no direction.
  const from = direction === undefined || value === 0 ? '' : ` from ${direction}° ${compassPoint(direction)}`;
  return `${value} ${unit}${from} at ${latitude}, ${longitude}, ${time.slice(0, 16)}`;
}

class GridStatistics {
  #points = 0;
  #weights = 0;
  #sum = 0;
  #squares = 0;
  #minimum: Extreme = { value: Number.POSITIVE_INFINITY, latitude: 0, longitude: 0, time: '' };
  #maximum: Extreme = { value: Number.NEGATIVE_INFINITY, latitude: 0, longitude: 0, time: '' };

  async add({ latitudes, longitudes, rows, time }: GridValues): Promise<void> {
    let row = 0;
    for await (const { values, directionAt } of rows) {
      const latitude = latitudes[row++] ?? Number.NaN;
      // Rows near the poles have a smaller area. A row at a pole is one point.
      const weight = Math.max(Math.cos(latitude * (Math.PI / 180)), 1e-9);
      const toExtreme = (column: number, value: number, longitude: number): Extreme => ({
        value,
        ...(directionAt && { direction: directionAt(column) }),
        latitude,
        longitude: longitude > 180 ? longitude - 360 : longitude,
        time,
      });
      for (const [column, longitude] of longitudes.entries()) {
        const value = values[column];
        // The forecast has no value at this point.
        if (value === undefined || Number.isNaN(value)) continue;
        this.#points++;
        this.#weights += weight;
        this.#sum += weight * value;
        this.#squares += weight * value * value;
        if (value < this.#minimum.value) this.#minimum = toExtreme(column, value, longitude);
        if (value > this.#maximum.value) this.#maximum = toExtreme(column, value, longitude);
      }
    }
  }

  /** Undefined if there was no point. */
  summarize(round: (value: number) => number) {
    if (this.#points === 0) return undefined;
    const mean = this.#sum / this.#weights;
    return {
      points: this.#points,
      mean: round(mean),
      standard_deviation: round(Math.sqrt(Math.max(0, this.#squares / this.#weights - mean * mean))),
      minimum: { ...this.#minimum, value: round(this.#minimum.value) },
      maximum: { ...this.#maximum, value: round(this.#maximum.value) },
    };
  }
}
