import { z } from 'zod';
import { degreeDayKinds, degreeDayParameters, externalModels } from '../../api/parameters.ts';
import { stateNames } from '../../pictures/degree-day-map.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readDegreeDayRun } from '../../weather/forecast-parameters.ts';
import { statePopulations } from '../../weather/sandbox/forecasts/degree-days.ts';
import type { DegreeDays } from '../../weather/source.ts';
import { compare, comparedWith, requirePreviousRun } from '../toolkit/forecast-runs.ts';
import {
  choice,
  initializationTime,
  runArgument,
  series,
  seriesValues,
  stringList,
} from '../toolkit/parameters.ts';
import { countFitting, defineTool, nextArguments, nextLine, toQuery } from '../toolkit/tool.ts';

const titles = { hdd: 'Heating', cdd: 'Cooling' };
const date = z.string().max(10).optional();

const stateDays = z.object({
  state: z.string(),
  values: z.array(z.number()).describe('°F days, one for each date'),
  total: z.number().describe('°F days, sum over all dates'),
  changes: z
    .array(z.number().nullable())
    .optional()
    .describe('Increase since the previous run in °F days, for each date; null if that run has no such day'),
  total_change: z
    .number()
    .optional()
    .describe('Increase since the previous run in °F days, over the days that both have'),
});
type StateDays = z.infer<typeof stateDays>;

export const getDegreeDays = defineTool({
  name: 'get_degree_days',
  title: 'Degree days',
  path: `${api}/hdd`,
  input: z.strictObject({
    kind: choice(degreeDayKinds, { heating: 'hdd', cooling: 'cdd' }).describe(
      'hdd: heating degree days, cdd: cooling degree days.',
    ),
    states: stringList(51, 40)
      .optional()
      .describe(
        'US states by name or code, such as ["Maine", "NH"], or ["US"] for the whole country alone. Defaults to all 50 and the whole country.',
      ),
    min_date: date.describe('First day, such as 2026-11-16. Defaults to the first of the run.'),
    max_date: date.describe('Last day. Defaults to the last of the run.'),
    compare,
    initialization_time: initializationTime,
    ...series,
    external_model: choice(externalModels)
      .optional()
      .describe("Another model to calculate from. Can't be combined with intracycle."),
  }),
  output: z.object({
    kind: z.enum(degreeDayKinds),
    unit: z.string(),
    initialization_time: z.string().describe('The run, UTC'),
    compared_with: comparedWith,
    dates: z.array(z.string()).describe('YYYY-MM-DD, UTC days'),
    united_states: stateDays
      .optional()
      .describe('Mean of the 50 states, weighted by population (Census 2020); if US was requested'),
    states: z.array(stateDays),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { kind, min_date = '0', max_date = '9' } = given;
    const requested = readDegreeDayRun(toQuery(given, degreeDayParameters));
    const found = await weather.calculateDegreeDays(kind, requested);
    const { initialization_time } = found;
    const dates = found.dates.filter((day) => day >= min_date && day <= max_date);
    if (dates.length === 0)
      throw notFound(
        `No day of the run is in this range: it has the days from ${found.dates[0]} to ${found.dates.at(-1)}.`,
      );
    const previous = given.compare
      ? await weather.calculateDegreeDays(kind, {
          ...requested,
          runMs: await requirePreviousRun(weather, requested.series, initialization_time),
        })
      : undefined;
    const all = requireStates(given.states, Object.keys(found.byState)).map((state) =>
      createRow(state, dates, found, previous),
    );
    const rows = all.slice(0, countFitting(all, formatRow));
    const rest = all.slice(rows.length).map(({ state }) => state);
    const run = runArgument(initialization_time);
    const next =
      rest.length > 0
        ? { ...given, states: rest, ...(run !== undefined && { initialization_time: run }) }
        : undefined;
    const country = rows.find(({ state }) => state === unitedStates);
    const data = {
      kind,
      unit: '°F days, base 65 °F',
      initialization_time,
      compared_with: previous?.initialization_time,
      dates,
      ...(country && { united_states: country }),
      states: rows.filter((row) => row !== country),
      next_arguments: next,
    };
    const text = [
      `${titles[kind]} degree days in °F days (base 65 °F, weighted by population), run ${initialization_time}.`,
      ...(previous
        ? [`In brackets: the change since the run ${previous.initialization_time}, if it has the day.`]
        : []),
      ['state', ...dates, 'total'].join(' | '),
      ...rows.map(formatRow),
      nextLine(next),
    ];
    const check = checks.form(`/${kind}`, {
      initialization_time: initialization_time.slice(0, 19),
      ...seriesValues(given),
      external_model: given.external_model,
    });
    return { text: text.join('\n'), data, check };
  },
});

function formatRow({ state, values, changes, total, total_change }: StateDays): string {
  const formatChange = (change: number | null | undefined) =>
    change == null ? '' : ` (${change > 0 ? '+' : ''}${change})`;
  const cells = values.map((value, day) => `${value}${formatChange(changes?.[day])}`);
  return [state, ...cells, `${total}${formatChange(total_change)}`].join(' | ');
}

const unitedStates = 'United States';
const unitedStatesSynonyms = ['us', 'usa', 'u.s.', 'united states', 'nation', 'national', 'total'];

function requireStates(requested: string[] | undefined, all: string[]): string[] {
  if (!requested) return [unitedStates, ...all];
  return requested.map((text) => {
    const word = text.trim();
    if (unitedStatesSynonyms.includes(word.toLowerCase())) return unitedStates;
    const name = (stateNames.get(word.toUpperCase()) ?? word).toLowerCase();
    const state = all.find((each) => each.toLowerCase() === name);
    if (state) return state;
    throw badRequest(
      `${JSON.stringify(text)} is not one of the states. Send a code such as ME, "US", or a name: ${all.join(', ')}.`,
    );
  });
}

function createRow(
  state: string,
  dates: string[],
  found: DegreeDays,
  previous: DegreeDays | undefined,
): StateDays {
  const values = dates.map((date) => findValue(found, state, date) ?? Number.NaN);
  const row = { state, values, total: sum(values) };
  if (!previous) return row;
  const changes = values.map((value, day) => {
    const before = findValue(previous, state, dates[day] ?? '');
    return before === undefined ? null : round(value - before);
  });
  return { ...row, changes, total_change: sum(changes.filter((change) => change !== null)) };
}

function findValue({ dates, byState }: DegreeDays, state: string, date: string): number | undefined {
  if (!dates.includes(date)) return undefined;
  if (state !== unitedStates) return byState[state]?.[date];
  let [weighted, people] = [0, 0];
  for (const [name, population] of Object.entries(statePopulations)) {
    const value = byState[name]?.[date];
    if (value === undefined) continue;
    weighted += population * value;
    people += population;
  }
  return round(weighted / people);
}

const sum = (values: readonly number[]) => round(values.reduce((total, value) => total + value, 0));

const round = (value: number) => Math.round(value * 100) / 100;
