import { z } from 'zod';
import { finestResolutionDegrees } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import type { Region } from '../../weather/source.ts';
import {
  type GridValues,
  gridForms,
  gridTimes,
  inCompleteRuns,
  readGrid,
  readTimes,
} from '../toolkit/grid.ts';
import { type GridVariable, requireGridVariable, roundTo, variableWords } from '../toolkit/grid-variable.ts';
import {
  type GivenRegion,
  latitude,
  longitude,
  region,
  series,
  seriesValues,
  time,
  whole,
} from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint } from '../toolkit/wind.ts';

/** The globe once, or a continent many times. */
const pointsMax = 1_100_000;
const timesMax = 24;
/** Of a range, unless told otherwise. */
const stepHours = 3;

const extreme = z.object({
  value: z.number().describe('In the unit above'),
  direction: z.number().optional().describe('Of the wind: degrees clockwise from north, from which it blows'),
  latitude,
  longitude,
  time: z.string().describe('UTC'),
});

export const getGriddedSummary = defineTool({
  name: 'get_gridded_summary',
  title: 'Gridded summary',
  path: `${api}/gridded/variable`,
  input: z.strictObject({
    variable: z.string().max(40).describe(variableWords),
    ...region,
    ...gridTimes,
    initialization_time: time('Instead of time: the run to use, together with forecast_hour.'),
    forecast_hour: whole(0, 360).optional().describe('0 to 120, or a multiple of 6 up to 360.'),
    ...series,
  }),
  output: z.object({
    variable: z.string(),
    meaning: z.string(),
    unit: z.string().describe('Of mean, standard_deviation, minimum and maximum'),
    time: z.string().describe('UTC'),
    end_time: z.string().optional().describe('Of a range: its last time, UTC'),
    times: z.int().optional().describe('Of a range: how many times were read'),
    step_hours: z.int().optional().describe('Of a range: hours between these times'),
    initialization_time: z.string().describe('The run of the first time, UTC'),
    end_initialization_time: z.string().optional().describe('The run of the last time if it is another, UTC'),
    forecast_hour: z.int().describe('Of the first time'),
    points: z.int().describe(`Points of the ${finestResolutionDegrees} degree grid, over all times`),
    mean: z.number().describe('Weighted by area'),
    standard_deviation: z.number().describe('Weighted by area: how much it differs from place to place'),
    minimum: extreme,
    maximum: extreme,
  }),
  async answer(given, { weather, now, ...context }) {
    const variable = requireGridVariable(given.variable);
    const hours = await inCompleteRuns(weather, readTimes(given, { nowMs: now(), stepHours, timesMax }));
    const box = requireRegion(given);
    const sum = new GridSum();
    const grids = [];
    for (const hour of hours) {
      const grid = await readGrid(weather, hour, variable, box);
      if (grid.latitudes.length * grid.longitudes.length * hours.length > pointsMax)
        throw badRequest(
          'This is more than one call may read: make the region smaller, step_hours greater, or leave end_time out.',
        );
      await sum.add(grid);
      grids.push(grid);
    }
    const summary = sum.summary();
    if (!summary)
      throw badRequest(
        `No point of the grid lies in this region, there is one every ${finestResolutionDegrees} degrees: make it larger, or ask get_point_forecast.`,
      );
    const [first, last] = [grids[0]!, grids.at(-1)!];
    const data = {
      variable: variable.name,
      meaning: variable.meaning,
      unit: variable.unit,
      time: first.time,
      ...(given.end_time === undefined
        ? {}
        : { end_time: last.time, times: grids.length, step_hours: given.step_hours ?? stepHours }),
      initialization_time: first.initialization_time,
      ...(last.initialization_time === first.initialization_time
        ? {}
        : { end_initialization_time: last.initialization_time }),
      forecast_hour: first.forecast_hour,
      ...roundedSummary(summary, variable),
    };
    const { unit, minimum, maximum, end_initialization_time: lastRun } = data;
    const range = data.end_time && `from ${data.time} to ${data.end_time}, ${timesWords(data)}`;
    const text = [
      `${data.meaning} (${data.variable}) ${range ?? `at ${data.time}`} (UTC), hour ${data.forecast_hour} of the run ${data.initialization_time}${lastRun ? ` to the run ${lastRun}` : ''}, over ${data.points} points.`,
      `Mean ${data.mean} ${unit}, standard deviation ${data.standard_deviation} ${unit}, both weighted by area.`,
      `Minimum ${placeWords(minimum, unit)}. Maximum ${placeWords(maximum, unit)}. Positions are degrees north and east.`,
    ];
    const shown = grids.find((grid) => grid.time === maximum.time) ?? first;
    const check = gridForms(context, variable, shown, seriesValues(given));
    return { text: text.join('\n'), data, check };
  },
});

