import { z } from 'zod';
import { api } from '../../urls.ts';
import { dayMs } from '../../weather/atmosphere/time.ts';
import type { ObservationKind } from '../../weather/balloons/observations.ts';
import {
  observationParameters,
  readObservationQuery,
} from '../../weather/parameters/observation-parameters.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { choice, whole } from '../toolkit/lenient.ts';
import { missionId, region, time } from '../toolkit/parameters.ts';
import { charactersOf, countFitting } from '../toolkit/parts.ts';
import { defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';
import { readArrived, readNewest, readWhole, thin } from './observation-reader.ts';
import {
  type NamedRow,
  observation,
  observationHeading,
  observationLine,
  observationOf,
} from './observation-row.ts';
import { observationSummary, summarizeRows, summaryLine } from './observation-summary.ts';

const input = z.strictObject({
  mission_id: missionId.optional(),
  min_time: time('Measured at or after this.'),
  max_time: time('Measured at or before this.'),
  ...region,
  every_minutes: whole(1, 1440)
    .optional()
    .describe('Only one row of each balloon in so many minutes, such as 30. Leave it out for every row.'),
  order: choice(['newest', 'arrival'])
    .optional()
    .describe(
      'newest, which is the default: by the time of measurement, of the last 24 hours if no time is given. arrival: as they came in, for collecting every row once.',
    ),
  since: z
    .preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string().max(40))
    .optional()
    .describe(
      'Only what arrived at or after this, in the order of arrival: a time, or seconds or nanoseconds since 1970.',
    ),
  after: z.string().max(40).optional().describe('For the next part: the last mission of max_time so far.'),
});
type Given = z.output<typeof input>;

interface Found {
  /** Of which the summary speaks. */
  read: NamedRow[];
  /** Those to list. */
  rows: NamedRow[];
  /** The arguments behind the first so many of the rows; undefined behind the last of all. */
  nextAfter(count: number): Partial<Given> | undefined;
  /** So many are a good end. */
  cut(count: number): number;
  /** The times with which the API has the first so many of the rows, as its forms take them. */
  timesOf(count: number): Pick<Given, 'since' | 'min_time' | 'max_time'>;
}

/** Observations and super observations are asked for alike. */
export function observationTool(kind: ObservationKind, { name, title }: { name: string; title: string }) {
  return defineTool({
    name,
    title,
    path: `${api}/${kind}.json`,
    input,
    output: z.object({
      summary: observationSummary,
      observations: z.array(observation),
      next_arguments: nextArguments,
    }),
    async answer(given, { checks, weather, now }) {
      const isByArrival = (given.order ?? (given.since === undefined ? 'newest' : 'arrival')) === 'arrival';
      const found = isByArrival
        ? await findArrived(weather, kind, given)
        : await findNewest(weather, kind, given, now());
      const summary = summarizeRows(found.read);
      const listed = found.rows.map(observationOf);
      const fitting = countFitting(
        listed,
        (each) => charactersOf(each, observationLine(each)),
        charactersOf(summary, summaryLine(summary)),
      );
      const count = fitting < listed.length ? found.cut(fitting) : fitting;
      const more = found.nextAfter(count);
      const next = more && { ...given, ...more };
      const observations = listed.slice(0, count);
      const order = isByArrival ? 'in the order of their arrival' : 'newest first';
      const text = [
        `${title}: ${summaryLine(summary)} Times are UTC.`,
        ...(count > 0 ? [`${count} of these, ${order}:`, observationHeading] : []),
        ...observations.map(observationLine),
        nextLine(next),
      ];
      const same = { ...given, ...found.timesOf(count), include_mission_name: true };
      const check = checks.form(`/${kind}.json`, same);
      return { text: text.join('\n'), data: { summary, observations, next_arguments: next }, check };
    },
  });
}

async function findArrived(weather: WeatherSource, kind: ObservationKind, given: Given): Promise<Found> {
  const { every_minutes } = given;
  const query = readObservationQuery(kind, queryOf(given, observationParameters));
  const { rows: read, nextSince } = await (every_minutes ? readWhole : readArrived)(weather, query);
  const rows = every_minutes ? thin(read, every_minutes) : read;
  return {
    read,
    rows,
    cut: (count) => lastWholePacket(rows, count),
    timesOf: () => ({
      since: query.sinceNanoseconds?.toString(),
      min_time: secondsText(query.minTimeMs),
      max_time: secondsText(query.maxTimeMs),
    }),
    nextAfter(count) {
      const since = count < rows.length ? arrivalNanoseconds(rows[count]!) : nextSince;
      return since === undefined ? undefined : { since: String(since) };
    },
  };
}

async function findNewest(
  weather: WeatherSource,
  kind: ObservationKind,
  given: Given,
  nowMs: number,
): Promise<Found> {
  const query = readObservationQuery(kind, queryOf(given, observationParameters));
  const {
    read,
    rows: newestRows,
    isAll,
  } = await readNewest(weather, {
    query,
    nowMs,
    everyMinutes: given.every_minutes,
  });
  const newest = query.maxTimeMs === undefined ? undefined : query.maxTimeMs / 1000;
  const isSeen = ({ timestamp, mission_name }: NamedRow) =>
    given.after !== undefined && timestamp === newest && mission_name <= given.after;
  const rows = newestRows.filter((row) => !isSeen(row));
  return {
    read,
    rows,
    cut: (count) => count,
    timesOf(count) {
      const [first, last] = [rows[0], rows[count - 1]];
      if (first && last) return { min_time: String(last.timestamp), max_time: String(first.timestamp) };
      return {
        min_time: secondsText(query.minTimeMs ?? nowMs - dayMs),
        max_time: secondsText(query.maxTimeMs),
      };
    },
    nextAfter(count) {
      const last = rows[count - 1];
      if (!last || (isAll && count === rows.length)) return undefined;
      return { max_time: last.time, after: last.mission_name };
    },
  };
}

const secondsText = (timeMs: number | undefined) =>
  timeMs === undefined ? undefined : String(Math.floor(timeMs / 1000));

/**
 * Rows of one packet have arrived in the same microsecond, and no more than that is told of the time. A part
 * therefore ends with a packet: the next one can begin exactly behind it.
 */
function lastWholePacket(rows: NamedRow[], count: number): number {
  const isBegun = (index: number) => rows[index]!.updated_at === rows[index - 1]!.updated_at;
  let end = count;
  while (end > 0 && end < rows.length && isBegun(end)) end--;
  return end;
}

/** 2026-11-15T06:00:00.123456+00:00 */
function arrivalNanoseconds({ updated_at }: NamedRow): bigint {
  const [seconds, microseconds] = [updated_at.slice(0, 19), updated_at.slice(20, 26)];
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(microseconds) * 1000n;
}
