import { pointHourParameters, readPointHours } from '../../weather/parameters/forecast-parameters.ts';
import { dayMs, hourMs, isoSeconds } from '../../weather/sandbox/atmosphere/time.ts';
import type { RequestedPoints } from '../../weather/sandbox/forecasts/requested-runs.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { queryOf } from '../toolkit/tool.ts';

interface Options {
  clock: Clock;
  stepHours: number;
  nowMs: number;
}

const hoursAhead = 24;

/** Times on the clock of the place; without any bound the next 24 hours are meant. */
export function readHours(
  given: Record<string, unknown>,
  { clock, stepHours, nowMs }: Options,
): Omit<RequestedPoints, 'places'> {
  const first = timeText(given.min_forecast_time, clock, startOfDay);
  const last = timeText(given.max_forecast_time, clock, endOfDay);
  const query = { ...given, min_forecast_time: first, max_forecast_time: last };
  const read = readPointHours(queryOf(query, pointHourParameters));
  const isOpen = pointHourParameters.slice(1).every((name) => given[name] === undefined);
  if (isOpen) {
    const fromMs = Math.floor(nowMs / hourMs) * hourMs;
    return { ...read, minTimeMs: afterBegin(fromMs, stepHours), maxTimeMs: fromMs + hoursAhead * hourMs };
  }
  return first === undefined ? read : { ...read, minTimeMs: afterBegin(read.minTimeMs, stepHours) };
}

/** A step holds the hours behind its begin: what is told of the begin itself has fallen before. */
const afterBegin = (fromMs: number, stepHours: number) => (stepHours > 1 ? fromMs + hourMs : fromMs);

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const startOfDay = (text: string) => text;
/** A date alone as the last time means all of that day. */
const endOfDay = (text: string) => {
  const timeMs = dateForm.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(timeMs) ? text : isoSeconds(timeMs + dayMs).slice(0, 19);
};

/** What is no time is left as it is: the API's own rules refuse it in their words. */
function timeText(given: unknown, clock: Clock, bound: (text: string) => string): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = bound(given.trim());
  return clock.read(text) ?? text;
}
