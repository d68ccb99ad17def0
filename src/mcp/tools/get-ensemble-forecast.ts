import { z } from 'zod';
import { memberCount } from '../../api/parameters.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { RequestedHour, WeatherSource } from '../../weather/source.ts';
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
import { addGrid, GridStatistics } from '../toolkit/grid-statistics.ts';
import { type GridVariable, gridVariables } from '../toolkit/grid-variables.ts';
import { decimal, utc } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint, windDirection } from '../toolkit/wind.ts';

const members = Array.from({ length: memberCount }, (_, index) => index + 1);
const inUnit = z.number().describe('In the unit of the variable');
const share = z.number().optional().describe('Share of the members beyond the threshold, 0 to 1');

const spread = z.object({
  p10: z.number().describe('In the unit of the variable: 10% of the members are below'),
  p50: z.number().describe('In the unit of the variable: the median'),
  p90: z.number().describe('In the unit of the variable: 90% of the members are below'),
  mean: inUnit,
  minimum: inUnit,
  maximum: inUnit,
  probability: share,
});
type Spread = z.infer<typeof spread>;

const input = z.strictObject({
  variable: gridVariables.describe('One or several, separated by commas: the names of get_gridded_summary.'),
  ...gridInput,
  above: decimal(-1e6, 1e6).optional().describe('A threshold: adds the share of members above it.'),
  below: decimal(-1e6, 1e6).optional().describe('A threshold: adds the share of members below it.'),
});

export const getEnsembleForecast = defineTool({
  name: 'get_ensemble_forecast',
  title: 'Ensemble forecast',
  path: gridPath,
  cost: (given, nowMs) => countGridCost(input, given, { nowMs, isServedHere: true, isEnsemble: true }),
  input,
  output: z.object({
    members: z.int(),
    nearest_point: gridPoint,
    step_hours: z.int().optional(),
    variables: z.array(
      z.object({
        variable: z.string(),
        meaning: z.string(),
        unit: z.string(),
        times: z.array(
          spread.extend({
            time: utc,
            local_time: z.string().optional(),
            direction: z.number().optional().describe(`Of the mean wind: ${windDirection}`),
            initialization_time: z.string().describe('The run, UTC'),
          }),
        ),
        period: z
          .record(z.string(), spread)
          .optional()
          .describe('Of a range: the total, or the lowest and highest value of each member'),
      }),
    ),
  }),
  async answer(given, { weather, now, ...context }) {
    const { above, below } = given;
    if (above !== undefined && below !== undefined)
      throw badRequest('Pass either above or below. Make another call for the other threshold.');
    const isServedHere = context.isServedHere(gridPath);
    const plan = planGrids(
      { ...given, ens_member: members[0] },
      { nowMs: now(), isServedHere, isEnsemble: true },
    );
    const { variables, clock, stepHours } = plan;
    const area = findArea(given);
    if (!area.point && Object.values(area.region).some((bound) => bound === undefined))
      throw badRequest('coordinates is required, or a region with all four bounds.');
    const hours = await findRuns(weather, plan.hours);
    const readings = hours.length * variables.length * members.length;
    const isBeyond = (value: number) => (above === undefined ? value < below! : value > above);
    const hasThreshold = (above ?? below) !== undefined;
    const found = [];
    for (const variable of variables) {
      const times = [];
      for (const hour of hours) times.push(await readMembers(weather, hour, variable, area.region, readings));
      found.push({ variable, times });
    }
    const summarize = (values: readonly number[], { decimals }: GridVariable): Spread => ({
      ...summarizeMembers(values, decimals),
      ...(hasThreshold && { probability: values.filter(isBeyond).length / values.length }),
    });
    const data = {
      members: members.length,
      ...(area.point && { nearest_point: area.point }),
      ...(stepHours !== undefined && { step_hours: stepHours }),
      variables: found.map(({ variable, times }) => ({
        variable: variable.name,
        meaning: variable.meaning,
        unit: variable.unit,
        times: times.map(({ time, initialization_time, values, direction }) => ({
          time,
          ...(!clock.isUtc && { local_time: clock.write(Date.parse(time)) }),
          initialization_time,
          ...(direction !== undefined && { direction }),
          ...summarize(values, variable),
        })),
        ...(stepHours !== undefined && {
          period: Object.fromEntries(
            listPeriods(
              variable,
              times.map(({ values }) => values),
              stepHours,
            ).map(([name, values]) => [name, summarize(values, variable)]),
          ),
        }),
      })),
    };
    const threshold = hasThreshold ? [above === undefined ? `below ${below}` : `above ${above}`] : [];
    const columns = ['p10', 'p50', 'p90', 'mean', 'minimum', 'maximum', ...threshold].join(' | ');
    const write = (time: string) => clock.write(Date.parse(time)).slice(0, 16);
    const runs = [...new Set(found.flatMap(({ times }) => times.map((each) => each.initialization_time)))];
    const text = [
      `${members.length} members ${area.point ? '' : 'as means '}${formatArea(area)}, ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(' and ')}. Times are ${clock.isUtc ? 'UTC' : `in ${clock.zone}`}. 80% of the members are between p10 and p90.${hasThreshold ? ' The last column is the share of the members beyond the threshold.' : ''}`,
      ...data.variables.flatMap(({ variable, meaning, unit, times, period }) => [
        `${meaning} (${variable}) in ${unit}:`,
        `time | ${columns}${times[0]?.direction === undefined ? '' : ' | mean wind from'}`,
        ...times.map(
          (each) =>
            `${write(each.time)} | ${formatSpread(each)}${each.direction === undefined ? '' : ` | ${each.direction}° ${compassPoint(each.direction)}`}`,
        ),
        ...Object.entries(period ?? {}).map(
          ([name, each]) => `${periodTitles[name]} | ${formatSpread(each)}`,
        ),
        ...(period?.total && stepHours !== undefined ? totalNotes(stepHours) : []),
      ]),
    ];
    const series = { ens_member: 'mean', intracycle: undefined };
    const [first] = found[0]!.times;
    const check = linkGridForms(context, variables[0]!, first!, series);
    return { text: text.join('\n'), data, check };
  },
});

