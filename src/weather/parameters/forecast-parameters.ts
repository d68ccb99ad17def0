import { badRequest, notFound } from '../../platform/errors.ts';
import { hourMs } from '../atmosphere/time.ts';
import { externalModels, type Forecast, type Member, memberCount } from '../forecasts/forecast.ts';
import {
  type ForecastHour,
  findForecastHour,
  forecastHourMax,
  forecastHours,
  isForecastHour,
  isGenerated,
  isRecent,
  isRun,
  listAvailableRuns,
  listGeneratedHours,
  type Series,
} from '../forecasts/runs.ts';
import { inWords, type Query } from './query.ts';

export const seriesParameters = ['ens_member', 'intracycle'] as const;
export const fileParameters = [...seriesParameters, 'time', 'initialization_time', 'forecast_hour'] as const;

const noRun: Record<Series['model'], string> = {
  main: 'There is no run for this initialization_time: runs are at 00, 06, 12 and 18 UTC, from 2024-01-01 on.',
  intracycle:
    'There is no run for this initialization_time: intracycle runs are at every hour, from 2024-01-01 on.',
};

export function readSeries(query: Query): Series {
  const isIntracycle = query.isTrue('intracycle');
  const member = readMember(query);
  if (isIntracycle && member !== undefined) {
    throw badRequest('ens_member and intracycle cannot be combined: intracycle runs have no ensemble.');
  }
  if (isIntracycle) return { model: 'intracycle' };
  return member === undefined ? { model: 'main' } : { model: 'main', member };
}

/** A run that is finished; the newest when none is named. */
export function requireFinishedRun(query: Query, series: Series, nowMs: number): Forecast {
  const runMs = query.findTimeMs('initialization_time');
  if (runMs === undefined) return { ...series, runMs: latestRunMs(series, nowMs) };
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, forecastHourMax, nowMs)) {
    throw notFound('This run is still being computed: please try again later, or ask for an earlier one.');
  }
  return { ...series, runMs };
}

export const degreeDayParameters = ['initialization_time', ...seriesParameters, 'external_model'] as const;

/** What degree days are calculated from: a run that is finished, or another model's of the same time. */
export function requireDegreeDayForecast(query: Query, nowMs: number): Forecast {
  const series = readSeries(query);
  const external = query.findOneOf('external_model', externalModels);
  if (external && series.model === 'intracycle')
    throw badRequest('external_model and intracycle cannot be combined.');
  const forecast = requireFinishedRun(query, series, nowMs);
  return external ? { ...forecast, model: external } : forecast;
}

/** A file by its time alone, or by run and hour; never by both. */
export function requireForecastHour(query: Query, nowMs: number): ForecastHour {
  const series = readSeries(query);
  const timeMs = query.findTimeMs('time');
  const runMs = query.findTimeMs('initialization_time');
  const hasHour = query.has('forecast_hour');
  if (timeMs !== undefined && (runMs !== undefined || hasHour)) {
    throw badRequest('Give either time, or initialization_time and forecast_hour, not both.');
  }
  if (timeMs !== undefined) {
    const found = findForecastHour(series, timeMs, nowMs);
    if (found) return found;
    throw notFound('No forecast is within an hour of this time.');
  }
  const hour = query.findWhole('forecast_hour', 0, forecastHourMax);
  if (runMs === undefined || hour === undefined) {
    throw badRequest('Give either time, or initialization_time and forecast_hour.');
  }
  if (!isForecastHour(hour))
    throw badRequest('forecast_hour must be 0 to 120, or a multiple of 6 up to 360.');
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun[series.model]);
  if (!isGenerated(series, runMs, hour, nowMs))
    throw notFound('This hour of the run is still being computed.');
  return { forecast: { ...series, runMs }, hour };
}

export const pointHourParameters = [
  'initialization_time',
  'min_forecast_time',
  'max_forecast_time',
  'min_forecast_hour',
  'max_forecast_hour',
] as const;

/** The run of a point forecast and those of its hours that are asked for. */
export function requirePointHours(
  query: Query,
  nowMs: number,
): { forecast: Forecast; hours: readonly number[] } {
  const series: Series = { model: 'main' };
  const runMs = query.findTimeMs('initialization_time') ?? latestRunMs(series, nowMs);
  if (!isRun(series, runMs, nowMs)) throw notFound(noRun.main);
  if (!isRecent(runMs, nowMs)) {
    throw notFound('This run is archived: point forecasts are made from runs of the last 48 hours.');
  }
  const first = query.findWhole('min_forecast_hour', 0, forecastHourMax) ?? 0;
  const last = query.findWhole('max_forecast_hour', 0, forecastHourMax) ?? forecastHourMax;
  if (first > last) throw badRequest('min_forecast_hour must not be greater than max_forecast_hour.');
  const firstMs = query.findTimeMs('min_forecast_time') ?? Number.NEGATIVE_INFINITY;
  const lastMs = query.findTimeMs('max_forecast_time') ?? Number.POSITIVE_INFINITY;
  if (firstMs > lastMs) throw badRequest('min_forecast_time must not be later than max_forecast_time.');
  const generated = isGenerated(series, runMs, forecastHourMax, nowMs)
    ? forecastHours
    : listGeneratedHours(series, runMs, nowMs);
  const hours = generated.filter((hour) => {
    const timeMs = runMs + hour * hourMs;
    return hour >= first && hour <= last && timeMs >= firstMs && timeMs <= lastMs;
  });
  return { forecast: { ...series, runMs }, hours };
}

function latestRunMs(series: Series, nowMs: number): number {
  return listAvailableRuns(series, nowMs)[0]!;
}

function readMember(query: Query): Member | undefined {
  const text = query.find('ens_member');
  if (text === undefined) return undefined;
  if (text === 'mean') return 'mean';
  // Counted from 0 or from 1, they are the same 25 members.
  if (/^\d{1,2}$/.test(text) && Number(text) <= memberCount) return Number(text) || memberCount;
  throw badRequest(
    `ens_member must be ${inWords(['mean', `a whole number from 0 to ${memberCount}`], 'or')}.`,
  );
}
