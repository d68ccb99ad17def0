import { badRequest } from '../../platform/errors.ts';
import { hourMs, isoSeconds, minuteMs } from '../../weather/atmosphere/time.ts';
import type { ObservationQuery } from '../../weather/balloons/observation-pages.ts';
import type { WeatherSource } from '../../weather/source.ts';
import type { NamedRow } from './observation-row.ts';

/** What one call may read: all balloons for an hour. */
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
    const page = await weather.readObservations({
      ...query,
      sinceNanoseconds,
      hasMissionNames: true,
      hasUpdateTimes: true,
    });
    for (const row of page.rows) rows.push(row as NamedRow);
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

/** So many are enough to answer with: no further back is looked. */
const enoughRows = 30;
const backHours = [0.5, 2, 6, 24];

interface Newest {
  query: ObservationQuery;
  nowMs: number;
  /** One of each mission in so many minutes. */
  everyMinutes: number | undefined;
}

/** The newest first. Without a first time or a mission no more than a day is looked back. */
export async function readNewest(
  weather: WeatherSource,
  { query, nowMs, everyMinutes }: Newest,
): Promise<{ read: NamedRow[]; rows: NamedRow[]; isAll: boolean }> {
  const lastMs = Math.min(nowMs, query.maxTimeMs ?? nowMs);
  const firstMs = query.minTimeMs ?? (query.missionId ? undefined : lastMs - backHours.at(-1)! * hourMs);
  for (const hours of [...backHours, undefined]) {
    const backMs = hours === undefined ? undefined : lastMs - hours * hourMs;
    const minTimeMs = backMs === undefined ? firstMs : Math.max(backMs, firstMs ?? backMs);
    const isAll = minTimeMs === firstMs;
    const { rows } = await readWhole(weather, { ...query, minTimeMs });
    rows.sort(newestFirst);
    const thinned = everyMinutes === undefined ? rows : thin(rows, everyMinutes);
    if (isAll || thinned.length >= enoughRows) return { read: rows, rows: thinned, isAll };
  }
  return { read: [], rows: [], isAll: true };
}

const newestFirst = (one: NamedRow, other: NamedRow) =>
  other.timestamp - one.timestamp || (one.mission_name < other.mission_name ? -1 : 1);

/** The first row of each mission in each stretch of so many minutes, whichever way they are sorted. */
export function thin(rows: NamedRow[], everyMinutes: number): NamedRow[] {
  const stretchSeconds = (everyMinutes * minuteMs) / 1000;
  const last = new Map<string, number>();
  return rows.filter(({ mission_id, timestamp }) => {
    const stretch = Math.floor(timestamp / stretchSeconds);
    if (last.get(mission_id) === stretch) return false;
    last.set(mission_id, stretch);
    return true;
  });
}
