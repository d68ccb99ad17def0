import { badRequest } from '../../platform/errors.ts';
import {
  fileParameters,
  inOneOf,
  readForecastHour,
  readSeries,
} from '../../weather/parameters/forecast-parameters.ts';
import { findTimeMs, hourMs } from '../../weather/sandbox/atmosphere/time.ts';
import type { RequestedHour } from '../../weather/sandbox/forecasts/requested-runs.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { whole } from '../toolkit/lenient.ts';
import { time } from '../toolkit/parameters.ts';
import { queryOf } from '../toolkit/tool.ts';

export const gridTimes = {
  time: time('The time that is forecast, within an hour. Leave it out for now.'),
  end_time: time('For a range: its last time. Between time and this every step_hours is looked at.'),
  step_hours: whole(1, 24).optional().describe('Hours between the times of a range, 1 to 24.'),
};

interface GivenTimes {
  time?: string | undefined;
  end_time?: string | undefined;
  step_hours?: number | undefined;
}

interface Limits {
  nowMs: number;
  stepHours: number;
  timesMax: number;
}

/**
 * By time alone the API answers from the newest run that has the hour, even if the run is still being computed. A tool
 * uses complete runs, so that the hours of a range and the members of an ensemble are of the run that it names.
 */
export async function inCompleteRuns(
  weather: WeatherSource,
  hours: readonly RequestedHour[],
): Promise<RequestedHour[]> {
  const series = hours[0]!.series;
  if (!hours.some((hour) => 'timeMs' in hour)) return [...hours];
  const runs = (await weather.listRuns(series))
    .map((run) => Date.parse(run))
    .sort((one, other) => other - one);
  return hours.map((hour) => inOneOf(runs, hour));
}

/** One moment, now unless told otherwise, or every step of a range. */
export function readTimes(
  given: GivenTimes & Record<string, unknown>,
  { nowMs, stepHours, timesMax }: Limits,
): RequestedHour[] {
  const { end_time, step_hours = stepHours, ...rest } = given;
  const isByRun = given.initialization_time !== undefined || given.forecast_hour !== undefined;
  const now = new Date(nowMs).toISOString().slice(0, 19);
  const first = readForecastHour(
    queryOf(isByRun ? rest : { ...rest, time: given.time ?? now }, fileParameters),
  );
  if (end_time === undefined) return [first];
  if (!('timeMs' in first))
    throw badRequest('end_time goes with time: leave initialization_time and forecast_hour out.');
  const endMs = findTimeMs(end_time.trim());
  if (endMs === undefined) throw badRequest('end_time must be a time in UTC such as 2026-11-15T18:00:00Z.');
  if (endMs < first.timeMs) throw badRequest('end_time must not be earlier than time.');
  const count = Math.floor((endMs - first.timeMs) / (step_hours * hourMs)) + 1;
  if (count > timesMax)
    throw badRequest(`At most ${timesMax} times can be looked at in one call: make step_hours greater.`);
  const series = readSeries(queryOf(rest, fileParameters));
  return Array.from({ length: count }, (_, step) => ({
    series,
    timeMs: first.timeMs + step * step_hours * hourMs,
  }));
}
