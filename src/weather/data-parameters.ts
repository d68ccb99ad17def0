import type { ObservationKind } from '../api/parameters.ts';
import { badRequest } from '../platform/errors.ts';
import { findTimeMs } from './api-time.ts';
import type { Query } from './query.ts';
import type { ObservationQuery } from './source.ts';

/** The default size of a page. */
const missionsAPage = 64;

export function readMissionPage(query: Query): { first: number; end: number } {
  const size = query.findWhole('page_size', 1, 500) ?? missionsAPage;
  const first = (query.findWhole('page', 0, 1_000_000) ?? 0) * size;
  return { first, end: first + size };
}

/** A link to the next page repeats these. Clients add the others themselves. */
const linkedParameters = [
  'mission_id',
  'min_latitude',
  'max_latitude',
  'min_longitude',
  'max_longitude',
  'include_updated_at',
] as const;

/** A greater number is in nanoseconds; as seconds it would be after the year 2096. */
const maxSeconds = 4_000_000_000n;
const nanosecondsPerSecond = 1_000_000_000n;
/** The documented 64-bit integer ends here, in the year 2262. */
const maxNanoseconds = 2n ** 63n - 1n;

export function readObservationQuery(kind: ObservationKind, query: Query): ObservationQuery {
  const minTimeMs = readTimeMs(query, 'min_time');
  const maxTimeMs = readTimeMs(query, 'max_time');
  if (minTimeMs !== undefined && maxTimeMs !== undefined && minTimeMs > maxTimeMs)
    throw badRequest('min_time must not be later than max_time.');
  const minLatitude = query.findNumber('min_latitude', -90, 90);
  const maxLatitude = query.findNumber('max_latitude', -90, 90);
  if ((minLatitude ?? -90) > (maxLatitude ?? 90))
    throw badRequest('min_latitude must not be greater than max_latitude.');
  return {
    kind,
    minTimeMs,
    maxTimeMs,
    minLatitude,
    maxLatitude,
    minLongitude: query.findNumber('min_longitude', -180, 360),
    maxLongitude: query.findNumber('max_longitude', -180, 360),
    missionId: query.find('mission_id'),
    sinceNanoseconds: readNanoseconds(query, 'since'),
    hasIds: query.isTrue('include_ids'),
    hasMissionNames: query.isTrue('include_mission_name'),
    hasUpdateTimes: query.isTrue('include_updated_at'),
  };
}

export function nextPageUrl(endpointUrl: string, query: Query, nextSince: bigint): string {
  const parameters = new URLSearchParams({ since: String(nextSince) });
  for (const name of linkedParameters) {
    const value = query.find(name);
    if (value !== undefined) parameters.set(name, value);
  }
  return `${endpointUrl}?${parameters}`;
}

function readTimeMs(query: Query, name: string): number | undefined {
  const nanoseconds = readNanoseconds(query, name);
  return nanoseconds === undefined ? undefined : Number(nanoseconds / 1_000_000n);
}

function readNanoseconds(query: Query, name: string): bigint | undefined {
  const text = query.find(name);
  if (text === undefined) return undefined;
  if (/^\d{1,19}$/.test(text) && BigInt(text) <= maxNanoseconds) {
    const value = BigInt(text);
    return value > maxSeconds ? value : value * nanosecondsPerSecond;
  }
  const timeMs = text.includes('-') ? findTimeMs(text) : undefined;
  if (timeMs === undefined || timeMs < 0) {
    throw badRequest(
      `${name} must be a time: Unix seconds or nanoseconds, or a text such as 2026-11-15T00:00:00Z.`,
    );
  }
  return BigInt(timeMs) * 1_000_000n;
}
