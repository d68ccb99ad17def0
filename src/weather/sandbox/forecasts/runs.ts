import { notFound } from '../../../platform/errors.ts';
import { hourMs, minuteMs, secondMs } from '../../../time.ts';
import { isoMicroseconds } from '../../api-time.ts';
import { forecastHours, maxForecastHour, nearestForecastHour } from '../../forecast-hours.ts';
import type { RequestedHour, RequestedPoints, RequestedRun, Series } from '../../source.ts';
import { chance, chanceUses } from '../atmosphere/chance.ts';
import { archiveStartMs } from '../atmosphere/planet.ts';
import type { Forecast } from './forecast.ts';

/** One forecast at one of its available hours. */
export interface ForecastHour {
  forecast: Forecast;
  hour: number;
}

const availableHours = 48;

/** Finished runs of the last 48 hours, newest first. */
export function listAvailableRuns(series: Series, nowMs: number): number[] {
  return listStartedRuns(series, nowMs).filter((runMs) => isGenerated(series, runMs, maxForecastHour, nowMs));
}

/** Runs of the last 48 hours with at least one hour, newest first. Some may still be in progress. */
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

function isRun(series: Series, runMs: number, nowMs: number): boolean {
  return runMs >= archiveStartMs && runMs % runStepMs(series) === 0 && isGenerated(series, runMs, 0, nowMs);
}

function isRecent(runMs: number, nowMs: number): boolean {
  return runMs >= nowMs - availableHours * hourMs;
}

function isGenerated(series: Series, runMs: number, hour: number, nowMs: number): boolean {
  return generatedMs(series, runMs, hour) <= nowMs;
}

/** When an hour of a run becomes available, in whole milliseconds. */
function generatedMs(series: Series, runMs: number, hour: number): number {
  const { startMs, eachMs } = paceOf(series);
  const jitter = chance(chanceUses.generation, runMs / hourMs, hour);
  return Math.floor(runMs + startMs + (forecastHours.indexOf(hour) + 0.9 * jitter) * eachMs);
}

/** Times by hour. They have microseconds, because the public client requires a fraction. */
export function generationTimes(series: Series, runMs: number, nowMs: number): Record<string, string> {
  const times: Record<string, string> = {};
  for (const hour of listGeneratedHours(series, runMs, nowMs)) {
    const microseconds = Math.floor(1000 * chance(chanceUses.generation, runMs / hourMs, hour, 1));
    times[hour] = isoMicroseconds(generatedMs(series, runMs, hour), microseconds);
  }
  return times;
}

function runStepMs(series: Series): number {
  return series.model === 'intracycle' ? hourMs : 6 * hourMs;
}

function paceOf(series: Series): { startMs: number; eachMs: number } {
  if (series.model === 'intracycle') return { startMs: 25 * minuteMs, eachMs: 8 * secondMs };
  if (series.member !== undefined) return { startMs: 4 * hourMs, eachMs: 50 * secondMs };
  return { startMs: 3 * hourMs, eachMs: 40 * secondMs };
}

const noRun: Record<Series['model'], string> = {
  main: 'There is no run for this initialization_time. Runs start at 00, 06, 12 and 18 UTC, from 2024-01-01 on.',
  intracycle:
    'There is no run for this initialization_time. Intracycle runs start every hour, from 2024-01-01 on.',
};

export function requireFinishedRun({ series, runMs, externalModel }: RequestedRun, nowMs: number): Forecast {
  const model = externalModel ?? series.model;
  if (runMs === undefined) return { ...series, model, runMs: latestRunMs(series, nowMs) };
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, maxForecastHour, nowMs)) {
    throw notFound('This run is still in progress. Try again later, or request an earlier run.');
  }
  return { ...series, model, runMs };
}

export function requireForecastHour(requested: RequestedHour, nowMs: number): ForecastHour {
  const { series } = requested;
  if ('timeMs' in requested) {
    const found = nearestForecastHour(listStartedRuns(series, nowMs), requested.timeMs, (runMs, hour) =>
      isGenerated(series, runMs, hour, nowMs),
    );
    if (!found) throw notFound('No forecast is within an hour of this time.');
    return { forecast: { ...series, runMs: found.runMs }, hour: found.hour };
  }
  const { runMs, hour } = requested;
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, hour, nowMs)) throw notFound("This hour of the run isn't ready yet.");
  return { forecast: { ...series, runMs }, hour };
}

export function requirePointHours(
  requested: RequestedPoints,
  nowMs: number,
): { forecast: Forecast; hours: readonly number[] } {
  const series: Series = { model: 'main' };
  const { runMs = latestRunMs(series, nowMs), minHour, maxHour, minTimeMs, maxTimeMs } = requested;
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun.main);
  if (!isRecent(runMs, nowMs)) {
    throw notFound('This run is archived. Point forecasts use runs of the last 48 hours.');
  }
  const generated = isGenerated(series, runMs, maxForecastHour, nowMs)
    ? forecastHours
    : listGeneratedHours(series, runMs, nowMs);
  const hours = generated.filter((hour) => {
    const timeMs = runMs + hour * hourMs;
    return hour >= minHour && hour <= maxHour && timeMs >= minTimeMs && timeMs <= maxTimeMs;
  });
  return { forecast: { ...series, runMs }, hours };
}

export function latestRunMs(series: Series, nowMs: number): number {
  const step = runStepMs(series);
  let runMs = Math.floor(nowMs / step) * step;
  while (!isGenerated(series, runMs, maxForecastHour, nowMs)) runMs -= step;
  return runMs;
}