const timesWords = ({ times = 1, step_hours = 1 }: { times?: number; step_hours?: number }) =>
  times === 1 ? 'one time' : `${times} times, one every ${step_hours === 1 ? 'hour' : `${step_hours} hours`}`;

function roundedSummary(summary: GridSummary, { decimals }: GridVariable) {
  const round = (value: number) => roundTo(value, decimals);
  return {
    points: summary.points,
    mean: round(summary.mean),
    standard_deviation: round(summary.standardDeviation),
    minimum: { ...summary.minimum, value: round(summary.minimum.value) },
    maximum: { ...summary.maximum, value: round(summary.maximum.value) },
  };
}

function placeWords({ value, direction, latitude, longitude, time }: z.infer<typeof extreme>, unit: string) {
  // Calm air comes from nowhere.
  const from = direction === undefined || value === 0 ? '' : ` from ${direction}° ${compassPoint(direction)}`;
  return `${value} ${unit}${from} at ${latitude}, ${longitude}, ${time.slice(0, 16)}`;
}

function requireRegion(given: GivenRegion): Region {
  const { min_latitude: minLatitude, max_latitude: maxLatitude } = given;
  if (minLatitude !== undefined && maxLatitude !== undefined && minLatitude > maxLatitude)
    throw badRequest('min_latitude must not be greater than max_latitude.');
  return { minLatitude, maxLatitude, minLongitude: given.min_longitude, maxLongitude: given.max_longitude };
}

interface GridSummary {
  points: number;
  /** Weighted by area: rows near the poles count less. */
  mean: number;
  standardDeviation: number;
  minimum: Extreme;
  maximum: Extreme;
}

interface Extreme {
  value: number;
  /** Of the wind. */
  direction?: number | undefined;
  latitude: number;
  longitude: number;
  time: string;
}

/** Over all points of one time or of several. */
class GridSum {
  #points = 0;
  #weights = 0;
  #sum = 0;
  #squares = 0;
  #minimum: Extreme = { ...nowhere, value: Number.POSITIVE_INFINITY };
  #maximum: Extreme = { ...nowhere, value: Number.NEGATIVE_INFINITY };

  async add({ latitudes, longitudes, rows, time }: GridValues): Promise<void> {
    let row = 0;
    for await (const { values, directionAt } of rows) {
      const latitude = latitudes[row++]!;
      const weight = weightAt(latitude);
      const at = (column: number): Extreme => ({
        value: values[column]!,
        ...(directionAt ? { direction: directionAt(column) } : {}),
        latitude,
        longitude: signed(longitudes[column]!),
        time,
      });
      for (const [column, value] of values.entries()) {
        // Nothing was computed there.
        if (Number.isNaN(value)) continue;
        this.#points++;
        this.#weights += weight;
        this.#sum += weight * value;
        this.#squares += weight * value * value;
        if (value < this.#minimum.value) this.#minimum = at(column);
        if (value > this.#maximum.value) this.#maximum = at(column);
      }
    }
  }

  /** Undefined when there was no point. */
  summary(): GridSummary | undefined {
    if (this.#points === 0) return undefined;
    const mean = this.#sum / this.#weights;
    return {
      points: this.#points,
      mean,
      standardDeviation: Math.sqrt(Math.max(0, this.#squares / this.#weights - mean * mean)),
      minimum: this.#minimum,
      maximum: this.#maximum,
    };
  }
}

const nowhere = { latitude: 0, longitude: 0, time: '' };

/** A row at a pole is one point. */
const weightAt = (latitude: number) => Math.max(Math.cos(latitude * (Math.PI / 180)), 1e-9);

const signed = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude);
