import { z } from 'zod';
import { degreeDayKinds, degreeDayParameters, externalModels } from '../../api/parameters.ts';
import { stateNames } from '../../pictures/degree-day-map.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readDegreeDayRun } from '../../weather/forecast-parameters.ts';
import { statePopulations } from '../../weather/sandbox/forecasts/degree-days.ts';
import type { DegreeDays } from '../../weather/source.ts';
import { compare, previousRun, requirePreviousRun } from '../toolkit/forecast-runs.ts';
import { choice, initializationTime, series, seriesValues, texts } from '../toolkit/parameters.ts';
import { defineTool, queryOf } from '../toolkit/tool.ts';

const words = { hdd: 'Heating', cdd: 'Cooling' };
const date = z.string().max(10).optional();

const stateDays = z.object({
  state: z.string(),
  values: z.array(z.number()).describe('°F days, one for each date'),
  total: z.number().describe('°F days, sum over all dates'),
  changes: z
    .array(z.number().nullable())
    .optional()
    .describe(
      '°F days more than in the run before, one for each date; null where that does not have the day',
    ),
  total_change: z
    .number()
    .optional()
    .describe('°F days more than in the run before, over the days that both have'),
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
    states: texts(51, 40)
      .optional()
      .describe(
        'US states by name or code, such as ["Maine", "NH"], or ["US"] for the whole country alone. Leave it out for all 50 and the whole country.',
      ),
    min_date: date.describe(
      'The first day wanted, such as 2026-11-16. Leave it out for the first of the run.',
    ),
    max_date: date.describe('The last day wanted. Leave it out for the last of the run.'),
    compare,
    initialization_time: initializationTime,
    ...series,
    external_model: choice(externalModels)
      .optional()
      .describe('Another model to calculate from. Not together with intracycle.'),
  }),
  output: z.object({
    kind: z.enum(degreeDayKinds),
    unit: z.string(),
    initialization_time: z.string().describe('The run, UTC'),
    compared_with: previousRun,
    dates: z.array(z.string()).describe('YYYY-MM-DD, UTC days'),
    united_states: stateDays
      .optional()
      .describe('The mean of the 50 states, weighted by their people (Census 2020); if US was requested'),
    states: z.array(stateDays),
  }),
  async answer(given, { checks, weather }) {
    const { kind } = given;
    const requested = readDegreeDayRun(queryOf(given, degreeDayParameters));
    const found = await weather.calculateDegreeDays(kind, requested);
    const { initialization_time } = found;
    const dates = found.dates.filter((each) => isWithin(each, given.min_date, given.max_date));
    if (dates.length === 0)
      throw notFound(
        `No day of the run lies in this range: it has the days from ${found.dates[0]} to ${found.dates.at(-1)}.`,
      );
    const beforeMs = given.compare
      ? await requirePreviousRun(weather, requested.series, initialization_time)
      : undefined;
    const before =
      beforeMs === undefined
        ? undefined
        : await weather.calculateDegreeDays(kind, { ...requested, runMs: beforeMs });
    const rowOf = (state: string) => withChanges(state, dates, found, before);
    const wanted = requireStates(given.states, Object.keys(found.byState));
    const data = {
      kind,
      unit: '°F days, base 65 °F',
      initialization_time,
      compared_with: before?.initialization_time,
      dates,
      ...(wanted.includes(unitedStates) ? { united_states: rowOf(unitedStates) } : {}),
      states: wanted.filter((state) => state !== unitedStates).map(rowOf),
    };
    const text = [
      `${words[kind]} degree days in °F days (base 65 °F, weighted by population), run ${initialization_time}.`,
      ...(before
        ? [`In brackets: the change since the run ${before.initialization_time}, where that has the day.`]
        : []),
      ['state', ...dates, 'total'].join(' | '),
      ...[...(data.united_states ? [data.united_states] : []), ...data.states].map(line),
    ];
    const check = checks.form(`/${kind}`, {
      initialization_time: initialization_time.slice(0, 19),
      ...seriesValues(given),
      external_model: given.external_model,
    });
    return { text: text.join('\n'), data, check };
  },
});

function line({ state, values, changes, total, total_change }: StateDays): string {
  const signed = (change: number | null | undefined) =>
    change === null || change === undefined ? '' : ` (${change > 0 ? '+' : ''}${change})`;
  const cells = values.map((value, day) => `${value}${signed(changes?.[day])}`);
  return [state, ...cells, `${total}${signed(total_change)}`].join(' | ');
}

const isWithin = (day: string, first = '0', last = '9') => day >= first && day <= last;

/** With the whole country, if it is wanted. */
function requireStates(wanted: string[] | undefined, all: string[]): string[] {
  if (!wanted) return [unitedStates, ...all];
  return wanted.map((name) => {
    const state = findState(name, all);
    if (state) return state;
    throw badRequest(
      `${JSON.stringify(name)} is not one of the states. Send a code such as ME, "US", or a name: ${all.join(', ')}.`,
    );
  });
}

/** One state, or all of them together. */
function withChanges(
  state: string,
  dates: string[],
  found: DegreeDays,
  before: DegreeDays | undefined,
): StateDays {
  const values = dates.map((date) => daysOn(found, state, date)!);
  const row = { state, values, total: sumOf(values) };
  if (!before) return row;
  const changes = dates.map((date, day) => {
    const earlier = daysOn(before, state, date);
    return earlier === undefined ? null : hundredths(values[day]! - earlier);
  });
  return { ...row, changes, total_change: sumOf(changes.filter((change) => change !== null)) };
}

function daysOn({ dates, byState }: DegreeDays, state: string, date: string): number | undefined {
  if (!dates.includes(date)) return undefined;
  if (state !== unitedStates) return byState[state]![date]!;
  let [sum, people] = [0, 0];
  for (const [name, residents] of Object.entries(statePopulations)) {
    const value = byState[name]?.[date];
    if (value === undefined) continue;
    sum += residents * value;
    people += residents;
  }
  return hundredths(sum / people);
}

const sumOf = (values: readonly number[]) => hundredths(values.reduce((sum, value) => sum + value, 0));

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The whole country, in place of a state. */
const unitedStates = 'United States';
const wholeCountry = ['us', 'usa', 'u.s.', 'united states', 'nation', 'national', 'total'];

/** By name or code, in any capitals; undefined if it is no state of this list. */
function findState(text: string, states: readonly string[]): string | undefined {
  const word = text.trim();
  if (wholeCountry.includes(word.toLowerCase())) return unitedStates;
  const name = stateNames.get(word.toUpperCase()) ?? word;
  return states.find((each) => each.toLowerCase() === name.toLowerCase());
}
