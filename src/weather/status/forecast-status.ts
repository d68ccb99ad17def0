import { minuteMs } from '../../time.ts';
import type { WeatherSource } from '../source.ts';
import type { ForecastStatus, RunStatus, UnknownStatus } from './contract.ts';
import { median, minutesBetween } from './minutes.ts';

/** This much behind the usual is late: the pace of a run varies by minutes. */
const allowedMinutes = 30;
const runEveryMs = 6 * 60 * minuteMs;

export async function readForecastStatus(
  weather: WeatherSource,
  nowMs: number,
): Promise<ForecastStatus | UnknownStatus> {
  const series = { model: 'main' } as const;
  const [complete, times] = await Promise.all([
    weather.listRuns(series),
    weather.listGenerationTimes(series),
  ]);
  const runs = Object.entries(times)
    .map(([run, byHour]) => runStatus(run, Object.values(byHour), complete.includes(run)))
    .sort((one, other) => (one.run < other.run ? 1 : -1));
  const [newest] = complete;
  if (!newest) return { state: 'unknown', why: 'No run of the last 48 hours is complete.' };
  const usual = median(runs.flatMap(({ complete_minutes }) => complete_minutes ?? []));
  return {
    state: isLate(newest, usual, nowMs) ? 'late' : 'on time',
    newest_run: newest,
    usual_minutes: usual,
    runs,
  };
}

function runStatus(run: string, generated: string[], isComplete: boolean): RunStatus {
  const minutes = generated.map((time) => minutesBetween(run, time));
  return {
    run,
    first_hour_minutes: Math.min(...minutes),
    hours_ready: minutes.length,
    ...(isComplete && { complete_minutes: Math.max(...minutes) }),
  };
}

/** The one after the newest complete run is due. */
const isLate = (newestRun: string, usualMinutes: number, nowMs: number) =>
  nowMs > Date.parse(newestRun) + runEveryMs + (usualMinutes + allowedMinutes) * minuteMs;
