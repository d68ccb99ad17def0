import { z } from 'zod';
import { memberCount } from '../../api/parameters.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import type { Region, RequestedHour, WeatherSource } from '../../weather/source.ts';
import {
  type GridValues,
  gridForms,
  gridTimes,
  inCompleteRuns,
  nearestPoint,
  readGrid,
  readTimes,
} from '../toolkit/grid.ts';
import { type GridVariable, requireGridVariable, roundTo, variableWords } from '../toolkit/grid-variable.ts';
import { latitude, longitude } from '../toolkit/parameters.ts';
import { places, requirePlaces } from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';

const timesMax = 12;
const members = Array.from({ length: memberCount }, (_, index) => index + 1);
const inUnit = z.number().describe('In the unit above');

const spread = z.object({
  time: z.string().describe('UTC'),
  initialization_time: z.string().describe('The run, UTC'),
  p10: z.number().describe('In the unit above: a tenth of the members is below'),
  p50: z.number().describe('In the unit above: half of the members is below'),
  p90: z.number().describe('In the unit above: nine tenths of the members are below'),
  mean: inUnit,
  minimum: inUnit,
  maximum: inUnit,
});

export const getEnsembleForecast = defineTool({
  name: 'get_ensemble_forecast',
  title: 'Ensemble forecast',
  path: `${api}/gridded/variable`,
  input: z.strictObject({
    ...places('One place as latitude,longitude in degrees, such as 39.74,-104.99 for Denver.'),
    variable: z.string().max(40).describe(variableWords),
    ...gridTimes,
  }),
  output: z.object({
    variable: z.string(),
    meaning: z.string(),
    unit: z.string(),
    members: z.int(),
    nearest_point: z
      .object({ latitude, longitude, distance: z.number().describe('km from the place') })
      .describe('Whose values these are'),
    spreads: z.array(spread),
  }),
  async answer(given, { weather, now, ...context }) {
    const [place, ...more] = requirePlaces(given);
    if (more.length > 0) throw badRequest('Give one place: ask for the others in calls of their own.');
    const variable = requireGridVariable(given.variable);
    const { nearest, region, distanceKm } = nearestPoint(place!);
    const requested = readTimes(
      { time: given.time, end_time: given.end_time, step_hours: given.step_hours, ens_member: members[0] },
      { nowMs: now(), stepHours: 6, timesMax },
    );
    const hours = await inCompleteRuns(weather, requested);
    const spreads = [];
    for (const hour of hours) spreads.push(await spreadAt(weather, hour, variable, region));
    const data = {
      variable: variable.name,
      meaning: variable.meaning,
      unit: variable.unit,
      members: members.length,
      nearest_point: { ...nearest, distance: distanceKm },
      spreads,
    };
    const text = [
      `${data.meaning} (${data.variable}) of ${data.members} members in ${data.unit}, at the point of the grid ${nearest.latitude}, ${nearest.longitude}, ${distanceKm} km from the place. Times are UTC. Eight of ten members lie between p10 and p90.`,
      'time | p10 | p50 | p90 | mean | minimum | maximum | run',
      ...spreads.map((each) =>
        [
          each.time.slice(0, 16),
          each.p10,
          each.p50,
          each.p90,
          each.mean,
          each.minimum,
          each.maximum,
          each.initialization_time.slice(0, 13),
        ].join(' | '),
      ),
    ];
    const mean = { ens_member: 'mean', intracycle: undefined };
    return { text: text.join('\n'), data, check: gridForms(context, variable, spreads[0]!, mean) };
  },
});

/** Of the run that the first member is found in, so that all are of one. */
async function spreadAt(
  weather: WeatherSource,
  hour: RequestedHour,
  variable: GridVariable,
  region: Region,
): Promise<z.infer<typeof spread>> {
  const first = await readGrid(weather, hour, variable, region);
  const runMs = Date.parse(first.initialization_time);
  const values = [await onlyValue(first)];
  for (const member of members.slice(1)) {
    const series = { model: 'main' as const, member };
    const same = { series, runMs, hour: first.forecast_hour };
    values.push(await onlyValue(await readGrid(weather, same, variable, region)));
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

async function onlyValue({ rows }: GridValues): Promise<number> {
  for await (const { values } of rows) if (Number.isFinite(values[0])) return values[0]!;
  throw notFound('The grid has no value at this point: ask for another place, or get_point_forecast.');
}

/** Of sorted values, between two of them where it does not fall on one. */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}
