import { z } from 'zod';
import { finestResolutionDegrees } from '../../api/parameters.ts';
import { notFound } from '../../platform/errors.ts';
import {
  countGridCost,
  findArea,
  findRuns,
  formatArea,
  type GridTime,
  gridInput,
  gridPath,
  gridPoint,
  linkGridForms,
  planGrids,
  readGrid,
  requireSmallRegion,
} from '../toolkit/grid.ts';
import { addGrid, type Extreme, GridStatistics } from '../toolkit/grid-statistics.ts';
import { gridVariableDescription, gridVariables } from '../toolkit/grid-variables.ts';
import { integer, series, seriesValues, time, utc } from '../toolkit/parameters.ts';
import { latitude, longitude } from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint, windDirection } from '../toolkit/wind.ts';

const inUnit = z.number().describe('In the unit of the variable');
const direction = z.number().optional().describe(windDirection);
const extreme = z.object({ value: inUnit, direction, latitude, longitude, time: utc });

const summary = z.object({
  points: z.int(),
  mean: inUnit,
  direction,
  standard_deviation: inUnit,
  minimum: extreme,
  maximum: extreme,
});
type Summary = z.infer<typeof summary>;

const input = z.strictObject({
  variable: gridVariables.describe(gridVariableDescription),
  ...gridInput,
  initialization_time: time('Instead of time: the run to use, together with forecast_hour.'),
  forecast_hour: integer(0, 360).optional().describe('0 to 120, or a multiple of 6 up to 360.'),
  ...series,
});

export const getGriddedSummary = defineTool({
  name: 'get_gridded_summary',
  title: 'Gridded forecast',
  path: gridPath,
  cost: (given, nowMs) => countGridCost(input, given, { nowMs, isServedHere: true, isEnsemble: false }),
  input,
  output: z.object({
    nearest_point: gridPoint,
    step_hours: z.int().optional(),
    initialization_time: z.string().describe('The run of the first time, UTC'),
    end_initialization_time: z.string().optional().describe('The run of the last time if different, UTC'),
    forecast_hour: z.int().describe('Of the first time'),
    variables: z
      .array(summary.extend({ variable: z.string(), meaning: z.string(), unit: z.string() }))
      .describe('Over all times, weighted by area'),
    times: z
      .array(
        z.object({
          time: utc,
          local_time: z.string().optional(),
          values: z.record(z.string(), summary.partial()),
        }),
      )
      .describe('Each time, by variable'),
  }),
  async answer(given, { weather, now, ...context }) {
    const isServedHere = context.isServedHere(gridPath);
    const plan = planGrids(given, { nowMs: now(), isServedHere, isEnsemble: false });
    const { variables, clock, stepHours } = plan;
    const area = findArea(given);
    const hours = await findRuns(weather, plan.hours);
    const overall = variables.map(() => new GridStatistics());
    const times: (GridTime & { values: Record<string, Summary> })[] = [];
    for (const hour of hours) {
      const values: Record<string, Summary> = {};
      let gridTime: GridTime | undefined;
      for (const [index, variable] of variables.entries()) {
        const grid = await readGrid(weather, hour, variable, area.region);
        requireSmallRegion(grid, hours.length * variables.length);
        const statistics = new GridStatistics();
        await addGrid(grid, [statistics, overall[index]!]);
        values[variable.name] = statistics.summarize(variable.decimals) ?? failWithoutPoint();
        gridTime = grid;
      }
      if (gridTime) {
        const { initialization_time, forecast_hour, time } = gridTime;
        times.push({ initialization_time, forecast_hour, time, values });
      }
    }
    const [first, last] = [times[0], times.at(-1)];
    if (!first || !last) failWithoutPoint();
    const summaries = variables.map(({ name, meaning, unit, decimals }, index) => ({
      variable: name,
      meaning,
      unit,
      ...(overall[index]!.summarize(decimals) ?? failWithoutPoint()),
    }));
    const run = first.initialization_time;
    const lastRun = last.initialization_time === run ? undefined : last.initialization_time;
    const data = {
      ...(area.point && { nearest_point: area.point }),
      ...(stepHours !== undefined && { step_hours: stepHours }),
      initialization_time: run,
      ...(lastRun !== undefined && { end_initialization_time: lastRun }),
      forecast_hour: first.forecast_hour,
      variables: summaries,
      times: times.map(({ time, values }) => ({
        time,
        ...(!clock.isUtc && { local_time: clock.write(Date.parse(time)) }),
        values,
      })),
    };
    const write = (time: string) => clock.write(Date.parse(time)).slice(0, 16);
    const formatExtreme = ({ value, direction, ...at }: Extreme, unit: string) => {
      const where = area.point ? '' : ` at ${at.latitude}, ${at.longitude}`;
      return `${formatValue(value, direction, unit)}${where}, ${write(at.time)}`;
    };
    const heads = summaries.map(({ variable, meaning, unit, ...each }) => {
      const spread = area.point
        ? ''
        : ` and standard deviation ${each.standard_deviation} ${unit}, both weighted by area, over ${each.points} points`;
      return `${meaning} (${variable}): mean ${each.mean} ${unit}${spread}. Minimum ${formatExtreme(each.minimum, unit)}. Maximum ${formatExtreme(each.maximum, unit)}.`;
    });
    const heading = ['time', ...summaries.map(({ variable, unit }) => `${variable} ${unit}`)].join(' | ');
    const lines = times.map(({ time, values }) =>
      [
        write(time),
        ...summaries.map(({ variable }) => formatCell(values[variable]!, area.point === undefined)),
      ].join(' | '),
    );
    const text = [
      `Forecast ${formatArea(area)}, ${formatTimes(times.length, stepHours)}, hour ${first.forecast_hour} of the run ${run}${lastRun ? ` to the run ${lastRun}` : ''}. Times are ${clock.isUtc ? 'UTC' : `in ${clock.zone}`}, positions degrees north and east.`,
      ...(area.point && times.length === 1 ? [] : heads),
      ...(times.length > 1 || area.point
        ? [area.point ? heading : `${heading} (mean; minimum to maximum)`, ...lines]
        : []),
    ];
    const [variable, head] = [variables[0]!, summaries[0]!];
    const checkedHour = times.find(({ time }) => time === head.maximum.time) ?? first;
    const check = linkGridForms(context, variable, checkedHour, seriesValues(given));
    return { text: text.join('\n'), data, check };
  },
});

/** "5.7 m/s, 142° SE"; calm air has no direction. */
function formatValue(value: number, from: number | undefined, unit: string): string {
  const text = unit ? `${value} ${unit}` : String(value);
  return from === undefined || value === 0 ? text : `${text}, ${from}° ${compassPoint(from)}`;
}

function formatCell({ mean, direction, minimum, maximum }: Summary, isRegion: boolean): string {
  const value = formatValue(mean, direction, '');
  return isRegion ? `${value}; ${minimum.value} to ${maximum.value}` : value;
}

const formatTimes = (count: number, stepHours: number | undefined) =>
  stepHours === undefined
    ? 'one time'
    : `${count} times, one every ${stepHours === 1 ? 'hour' : `${stepHours} hours`}`;

function failWithoutPoint(): never {
  throw notFound(
    `No grid point with a value is in this region, because there is one every ${finestResolutionDegrees} degrees: make it larger, or use get_point_forecast.`,
  );
}
