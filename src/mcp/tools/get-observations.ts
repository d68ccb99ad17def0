import { z } from 'zod';
import { type ObservationKind, observationParameters } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { readObservationQuery } from '../../weather/data-parameters.ts';
import type { ObservationQuery, WeatherSource } from '../../weather/source.ts';
import {
  arrivalNanoseconds,
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
import { countFitting, defineTool, jsonLength, nextArguments, nextLine, toQuery } from '../toolkit/tool.ts';

const input = z.strictObject({
  mission_id: missionId.optional(),
  min_time: time('Measured at or after this.'),
  max_time: time('Measured at or before this.'),
  ...region,
  every_minutes: integer(1, 1440)
    .optional()
    .describe('One row per balloon and interval of this many minutes, such as 30. Defaults to every row.'),
  order: choice(['newest', 'arrival'])
    .optional()
    .describe(
      "newest (default): by time of measurement, the last 24 hours if no time is given. arrival: as rows came in, to collect each row once; can't be combined with every_minutes.",
    ),
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
      const all = found.rows.map(toObservation);
      // The arguments for the next part may list all missions, and appear as data and as text.
      const missionsLength = [...new Set(all.map((row) => row.mission_name))].join(',').length;
      const fitting = countFitting(
        all,
        (each) => jsonLength(each, formatObservation(each)),
        jsonLength(summary, formatSummary(summary)) + 2 * missionsLength,
      );
      const count = fitting < all.length ? found.trim(fitting) : fitting;
      const more = found.findNext(count);
      const next = more && { ...given, ...more };
      const observations = all.slice(0, count);
      const order = isByArrival ? 'in order of arrival' : 'newest first';
      const covered = found.findCovered(count);
      const text = [
        `${title}: ${formatSummary(summary)} Times are UTC.`,
        ...(covered ? [formatCovered(covered, next !== undefined, kind)] : []),
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

function isInOrderOfArrival({ order, since, every_minutes, as_of, after }: Input): boolean {
  if (order === 'arrival' && every_minutes !== undefined)
    throw badRequest(
      'every_minutes works with newest first only: omit order, or omit every_minutes to get every row.',
    );
  const isByArrival = order === 'arrival' || (!order && since !== undefined && every_minutes === undefined);
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
 * packet, so that the next part can start exactly after it.
 */
function trimToPacket(rows: NamedRow[], count: number): number {
  let end = count;
  while (end > 0 && end < rows.length && rows[end]?.updated_at === rows[end - 1]?.updated_at) end--;
  return end;
}

async function findNewest(
  weather: WeatherSource,
  query: ObservationQuery,
  { as_of, after, every_minutes: everyMinutes }: Input,
  nowMs: number,
): Promise<FoundRows> {
  const asOfMs = Math.min(
    wholeSecondMs(nowMs),
    as_of === undefined ? Number.POSITIVE_INFINITY : readTimeMs('as_of', as_of),
  );
  const listedMissions = readMissionNames(after);
  const newest = await readNewestRows(weather, { query, nowMs, asOfMs, everyMinutes, listedMissions });
  const { read, rows, fromMs, firstMs, lastMs } = newest;
  const intervalAt = intervalIndex(everyMinutes);
  /** The next part has everything that was measured before this. */
  const findEndMs = (count: number) => (count < rows.length ? rows[count - 1]!.timestamp * 1000 : fromMs);
  return {
    read,
    rows,
    asOf: isoSeconds(asOfMs),
    trim: (count) => count,
    findCovered: (count) => ({ from: isoSeconds(findEndMs(count)), until: isoSeconds(lastMs) }),
    findFormTimes(count) {
      const [first, last] = [rows[0], rows[count - 1]];
      if (first && last) return { min_time: String(last.timestamp), max_time: String(first.timestamp) };
      return { min_time: formatFormTime(firstMs), max_time: formatFormTime(lastMs) };
    },
    findNext(count) {
      if (count === rows.length && fromMs <= firstMs) return undefined;
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
