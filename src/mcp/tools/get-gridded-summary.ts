import { z } from 'zod';
import { finestResolutionDegrees } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import {
  findGridHours,
  type GridValues,
  gridTimes,
  gridVariableDescription,
  linkGridForms,
  readGrid,
  requireGridVariable,
  roundTo,
} from '../toolkit/grid.ts';
import { integer, series, seriesValues, time, utc } from '../toolkit/parameters.ts';
import { latitude, longitude, region } from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint } from '../toolkit/wind.ts';

/** The globe once, or a continent many times. */
const maxPoints = 1_100_000;
const maxTimes = 24;
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
    const hours = await findGridHours(weather, given, { nowMs: now(), stepHours, maxTimes });
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
    const grids = [];
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
    if (!summary)
      throw badRequest(
        `No grid point is in this region, because there is one every ${finestResolutionDegrees} degrees: make it larger, or use get_point_forecast.`,
      );
    const [first, last] = [grids[0]!, grids.at(-1)!];
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
      const latitude = latitudes[row++]!;
      // Rows near the poles have a smaller area. A row at a pole is one point.
      const weight = Math.max(Math.cos(latitude * (Math.PI / 180)), 1e-9);
      const toExtreme = (column: number): Extreme => ({
        value: values[column]!,
        ...(directionAt && { direction: directionAt(column) }),
        latitude,
        longitude: longitudes[column]! > 180 ? longitudes[column]! - 360 : longitudes[column]!,
        time,
      });
      for (const [column, value] of values.entries()) {
        // The forecast has no value at this point.
        if (Number.isNaN(value)) continue;
        this.#points++;
        this.#weights += weight;
        this.#sum += weight * value;
        this.#squares += weight * value * value;
        if (value < this.#minimum.value) this.#minimum = toExtreme(column);
        if (value > this.#maximum.value) this.#maximum = toExtreme(column);
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
