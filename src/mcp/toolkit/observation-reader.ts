import { badRequest } from '../../platform/errors.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../time.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { isBetween } from '../../weather/sandbox/atmosphere/planet.ts';
import type { ObservationQuery, WeatherSource } from '../../weather/source.ts';
import type { NamedRow } from './observation-rows.ts';

/** What one call may read, in pages: all balloons for an hour. In front of the provider each is a call of its API. */
const pagesMax = 20;
/** A page that a narrow filter leaves short has been looked for longer than a full one: six of them are a day. */
const shortPageCost = 3;
const pageRows = 1000;

interface ReadRows {
  rows: NamedRow[];
  /** Where to go on; undefined when everything has been read. */
  nextSince: bigint | undefined;
}

/** In the order of their arrival: a page, or as many as are needed to find a row. */
export async function readArrived(weather: WeatherSource, query: ObservationQuery): Promise<ReadRows> {
  return readPages(weather, query, ({ length }) => length > 0);
}

/** In the order of their arrival: all there is, up to what one call may look through. */
export const readWhole = (weather: WeatherSource, query: ObservationQuery) =>
  readPages(weather, query, () => false);

async function readPages(
  weather: WeatherSource,
  query: ObservationQuery,
  isEnough: (rows: NamedRow[]) => boolean,
): Promise<ReadRows> {
  const rows: NamedRow[] = [];
  let { sinceNanoseconds } = query;
  let pages = 0;
  while (pages < pagesMax) {
    const page = await readPage(weather, query, sinceNanoseconds);
    for (const row of page.rows) if (isRequested(row, query)) rows.push(row);
    if (!page.hasNextPage) return { rows, nextSince: undefined };
    pages += page.rows.length < pageRows ? shortPageCost : page.rows.length / pageRows;
    sinceNanoseconds = page.nextSince;
    if (isEnough(rows)) break;
  }
  if (rows.length > 0) return { rows, nextSince: sinceNanoseconds };
  const until = isoSeconds(Number(sinceNanoseconds! / 1_000_000n));
  throw badRequest(
    `Nothing was measured there up to ${until}, which is as far as one call looks. Ask from that time on with min_time, for a shorter time or a larger region, or give a mission_id.`,
  );
}

async function readPage(weather: WeatherSource, query: ObservationQuery, since: bigint | undefined) {
  const page = await weather.readObservations({
    ...query,
    sinceNanoseconds: since,
    hasMissionNames: true,
    hasUpdateTimes: true,
  });
  return { ...page, rows: page.rows as NamedRow[] };
}

/** Not every API applies every filter: that of the provider takes no bounds for super observations. */
function isRequested(row: NamedRow, query: ObservationQuery): boolean {
  const { minTimeMs = Number.NEGATIVE_INFINITY, maxTimeMs = Number.POSITIVE_INFINITY } = query;
  const { missionId, sinceNanoseconds: since } = query;
  const timeMs = row.timestamp * secondMs;
  return (
    timeMs >= minTimeMs &&
    timeMs <= maxTimeMs &&
    row.latitude >= query.minLatitude &&
    row.latitude <= query.maxLatitude &&
    isBetween(row.longitude, query.minLongitude, query.maxLongitude) &&
    (missionId === undefined || row.mission_id === missionId || row.mission_name === missionId) &&
    // The text of an arrival ends with the microsecond.
    (since === undefined || !(arrivalNanoseconds(row) < since - (since % 1000n)))
  );
}

/** 2026-11-15T06:00:00.123456+00:00; the fraction may be shorter or missing. */
export function arrivalNanoseconds({ updated_at }: NamedRow): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(updated_at) ?? [];
  const seconds = Math.floor((Date.parse(updated_at) || 0) / secondMs);
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** As many as fill one part of an answer: no further back is read. */
const enoughRows = 60;
/** Rows arrive minutes after they were measured, so that the newest window is seldom full. */
const firstWindowMs = 10 * minuteMs;
const pagesPerWindow = 4;
/** If the first window has more pages than this, a shorter one is tried. */
const pagesOfFirstWindow = 8;
/** A balloon measures more than a page of rows in this time. Only one of them is wanted, so the rest is skipped. */
const skippedStretchMinutes = 180;

interface NewestQuery {
  query: ObservationQuery;
  nowMs: number;
  /** Rows that arrived at this time or later are left out, so that all parts of an answer are made of the same rows. */
  asOfMs: number;
  /** One row of each mission in so many minutes. */
  everyMinutes: number | undefined;
  /** The names of missions that earlier parts have listed for the stretch in which the query ends. */
  listed: readonly string[];
}

interface NewestRows {
  /** All that were read, newest first. */
  read: NamedRow[];
  /** Those to list, newest first. */
  rows: NamedRow[];
  /** What was measured from here to `lastMs` has been read. */
  fromMs: number;
  lastMs: number;
  /** Nothing before this was requested. */
  firstMs: number;
}

/**
 * The newest rows first. The API pages forward in the order of arrival, so this reads windows of time, backwards from
 * the last, each of them whole. Without a first time or a mission it reads no more than a day.
 */