const periodTitles: Record<string, string> = {
  total: 'total',
  lowest: 'lowest of each member',
  highest: 'highest of each member',
};

const totalNotes = (stepHours: number) => [
  `Rain fell in the hour before its time, so every variable of this answer begins one step of ${stepHours} h later.`,
  ...(stepHours > 1
    ? [
        `The total is estimated from one hour in every ${stepHours}, so its spread is too wide. step_hours 1 is exact, for up to 24 hours per call. get_point_forecast has the exact total of the main forecast.`,
      ]
    : []),
];

/** For each member: its total of precipitation, or its lowest and highest value. */
function listPeriods(
  { name }: GridVariable,
  times: readonly (readonly number[])[],
  stepHours: number,
): [name: string, values: number[]][] {
  const combine = (of: (values: number[]) => number) =>
    members.map((_, member) => of(times.map((values) => values[member] ?? Number.NaN)));
  if (name === 'precipitation')
    return [['total', combine((values) => values.reduce((sum, value) => sum + value, 0) * stepHours)]];
  return [
    ['lowest', combine((values) => Math.min(...values))],
    ['highest', combine((values) => Math.max(...values))],
  ];
}

/** The value of each member at a point, or its mean over a region. All members are read from the run of the first. */
async function readMembers(
  weather: WeatherSource,
  hour: RequestedHour,
  variable: GridVariable,
  region: Parameters<typeof readGrid>[3],
  readings: number,
): Promise<GridTime & { values: number[]; direction?: number }> {
  const values: number[] = [];
  const all = new GridStatistics();
  let memberHour = hour;
  let found: GridTime | undefined;
  for (const member of members) {
    const grid = await readGrid(weather, memberHour, variable, region);
    requireSmallRegion(grid, readings);
    const statistics = new GridStatistics();
    await addGrid(grid, [statistics, all]);
    const mean = statistics.summarize(20)?.mean;
    if (mean === undefined)
      throw notFound('The grid has no value here: try another place, or get_point_forecast.');
    values.push(mean);
    found ??= grid;
    const runMs = Date.parse(found.initialization_time);
    memberHour = { series: { model: 'main', member: member + 1 }, runMs, hour: found.forecast_hour };
  }
  // Other requests get the event loop before the next time is read.
  await new Promise(setImmediate);
  const { initialization_time, forecast_hour, time } = found!;
  const direction = all.summarize(0)?.direction;
  return { initialization_time, forecast_hour, time, values, ...(direction !== undefined && { direction }) };
}

function summarizeMembers(values: readonly number[], decimals: number): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const round = (value: number) => Number(value.toFixed(decimals));
  return {
    p10: round(percentile(sorted, 10)),
    p50: round(percentile(sorted, 50)),
    p90: round(percentile(sorted, 90)),
    mean: round(sorted.reduce((sum, value) => sum + value, 0) / sorted.length),
    minimum: round(sorted[0] ?? Number.NaN),
    maximum: round(sorted.at(-1) ?? Number.NaN),
  };
}

const formatSpread = ({ p10, p50, p90, mean, minimum, maximum, probability }: Spread) =>
  [
    p10,
    p50,
    p90,
    mean,
    minimum,
    maximum,
    ...(probability === undefined ? [] : [`${Math.round(probability * 100)}%`]),
  ].join(' | ');

/** Interpolates between two of the sorted values. */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const index = Math.floor(place);
  const [below = Number.NaN, above = below] = sorted.slice(index);
  return below + (above - below) * (place - index);
}
