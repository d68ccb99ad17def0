import { notFound } from '../../../platform/errors.ts';
import { hourMs } from '../../../time.ts';
import { forecastHours, maxForecastHour } from '../../forecast-hours.ts';
import type { RequestedHour, RequestedPoints, RequestedRun, Series } from '../../source.ts';
import type { Forecast } from './forecast.ts';
import {
  type ForecastHour,
  findForecastHour,
  isGenerated,
  isRecent,
  isRun,
  listAvailableRuns,
  listGeneratedHours,
} from './runs.ts';

const noRun: Record<Series['model'], string> = {
  main: 'There is no run for this initialization_time: runs are at 00, 06, 12 and 18 UTC, from 2024-01-01 on.',
  intracycle:
    'There is no run for this initialization_time: intracycle runs are at every hour, from 2024-01-01 on.',
};

/** A run that is finished. */
export function requireFinishedRun({ series, runMs, externalModel }: RequestedRun, nowMs: number): Forecast {
  const model = externalModel ?? series.model;
  if (runMs === undefined) return { ...series, model, runMs: latestRunMs(series, nowMs) };
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, maxForecastHour, nowMs)) {
    throw notFound('This run is still being computed: please try again later, or ask for an earlier one.');
  }
  return { ...series, model, runMs };
}

export function requireForecastHour(requested: RequestedHour, nowMs: number): ForecastHour {
  const { series } = requested;
  if ('timeMs' in requested) {
    const found = findForecastHour(series, requested.timeMs, nowMs);
    if (found) return found;
    throw notFound('No forecast is within an hour of this time.');
  }
  const { runMs, hour } = requested;
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, hour, nowMs))
    throw notFound('This hour of the run is still being computed.');
  return { forecast: { ...series, runMs }, hour };
}

/** The run of a point forecast and those of its hours that are asked for. */
export function requirePointHours(
  requested: RequestedPoints,
  nowMs: number,
): { forecast: Forecast; hours: readonly number[] } {
  const series: Series = { model: 'main' };
  const { runMs = latestRunMs(series, nowMs), minHour, maxHour, minTimeMs, maxTimeMs } = requested;
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun.main);
  if (!isRecent(runMs, nowMs)) {
    throw notFound('This run is archived: point forecasts are made from runs of the last 48 hours.');
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

function latestRunMs(series: Series, nowMs: number): number {
  return listAvailableRuns(series, nowMs)[0]!;
}
