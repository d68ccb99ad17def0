import { z } from 'zod';
import { type ObservationKind, observationParameters } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { readObservationQuery } from '../../weather/data-parameters.ts';
import type { ObservationQuery, WeatherSource } from '../../weather/source.ts';
import {
  arrivalNanoseconds,
  enoughForPart,
  intervalIndex,
  readByArrival,
  readNewestRows,
  wholeSecondMs,
} from '../toolkit/observation-reader.ts';
import {
  formatObservation,
  formatSummary,
  type NamedRow,
  observation,
  observationHeading,
  observationSummary,
  summarizeObservations,
  toObservation,
} from '../toolkit/observation-rows.ts';
import { choice, integer, missionId, readTimeMs, time, utc } from '../toolkit/parameters.ts';
import { region } from '../toolkit/positions.ts';
import { countFitting, defineTool, nextArguments, nextLine, toQuery } from '../toolkit/tool.ts';

const input = z.strictObject({
  mission_id: missionId.optional(),
  min_time: time('Measured at or after this.'),
  max_time: time('Measured at or before this.'),
  ...region,
  every_minutes: integer(1, 1440)
    .optional()
    .describe('One row per balloon and interval of this many minutes, such as 30. Defaults to every row.'),
  order_by: choice(['newest', 'arrival', 'height', 'speed'], { altitude: 'height', wind: 'speed' })
    .optional()
    .describe(
      "newest (default): by time of measurement, the last 24 hours if no time is given. height, speed: the highest, or the strongest wind, first. arrival: as rows came in, to collect each row once; can't be combined with every_minutes.",
    ),
  limit: integer(1, 10_000).optional().describe('How many rows to list. Defaults to all.'),
  since: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().max(40))
    .optional()
    .describe(
      'Only rows that arrived at or after this: a time, or seconds or nanoseconds since 1970. In order of arrival, unless every_minutes is given.',
    ),
  as_of: time('For the next part: only rows that had arrived before this.'),
  after: z
    .string()
    .max(8000)
    .optional()
    .describe('For the next part: balloons already listed for the time of max_time, separated by commas.'),
});
type Input = z.output<typeof input>;

/** The rows of an answer, of which the first `count` fit into this part. */
interface FoundRows {
  /** All rows that were read, for the summary. */
  read: NamedRow[];
  rows: NamedRow[];
  /** The time by which the rows had arrived. */
  asOf: string | undefined;
  /** The arguments for the rows after the first `count`; undefined if there are no more. */
  findNext(count: number): Partial<Input> | undefined;
  /** Reduces `count` so that the next part can start exactly after it. */
  trim(count: number): number;
  /** Says how to get earlier rows of a list by height or speed, which has no next part. */
  advice: string[];
  /** The time that this part covers; undefined in the order of arrival. */
  findCovered(count: number): { from: string; until: string } | undefined;
  /** The times with which the API's form shows these rows. */
  findFormTimes(count: number): Pick<Input, 'since' | 'min_time' | 'max_time'>;
}

function defineObservationTool(kind: ObservationKind, title: string) {
  return defineTool({
    name: `get_${kind}`,
    title,
    path: `${api}/${kind}.json`,
    input,
    output: z.object({
      summary: observationSummary,
      covered: z
        .object({ from: utc, until: utc })
        .optional()
        .describe('This part has everything measured in this time; only if newest first'),
      as_of: z.string().optional().describe('No part has rows that arrived later, UTC'),
      observations: z.array(observation),
      next_arguments: nextArguments,
    }),
    async answer(given, { checks, weather, now }) {
      const isByArrival = isInOrderOfArrival(given);
      const query = readObservationQuery(kind, toQuery(given, observationParameters));
      const found = isByArrival
        ? await findByArrival(weather, query)
        : await findNewest(weather, query, given, now());
      const summary = summarizeObservations(found.read);
      const { limit = Number.POSITIVE_INFINITY, order_by = 'newest' } = given;
      const listable = found.rows.slice(0, Math.min(limit, enoughForPart)).map(toObservation);
      // The arguments for the next part may list all missions.
      const missionsLength = [...new Set(listable.map((row) => row.mission_name))].join(',').length;
      const fitting = countFitting(
        listable,
        formatObservation,
        formatSummary(summary).length + missionsLength,
      );
      const count = fitting < Math.min(limit, found.rows.length) ? found.trim(fitting) : fitting;
      const more = count < limit ? found.findNext(count) : undefined;
      const next = more && { ...given, ...(given.limit && { limit: limit - count }), ...more };
      const observations = found.rows.slice(0, count).map(toObservation);
      const order = isByArrival ? orderTexts.arrival : orderTexts[order_by];
      const covered = found.findCovered(count);
      const text = [
        `${title}: ${formatSummary(summary)} Times are UTC.`,
        ...(covered ? [formatCovered(covered, next !== undefined, kind)] : []),
        ...found.advice,
        ...(count > 0 ? [`${count} of these, ${order}:`, observationHeading] : []),
        ...observations.map(formatObservation),
        nextLine(next),
      ];
      const check = checks.form(`/${kind}.json`, {
        ...given,
        ...found.findFormTimes(count),
        include_mission_name: true,
      });
      const data = { summary, covered, as_of: found.asOf, observations, next_arguments: next };
      return { text: text.join('\n'), data, check };
    },
  });
}

export const getObservations = defineObservationTool('observations', 'Observations');
export const getSuperObservations = defineObservationTool('super_observations', 'Super observations');

const orderTexts = {
  newest: 'newest first',
  arrival: 'in order of arrival',
  height: 'highest first',
  speed: 'strongest wind first',
};