export async function readNewest(weather: WeatherSource, newest: NewestQuery): Promise<NewestRows> {
  const { everyMinutes, asOfMs } = newest;
  const { query, firstMs, lastMs } = await boundsOf(weather, newest);
  const [read, rows]: [NamedRow[], NamedRow[]] = [[], []];
  if (firstMs > lastMs) return { read, rows, fromMs: firstMs, lastMs, firstMs };
  const stretchOf = stretchesOf(everyMinutes);
  const isListed = listedOnce(newest, lastMs);
  const canSkip = query.missionId !== undefined && (everyMinutes ?? 0) >= skippedStretchMinutes;
  let [untilMs, windowMs, pagesLeft, isFirst] = [lastMs, firstWindowMs, pagesMax, true];
  do {
    const fromMs = Math.max(firstMs, wholeSecondMs(untilMs - windowMs));
    const window = await readWindow(
      weather,
      { ...query, minTimeMs: fromMs, maxTimeMs: untilMs },
      isFirst ? Math.min(pagesLeft, pagesOfFirstWindow) : pagesLeft,
    );
    pagesLeft -= window.pages;
    if (!window.isWhole) {
      // Its rows are the oldest of the window: there may be newer ones.
      if (!isFirst) break;
      windowMs /= 4;
      if (pagesLeft <= 0 || windowMs < secondMs) throw tooManyRows();
      continue;
    }
    const found = window.rows
      .filter((row) => hasArrived(row, asOfMs) && (isFirst || row.timestamp * secondMs < untilMs))
      .sort(newestFirst);
    for (const row of found) {
      read.push(row);
      if (!isListed(row)) rows.push(row);
    }
    const oldest = canSkip ? found.at(-1) : undefined;
    const stretch = stretchOf(fromMs / secondMs);
    const isSkipped = oldest !== undefined && stretchOf(oldest.timestamp) === stretch;
    windowMs = isSkipped ? firstWindowMs : (untilMs - fromMs) * growthAfter(window, pagesLeft);
    untilMs = isSkipped ? Math.max(firstMs, stretch * everyMinutes! * minuteMs) : fromMs;
    isFirst = false;
  } while (untilMs > firstMs && rows.length < enoughRows && pagesLeft > 0);
  return { read, rows, fromMs: untilMs, lastMs, firstMs };
}

/** A mission's rows lie in its flight: the time before and after it need not be looked through. */
async function boundsOf(weather: WeatherSource, { query, nowMs }: NewestQuery) {
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

interface Window {
  rows: NamedRow[];
  pages: number;
  /** False when there are more pages than it was allowed to read. */
  isWhole: boolean;
}

async function readWindow(
  weather: WeatherSource,
  query: ObservationQuery,
  pagesLimit: number,
): Promise<Window> {
  const rows: NamedRow[] = [];
  let since = query.sinceNanoseconds;
  for (let pages = 1; ; ) {
    const page = await readPage(weather, query, since);
    for (const row of page.rows) if (isRequested(row, query)) rows.push(row);
    if (!page.hasNextPage) return { rows, pages, isWhole: true };
    pages += page.rows.length < pageRows ? shortPageCost : 1;
    if (pages > pagesLimit) return { rows, pages: pages - 1, isWhole: false };
    since = page.nextSince;
  }
}

/** By how much the next window may be longer, so that it has a few pages and no more than are left. */
function growthAfter({ rows, pages }: Window, pagesLeft: number): number {
  if (rows.length === 0 && pages === 1) return 4;
  const used = pages > 1 ? pages : rows.length / pageRows;
  return Math.min(2.5, Math.min(pagesPerWindow, pagesLeft * 0.7) / used);
}

/** Whether a row is not to be listed: its mission has one in the same stretch. */
function listedOnce({ everyMinutes, listed }: NewestQuery, lastMs: number): (row: NamedRow) => boolean {
  const stretchOf = stretchesOf(everyMinutes);
  const nameIn = (mission: string, seconds: number) => `${mission} ${stretchOf(seconds)}`;
  const known = new Set(listed.map((mission) => nameIn(mission, lastMs / secondMs)));
  return ({ mission_name, timestamp }) => {
    const name = nameIn(mission_name, timestamp);
    if (known.has(name)) return true;
    if (everyMinutes !== undefined) known.add(name);
    return false;
  };
}

/** The number of the stretch of so many minutes in which a second lies; without minutes, the second itself. */
export const stretchesOf = (everyMinutes: number | undefined) => (seconds: number) =>
  Math.floor(everyMinutes === undefined ? seconds : seconds / (everyMinutes * 60));

/** A row without a readable time of arrival has arrived. */
const hasArrived = ({ updated_at }: NamedRow, asOfMs: number) => !(Date.parse(updated_at) >= asOfMs);

export const wholeSecondMs = (timeMs: number) => Math.floor(timeMs / secondMs) * secondMs;

const newestFirst = (one: NamedRow, other: NamedRow) =>
  other.timestamp - one.timestamp || (one.mission_name < other.mission_name ? -1 : 1);

const tooManyRows = () =>
  badRequest(
    'More was measured in this time than one call can read: ask for a shorter time, a smaller region or one mission_id.',
  );
