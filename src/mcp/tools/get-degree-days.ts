import { z } from 'zod';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { degreeDayKinds } from '../../weather/forecasts/degree-days.ts';
import { externalModels } from '../../weather/forecasts/forecast.ts';
import { degreeDayParameters, readDegreeDayRun } from '../../weather/parameters/forecast-parameters.ts';
import { initializationTime, series } from '../toolkit/parameters.ts';
import { defineTool, queryOf } from '../toolkit/tool.ts';

const words = { hdd: 'Heating', cdd: 'Cooling' };

export const getDegreeDays = defineTool({
  name: 'get_degree_days',
  title: 'Degree days',
  path: `${api}/hdd`,
  input: z.strictObject({
    kind: z.enum(degreeDayKinds).describe('hdd: heating degree days, cdd: cooling degree days.'),
    states: z
      .array(z.string().max(40))
      .min(1)
      .max(50)
      .optional()
      .describe('Full names of US states, such as ["Maine", "New Hampshire"]. Leave it out for all 50.'),
    initialization_time: initializationTime,
    ...series,
    external_model: z
      .enum(externalModels)
      .optional()
      .describe('Another model to calculate from. Not together with intracycle.'),
  }),
  output: z.object({
    kind: z.enum(degreeDayKinds),
    unit: z.string(),
    initialization_time: z.string().describe('The run, UTC'),
    dates: z.array(z.string()).describe('YYYY-MM-DD, UTC days'),
    states: z.array(
      z.object({
        state: z.string(),
        values: z.array(z.number()).describe('°F days, one for each date'),
        total: z.number().describe('°F days, sum over all dates'),
      }),
    ),
  }),
  async answer(given, { weather }) {
    const run = readDegreeDayRun(queryOf(given, degreeDayParameters));
    const { initialization_time, dates, byState } = await weather.calculateDegreeDays(given.kind, run);
    const states = requireStates(given.states, Object.keys(byState)).map((state) => {
      const values = dates.map((date) => byState[state]![date]!);
      return { state, values, total: Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100 };
    });
    const text = [
      `${words[given.kind]} degree days in °F days (base 65 °F, weighted by population), run ${initialization_time}.`,
      ['state', ...dates, 'total'].join(' | '),
      ...states.map(({ state, values, total }) => [state, ...values, total].join(' | ')),
    ];
    const unit = '°F days, base 65 °F';
    return { text: text.join('\n'), data: { kind: given.kind, unit, initialization_time, dates, states } };
  },
});

function requireStates(wanted: string[] | undefined, all: string[]): string[] {
  return (wanted ?? all).map((name) => {
    const state = all.find((each) => each.toLowerCase() === name.trim().toLowerCase());
    if (state) return state;
    throw badRequest(
      `${JSON.stringify(name)} is not one of the states. Their full names are ${all.join(', ')}.`,
    );
  });
}
