import { isLongitudeBetween } from '../../pictures/sounding/math.ts';
import { badRequest } from '../../platform/errors.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../time.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import type { ObservationQuery, WeatherSource } from '../../weather/source.ts';
import type { NamedRow } from './observation-rows.ts';

/** The limit for one call: all balloons for an hour. Each page is a call of the provider's API, if there is one. */
const maxPages = 20;
/** A page that a narrow filter leaves short took longer to find than a full one. Six of them cover a day. */
const shortPageCost = 3;
const pageRows = 1000;

/** Pages in the order of arrival. `nextSince` is undefined for the last one, and `size` counts unfiltered rows. */
async function* readPages(weather: WeatherSource, query: ObservationQuery) {
  let since = query.sinceNanoseconds;
  for (let hasNextPage = true; hasNextPage; ) {
    const page = await weather.readObservations({
      ...query,
      sinceNanoseconds: since,
      hasMissionNames: true,
      hasUpdateTimes: true,
    });
    const rows = page.rows as NamedRow[];
    ({ hasNextPage } = page);
    since = page.nextSince;
    yield {
      rows: rows.filter((row) => isRequested(row, query)),
      nextSince: hasNextPage ? page.nextSince : undefined,
      size: rows.length,
    };
  }
}

/** Some APIs ignore a filter: the provider's takes no bounds for super observations. */
function isRequested(row: NamedRow, query: ObservationQuery): boolean {
  const { minTimeMs = Number.NEGATIVE_INFINITY, maxTimeMs = Number.POSITIVE_INFINITY } = query;
  const { missionId, sinceNanoseconds: since } = query;
  const timeMs = row.timestamp * secondMs;
  return (
    timeMs >= minTimeMs &&
    timeMs <= maxTimeMs &&
    row.latitude >= (query.minLatitude ?? -90) &&
    row.latitude <= (query.maxLatitude ?? 90) &&
    isLongitudeBetween(row.longitude, query.minLongitude, query.maxLongitude) &&
    (missionId === undefined || row.mission_id === missionId || row.mission_name === missionId) &&
    // The arrival time in a row has microseconds only.
    (since === undefined || !(arrivalNanoseconds(row) < since - (since % 1000n)))
  );
}

/** Reads 2026-11-15T06:00:00.123456+00:00; the fraction may be shorter or missing. */
export function arrivalNanoseconds({ updated_at }: NamedRow): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(updated_at) ?? [];
  const seconds = Math.floor((Date.parse(updated_at) || 0) / secondMs);
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/**
 * Rows in the order of arrival: all of them, up to the limit of one call, or only one page, or as many pages as are
 * needed to find a row.
 */
export async function readByArrival(
  weather: WeatherSource,
  query: ObservationQuery,
  { isFirstPageEnough }: { isFirstPageEnough: boolean },
) {
  const rows: NamedRow[] = [];
  let cost = 0;
  /** The position at which the next call continues; undefined when everything has been read. */
  let nextSince: bigint | undefined;
  for await (const page of readPages(weather, query)) {
    for (const row of page.rows) rows.push(row);
    cost += page.size < pageRows ? shortPageCost : page.size / pageRows;
    ({ nextSince } = page);
    if (cost >= maxPages || (isFirstPageEnough && rows.length > 0)) break;
  }
  if (rows.length > 0 || nextSince === undefined) return { rows, nextSince };
  const until = isoSeconds(Number(nextSince / 1_000_000n));
  throw badRequest(
    `Nothing was measured there up to ${until}, and one call reads no further. Continue with min_time, request a shorter time or a larger region, or pass a mission_id.`,
  );
}

/** One part of an answer holds fewer rows, so no further rows are read. */
export const enoughForPart = 40;
/** Rows arrive minutes after they were measured, so the newest window is seldom full. */
const firstWindowMs = 10 * minuteMs;
const pagesPerWindow = 4;
/** If the first window has more pages than this, a shorter one is tried. */
const maxFirstWindowPages = 8;
/** A balloon measures more than a page of rows in this time, and one is listed, so the rest of the interval is skipped. */
const minSkippedMinutes = 180;

interface NewestQuery {
  query: ObservationQuery;
  nowMs: number;
  /** Rows that arrived at this time or later are excluded, so that all parts of an answer come from the same rows. */
  asOfMs: number;
  /** Lists one row of each mission per interval of this length. */
  everyMinutes: number | undefined;
  /** The missions that earlier parts have listed for the interval in which the query ends. */
  listedMissions: readonly string[];
  /** Reading stops when there are so many rows to list. */
  enoughRows: number;
}

/**
 * Rows newest first: `read` has all that were read, `rows` those to list, and everything measured from `fromMs` to
 * `lastMs` has been read. The API pages forward in the order of arrival, so this reads whole windows of time, backwards
 * from the last. Without a first time or a mission it reads at most a day.
 */
