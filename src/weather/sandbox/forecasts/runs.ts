import { hourMs, minuteMs, secondMs } from '../../../time.ts';
import { isoMicroseconds } from '../../api-time.ts';
import { forecastHours, maxForecastHour, nearestForecastHour } from '../../forecast-hours.ts';
import type { Series } from '../../source.ts';
import { chance, chanceUses } from '../atmosphere/chance.ts';
import { archiveStartMs } from '../atmosphere/time.ts';
import type { Forecast } from './forecast.ts';

/** A file that exists: one forecast at one of its hours. */
export interface ForecastHour {
  forecast: Forecast;
  hour: number;
}

const hourlyUntil = 120;
const lateStepHours = 6;
const availableHours = 48;

/** Finished runs of the last 48 hours, newest first. */
export function listAvailableRuns(series: Series, nowMs: number): number[] {
  return listStartedRuns(series, nowMs).filter((runMs) => isGenerated(series, runMs, maxForecastHour, nowMs));
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
  for (let runMs = archiveStartMs; !isRecent(runMs, nowMs); runMs += runStepMs(series)) runs.push(runMs);
  return runs;
}

export function listGeneratedHours(series: Series, runMs: number, nowMs: number): number[] {
  return forecastHours.filter((hour) => isGenerated(series, runMs, hour, nowMs));
}

export function isRun(series: Series, runMs: number, nowMs: number): boolean {
  return runMs >= archiveStartMs && runMs % runStepMs(series) === 0 && isGenerated(series, runMs, 0, nowMs);
}

export function isRecent(runMs: number, nowMs: number): boolean {
  return runMs >= nowMs - availableHours * hourMs;
}

export function isGenerated(series: Series, runMs: number, hour: number, nowMs: number): boolean {
  return generatedMs(series, runMs, hour) <= nowMs;
}

/** The moment an hour of a run comes into being. Whole milliseconds. */
function generatedMs(series: Series, runMs: number, hour: number): number {
  const { startMs, eachMs } = paceOf(series);
  const index = hour <= hourlyUntil ? hour : hourlyUntil + (hour - hourlyUntil) / lateStepHours;
  const jitter = chance(chanceUses.generation, runMs / hourMs, hour);
  return Math.floor(runMs + startMs + (index + 0.9 * jitter) * eachMs);
}

/** By hour, to the microsecond, because readers insist on a fraction. */
export function generationTimes(series: Series, runMs: number, nowMs: number): Record<string, string> {
  const times: Record<string, string> = {};
  for (const hour of listGeneratedHours(series, runMs, nowMs)) {
    const microseconds = Math.floor(1000 * chance(chanceUses.generation, runMs / hourMs, hour, 1));
    times[hour] = isoMicroseconds(generatedMs(series, runMs, hour), microseconds);
  }
  return times;
}

/** The newest file whose time is nearest to the one asked for, at most an hour away. */
export function findForecastHour(series: Series, timeMs: number, nowMs: number): ForecastHour | undefined {
  const found = nearestForecastHour(listStartedRuns(series, nowMs), timeMs, (runMs, hour) =>
    isGenerated(series, runMs, hour, nowMs),
  );
  return found && { forecast: { ...series, runMs: found.runMs }, hour: found.hour };
}

function runStepMs(series: Series): number {
  return series.model === 'intracycle' ? hourMs : 6 * hourMs;
}

function paceOf(series: Series): { startMs: number; eachMs: number } {
  if (series.model === 'intracycle') return { startMs: 25 * minuteMs, eachMs: 8 * secondMs };
  if (series.member !== undefined) return { startMs: 4 * hourMs, eachMs: 50 * secondMs };
  return { startMs: 3 * hourMs, eachMs: 40 * secondMs };
}