/** What is greatest first. Rows without a value are last. */
const orders = {
  height: ({ altitude }: NamedRow) => altitude ?? Number.NEGATIVE_INFINITY,
  speed: ({ speed_u: u, speed_v: v }: NamedRow) => (u === null || v === null ? -1 : Math.hypot(u, v)),
};

function isInOrderOfArrival({ order_by, since, every_minutes, as_of, after }: Input): boolean {
  if (order_by === 'arrival' && every_minutes !== undefined)
    throw badRequest(
      'every_minutes works with newest first only: omit order_by, or omit every_minutes to get every row.',
    );
  const isByArrival =
    order_by === 'arrival' || (!order_by && since !== undefined && every_minutes === undefined);
  if (isByArrival && (as_of ?? after) !== undefined)
    throw badRequest('as_of and after work with newest first only: omit them in order of arrival.');
  return isByArrival;
}

async function findByArrival(weather: WeatherSource, query: ObservationQuery): Promise<FoundRows> {
  const { rows, nextSince } = await readByArrival(weather, query, { isFirstPageEnough: true });
  return {
    read: rows,
    rows,
    asOf: undefined,
    trim: (count) => trimToPacket(rows, count),
    advice: [],
    findCovered: () => undefined,
    findFormTimes: () => ({
      since: query.sinceNanoseconds?.toString(),
      min_time: formatFormTime(query.minTimeMs),
      max_time: formatFormTime(query.maxTimeMs),
    }),
    findNext(count) {
      const following = rows[count];
      const since = following ? arrivalNanoseconds(following) : nextSince;
      return since === undefined ? undefined : { since: String(since) };
    },
  };
}

/**
 * Rows of one packet arrive in the same microsecond, and arrival times are no finer. A part therefore ends with a
 * packet, so that the next part can start exactly after it. It has at least one packet.
 */
function trimToPacket(rows: NamedRow[], count: number): number {
  const isInside = (end: number) =>
    end > 0 && end < rows.length && rows[end]?.updated_at === rows[end - 1]?.updated_at;
  let end = count;
  while (isInside(end)) end--;
  if (end > 0) return end;
  end = count;
  while (isInside(end)) end++;
  return end;
}

async function findNewest(
  weather: WeatherSource,
  query: ObservationQuery,
  { as_of, after, every_minutes: everyMinutes, order_by, limit = enoughForPart }: Input,
  nowMs: number,
): Promise<FoundRows> {
  const asOfMs = Math.min(
    wholeSecondMs(nowMs),
    as_of === undefined ? Number.POSITIVE_INFINITY : readTimeMs('as_of', as_of),
  );
  const listedMissions = readMissionNames(after);
  const orderOf = order_by === 'height' || order_by === 'speed' ? orders[order_by] : undefined;
  // The highest row is only known when all have been read.
  const enoughRows = orderOf ? Number.POSITIVE_INFINITY : Math.min(limit, enoughForPart);
  const reading = { query, nowMs, asOfMs, everyMinutes, listedMissions, enoughRows };
  const { read, rows, fromMs, firstMs, lastMs } = await readNewestRows(weather, reading);
  if (orderOf) {
    // Other requests get the thread before and after so many rows are sorted.
    await new Promise(setImmediate);
    rows.sort((one, other) => orderOf(other) - orderOf(one));
    await new Promise(setImmediate);
  }
  const intervalAt = intervalIndex(everyMinutes);
  /** The next part has everything that was measured before this. */
  const findEndMs = (count: number) => (count < rows.length ? rows[count - 1]!.timestamp * 1000 : fromMs);
  return {
    read,
    rows,
    asOf: isoSeconds(asOfMs),
    trim: (count) => count,
    advice:
      orderOf && fromMs > firstMs
        ? [`One call reads no further back: for earlier rows, pass max_time ${isoSeconds(fromMs)}.`]
        : [],
    findCovered: (count) => ({
      from: isoSeconds(orderOf ? fromMs : findEndMs(count)),
      until: isoSeconds(lastMs),
    }),
    findFormTimes(count) {
      const [first, last] = [rows[0], rows[count - 1]];
      if (first && last && !orderOf)
        return { min_time: String(last.timestamp), max_time: String(first.timestamp) };
      return { min_time: formatFormTime(firstMs), max_time: formatFormTime(lastMs) };
    },
    findNext(count) {
      if (orderOf || (count === rows.length && fromMs <= firstMs)) return undefined;
      const endMs = findEndMs(count);
      const interval = intervalAt(endMs / 1000);
      const names = rows
        .slice(0, count)
        .filter(({ timestamp }) => intervalAt(timestamp) === interval)
        .map(({ mission_name }) => mission_name);
      const earlier = intervalAt(lastMs / 1000) === interval ? listedMissions : [];
      return {
        min_time: isoSeconds(firstMs),
        max_time: isoSeconds(endMs),
        as_of: isoSeconds(asOfMs),
        after: [...new Set([...earlier, ...names])].join(',') || undefined,
      };
    },
  };
}

function readMissionNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (/^[\w.-]{1,60}(,[\w.-]{1,60})*$/.test(text)) return text.split(',');
  throw badRequest('after must be mission names separated by commas, as in next_arguments.');
}

function formatCovered(
  { from, until }: { from: string; until: string },
  hasMore: boolean,
  kind: ObservationKind,
) {
  const range = `This answer covers ${from.slice(0, 19)} to ${until.slice(0, 19)}.`;
  if (!hasMore) return range;
  const faster = kind === 'observations' ? ' get_super_observations reads further back in one call.' : '';
  return `${range} Earlier rows are in the next part.${faster}`;
}

const formatFormTime = (timeMs: number | undefined) =>
  timeMs === undefined ? undefined : String(Math.floor(timeMs / 1000));