export async function readNewestRows(weather: WeatherSource, newest: NewestQuery) {
  const { everyMinutes, asOfMs, enoughRows } = newest;
  const { query, firstMs, lastMs } = await findBounds(weather, newest);
  const [read, rows]: [NamedRow[], NamedRow[]] = [[], []];
  if (firstMs > lastMs) return { read, rows, fromMs: firstMs, lastMs, firstMs };
  const intervalAt = intervalIndex(everyMinutes);
  const isListed = createListedCheck(newest, lastMs);
  const skippedMinutes =
    query.missionId !== undefined && (everyMinutes ?? 0) >= minSkippedMinutes ? everyMinutes : undefined;
  let [untilMs, windowMs, pagesLeft, isFirst] = [lastMs, firstWindowMs, maxPages, true];
  do {
    const fromMs = Math.max(firstMs, wholeSecondMs(untilMs - windowMs));
    const window = await readWindow(
      weather,
      { ...query, minTimeMs: fromMs, maxTimeMs: untilMs },
      isFirst ? Math.min(pagesLeft, maxFirstWindowPages) : pagesLeft,
    );
    pagesLeft -= window.pages;
    if (!window.isWhole) {
      // An incomplete window has its oldest rows, and there may be newer ones.
      if (!isFirst) break;
      windowMs /= 4;
      if (pagesLeft <= 0 || windowMs < secondMs)
        throw badRequest(
          'One call cannot read that many rows: request a shorter time, a smaller region or one mission_id.',
        );
      continue;
    }
    const found = window.rows
      // A row without a readable arrival time counts as arrived.
      .filter((row) => !(Date.parse(row.updated_at) >= asOfMs))
      .filter((row) => isFirst || row.timestamp * secondMs < untilMs)
      .sort(compareNewestFirst);
    for (const row of found) {
      read.push(row);
      if (!isListed(row)) rows.push(row);
    }
    const oldest = found.at(-1);
    const interval = intervalAt(fromMs / secondMs);
    if (skippedMinutes !== undefined && oldest && intervalAt(oldest.timestamp) === interval) {
      windowMs = firstWindowMs;
      untilMs = Math.max(firstMs, interval * skippedMinutes * minuteMs);
    } else {
      windowMs = (untilMs - fromMs) * findGrowth(window, pagesLeft);
      untilMs = fromMs;
    }
    isFirst = false;
  } while (untilMs > firstMs && rows.length < enoughRows && pagesLeft > 0);
  return { read, rows, fromMs: untilMs, lastMs, firstMs };
}

/** All rows of a mission lie within its flight, so the time before and after it is not searched. */
async function findBounds(weather: WeatherSource, { query, nowMs }: NewestQuery) {
  const lastMs = Math.min(nowMs, query.maxTimeMs ?? nowMs);
  const { missionId, minTimeMs, sinceNanoseconds: since } = query;
  const isShort = minTimeMs !== undefined && lastMs - minTimeMs <= dayMs;
  const mission = missionId === undefined || isShort ? undefined : await weather.findMission(missionId);
  if (!mission) {
    const sinceMs = since === undefined ? lastMs : Number(since / 1_000_000n);
    return { query, firstMs: minTimeMs ?? Math.min(lastMs, sinceMs) - dayMs, lastMs };
  }
  const { id, isFlying, launch_time } = mission;
  const points = isFlying && launch_time ? [] : await weather.readFlightData(id);
  const launchMs = Date.parse(launch_time || points[0]?.time || '');
  const endMs = isFlying ? nowMs : Date.parse(points.at(-1)?.time ?? '');
  return {
    query: { ...query, missionId: id },
    firstMs: Math.max(minTimeMs ?? 0, wholeSecondMs((launchMs || lastMs - dayMs) - hourMs)),
    lastMs: Math.min(lastMs, (endMs || nowMs) + hourMs),
  };
}

/** `isWhole` is false if the window has more pages than the limit. */
async function readWindow(weather: WeatherSource, query: ObservationQuery, limit: number) {
  const rows: NamedRow[] = [];
  let pages = 0;
  for await (const page of readPages(weather, query)) {
    for (const row of page.rows) rows.push(row);
    if (page.nextSince === undefined) break;
    pages += page.size < pageRows ? shortPageCost : 1;
    if (pages + 1 > limit) return { rows, pages, isWhole: false };
  }
  return { rows, pages: pages + 1, isWhole: true };
}

/** The factor by which the next window is longer, so that it has a few pages and no more than are left. */
function findGrowth({ rows, pages }: { rows: NamedRow[]; pages: number }, pagesLeft: number): number {
  if (rows.length === 0 && pages === 1) return 4;
  const used = pages > 1 ? pages : rows.length / pageRows;
  return Math.min(2.5, Math.min(pagesPerWindow, pagesLeft * 0.7) / used);
}

/** Tells whether a mission already has a row in the interval of a row. */
function createListedCheck({ everyMinutes, listedMissions }: NewestQuery, lastMs: number) {
  const intervalAt = intervalIndex(everyMinutes);
  const toKey = (mission: string, seconds: number) => `${mission} ${intervalAt(seconds)}`;
  const listed = new Set(listedMissions.map((mission) => toKey(mission, lastMs / secondMs)));
  return ({ mission_name, timestamp }: NamedRow): boolean => {
    const key = toKey(mission_name, timestamp);
    if (listed.has(key)) return true;
    if (everyMinutes !== undefined) listed.add(key);
    return false;
  };
}

/** The number of the interval of `everyMinutes` that contains a second; without minutes, the second itself. */
export const intervalIndex = (everyMinutes: number | undefined) => (seconds: number) =>
  Math.floor(everyMinutes === undefined ? seconds : seconds / (everyMinutes * 60));

export const wholeSecondMs = (timeMs: number) => Math.floor(timeMs / secondMs) * secondMs;

const compareNewestFirst = (one: NamedRow, other: NamedRow) =>
  other.timestamp - one.timestamp || (one.mission_name < other.mission_name ? -1 : 1);
