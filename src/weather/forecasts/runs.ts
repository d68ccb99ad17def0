import { chance, USE } from '../atmosphere/chance.ts';
import { ARCHIVE_START_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../atmosphere/time.ts';
import type { Forecast, Member } from './forecast.ts';

/** Whose runs are meant: the main cycle (or a member of its ensemble), or the hourly runs in between. */
export interface Series {
  model: 'main' | 'intracycle';
  member?: Member;
}

/** A file that exists: one forecast at one of its hours. */
export interface ForecastHour {
  forecast: Forecast;
  hour: number;
}

export const FORECAST_HOUR_MAX = 360;
const HOURLY_UNTIL = 120;
const LATE_STEP_HOURS = 6;
const AVAILABLE_HOURS = 48;
const TOLERANCE_HOURS = 1;

/** Hourly to 120, then every 6 hours to 360. */
export const FORECAST_HOURS: readonly number[] = Array.from(
  { length: FORECAST_HOUR_MAX + 1 },
  (_, hour) => hour,
).filter(isForecastHour);

export function isForecastHour(hour: number): boolean {
  if (!Number.isInteger(hour) || hour < 0 || hour > FORECAST_HOUR_MAX) return false;
  return hour <= HOURLY_UNTIL || hour % LATE_STEP_HOURS === 0;
}

/** Finished runs of the last 48 hours, newest first. */
export function listAvailableRuns(series: Series, nowMs: number): number[] {
  return listStartedRuns(series, nowMs).filter((runMs) =>
    isGenerated(series, runMs, FORECAST_HOUR_MAX, nowMs),
  );
}

/** Runs of the last 48 hours with at least one hour, also those still being generated; newest first. */
export function listStartedRuns(series: Series, nowMs: number): number[] {
  const runs: number[] = [];
  const step = runStepMs(series);
  for (let runMs = Math.floor(nowMs / step) * step; isRecent(runMs, nowMs); runMs -= step) {
    if (isGenerated(series, runMs, 0, nowMs)) runs.push(runMs);
  }
  return runs;
}

/** Archived runs, oldest first. */
export function listHistoricalRuns(series: Series, nowMs: number): number[] {
  const runs: number[] = [];
  for (let runMs = ARCHIVE_START_MS; !isRecent(runMs, nowMs); runMs += runStepMs(series)) runs.push(runMs);
  return runs;
}

export function listGeneratedHours(series: Series, runMs: number, nowMs: number): number[] {
  return FORECAST_HOURS.filter((hour) => isGenerated(series, runMs, hour, nowMs));
}

export function isRun(series: Series, runMs: number, nowMs: number): boolean {
  return runMs >= ARCHIVE_START_MS && runMs % runStepMs(series) === 0 && isGenerated(series, runMs, 0, nowMs);
}

export function isRecent(runMs: number, nowMs: number): boolean {
  return runMs >= nowMs - AVAILABLE_HOURS * HOUR_MS;
}

export function isGenerated(series: Series, runMs: number, hour: number, nowMs: number): boolean {
  return generatedMs(series, runMs, hour) <= nowMs;
}

/** The moment an hour of a run comes into being. Whole milliseconds. */
export function generatedMs(series: Series, runMs: number, hour: number): number {
  const { startMs, eachMs } = paceOf(series);
  const index = hour <= HOURLY_UNTIL ? hour : HOURLY_UNTIL + (hour - HOURLY_UNTIL) / LATE_STEP_HOURS;
  const jitter = chance(USE.generation, runMs / HOUR_MS, hour);
  return Math.floor(runMs + startMs + (index + 0.9 * jitter) * eachMs);
}

/** The newest file whose time is nearest to the one asked for, at most an hour away. */
export function findForecastHour(series: Series, timeMs: number, nowMs: number): ForecastHour | undefined {
  let found: ForecastHour | undefined;
  let leastAway = TOLERANCE_HOURS + 1e-9;
  for (const runMs of listStartedRuns(series, nowMs)) {
    const lead = (timeMs - runMs) / HOUR_MS;
    for (const hour of nearHours(lead)) {
      const away = Math.abs(lead - hour);
      if (away >= leastAway || !isGenerated(series, runMs, hour, nowMs)) continue;
      leastAway = away;
      found = { forecast: { ...series, runMs }, hour };
    }
  }
  return found;
}

function nearHours(lead: number): number[] {
  return [Math.floor(lead), Math.floor(lead) + 1, Math.floor(lead) - 1].filter(isForecastHour);
}

function runStepMs(series: Series): number {
  return series.model === 'intracycle' ? HOUR_MS : 6 * HOUR_MS;
}

function paceOf(series: Series): { startMs: number; eachMs: number } {
  if (series.model === 'intracycle') return { startMs: 25 * MINUTE_MS, eachMs: 8 * SECOND_MS };
  if (series.member !== undefined) return { startMs: 4 * HOUR_MS, eachMs: 50 * SECOND_MS };
  return { startMs: 3 * HOUR_MS, eachMs: 40 * SECOND_MS };
}
