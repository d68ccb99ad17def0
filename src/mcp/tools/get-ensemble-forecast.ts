import { z } from 'zod';
import { memberCount } from '../../api/parameters.ts';
import { notFound } from '../../platform/errors.ts';
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
import { utc } from '../toolkit/parameters.ts';
import {
  findPosition,
  latitude,
  longitude,
  positionParameters,
  requirePositions,
} from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';

const maxTimes = 12;
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
    const position = findPosition(given) ?? requirePositions(given)[0]!;
    const variable = requireGridVariable(given.variable);
    const { point, region } = findGridPoint(position);
    const { time, end_time, step_hours } = given;
    const hours = await findGridHours(
      weather,
      { time, end_time, step_hours, ens_member: members[0] },
      { nowMs: now(), stepHours: 6, maxTimes },
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
    return { text: text.join('\n'), data, check: linkGridForms(context, variable, spreads[0]!, series) };
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
    minimum: round(values[0]!),
    maximum: round(values.at(-1)!),
  };
}

async function readOnlyValue({ rows }: GridValues): Promise<number> {
  for await (const { values } of rows) if (Number.isFinite(values[0])) return values[0]!;
  throw notFound('The grid has no value at this point: try another place, or get_point_forecast.');
}

/** Interpolates between two of the sorted values. */
export function percentile(sorted: readonly number[], percent: number): number {
  const index = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(index)]!;
  const above = sorted[Math.ceil(index)]!;
  return below + (above - below) * (index - Math.floor(index));
}
