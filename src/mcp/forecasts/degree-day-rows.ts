import { z } from 'zod';
import { type DegreeDays, statePopulations } from '../../weather/sandbox/forecasts/degree-days.ts';
import { unitedStates } from './us-states.ts';

export const stateDays = z.object({
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
export type StateDays = z.infer<typeof stateDays>;

/** One state, or all of them together. */
export function withChanges(
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
