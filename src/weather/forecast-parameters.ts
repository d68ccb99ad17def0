import type { Coordinates } from '../api/data-api.ts';
import { externalModels, type Member, memberCount } from '../api/parameters.ts';
import { badRequest } from '../platform/errors.ts';
import { maxPlaces, splitPairs } from './call-cost.ts';
import { forecastHours, maxForecastHour, nearestForecastHour } from './forecast-hours.ts';
import { inWords, numberOf, type Query } from './query.ts';
import type { RequestedHour, RequestedPoints, RequestedRun, Series } from './source.ts';

/** lat,lon;lat,lon */
export function readCoordinates(text: string | undefined): Coordinates[] {
  if (!text) throw badRequest('coordinates is required: latitude,longitude pairs separated by semicolons.');
  const pairs = splitPairs(text);
  if (pairs.length > maxPlaces) throw badRequest(`At most ${maxPlaces} places are allowed per call.`);
  return pairs.map((pair) => {
    const [latitude = Number.NaN, longitude = Number.NaN, ...more] = pair.split(',').map(numberOf);
    if (Number.isNaN(latitude + longitude) || more.length > 0) {
      throw badRequest(
        'coordinates must be latitude,longitude pairs separated by semicolons, such as 37,-121;40.3,-100.',
      );
    }
    if (Math.abs(latitude) > 90) throw badRequest('A latitude must be from -90 to 90.');
    if (longitude < -180 || longitude > 360) throw badRequest('A longitude must be from -180 to 360.');
    return { latitude, longitude };
  });
}

export function readSeries(query: Query): Series {
  const isIntracycle = query.isTrue('intracycle');
  const member = readMember(query);
  if (isIntracycle && member !== undefined) {
    throw badRequest('ens_member and intracycle cannot be combined: intracycle runs have no ensemble.');
  }
  if (isIntracycle) return { model: 'intracycle' };
  return member === undefined ? { model: 'main' } : { model: 'main', member };
}

/** A run of the main cycle. */
export function readRun(query: Query): RequestedRun {
  return { series: { model: 'main' }, runMs: query.findTimeMs('initialization_time') };
}

export function readDegreeDayRun(query: Query): RequestedRun {
  const series = readSeries(query);
  const externalModel = query.findOneOf('external_model', externalModels);
  if (externalModel && series.model === 'intracycle')
    throw badRequest('external_model and intracycle cannot be combined.');
  return { series, externalModel, runMs: query.findTimeMs('initialization_time') };
}

/** A file is chosen by time, or by run and hour, never by both. */
export function readForecastHour(query: Query): RequestedHour {
  const series = readSeries(query);
  const timeMs = query.findTimeMs('time');
  const runMs = query.findTimeMs('initialization_time');
  const hasHour = query.has('forecast_hour');
  if (timeMs !== undefined && (runMs !== undefined || hasHour)) {
    throw badRequest('Send either time, or initialization_time and forecast_hour, not both.');
  }
  if (timeMs !== undefined) return { series, timeMs };
  const hour = query.findWhole('forecast_hour', 0, maxForecastHour);
  if (runMs === undefined || hour === undefined) {
    throw badRequest('Send either time, or initialization_time and forecast_hour.');
  }
  if (!forecastHours.includes(hour))
    throw badRequest('forecast_hour must be 0 to 120, or a multiple of 6 up to 360.');
  return { series, runMs, hour };
}

/** Turns a time into an hour of one of these runs, newest first. Without a match the API answers with its own error. */
export function hourInRuns(runsMs: readonly number[], requested: RequestedHour): RequestedHour {
  const found = 'timeMs' in requested ? nearestForecastHour(runsMs, requested.timeMs) : undefined;
  return found ? { series: requested.series, ...found } : requested;
}

export function readPointHours(query: Query): Omit<RequestedPoints, 'places'> {
  const runMs = query.findTimeMs('initialization_time');
  const minHour = query.findWhole('min_forecast_hour', 0, maxForecastHour) ?? 0;
  const maxHour = query.findWhole('max_forecast_hour', 0, maxForecastHour) ?? maxForecastHour;
  if (minHour > maxHour) throw badRequest('min_forecast_hour must not be greater than max_forecast_hour.');
  const minTimeMs = query.findTimeMs('min_forecast_time') ?? Number.NEGATIVE_INFINITY;
  const maxTimeMs = query.findTimeMs('max_forecast_time') ?? Number.POSITIVE_INFINITY;
  if (minTimeMs > maxTimeMs) throw badRequest('min_forecast_time must not be later than max_forecast_time.');
  return { runMs, minHour, maxHour, minTimeMs, maxTimeMs };
}

function readMember(query: Query): Member | undefined {
  const text = query.find('ens_member');
  if (text === undefined) return undefined;
  if (text === 'mean') return 'mean';
  // Members can be counted from 0 or from 1: they are the same 25.
  if (/^\d{1,2}$/.test(text) && Number(text) <= memberCount) return Number(text) || memberCount;
  throw badRequest(
    `ens_member must be ${inWords(['mean', `a whole number from 0 to ${memberCount}`], 'or')}.`,
  );
}
