import { z } from 'zod';
import type { ObservationKind } from '../../api/parameters.ts';
import { observationParameters } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { findTimeMs, isoSeconds } from '../../weather/api-time.ts';
import { readObservationQuery } from '../../weather/data-parameters.ts';
import type { WeatherSource } from '../../weather/source.ts';
import {
  arrivalNanoseconds,
  readArrived,
  readNewest,
  stretchesOf,
  wholeSecondMs,
} from '../toolkit/observation-reader.ts';
import {
  type NamedRow,
  observation,
  observationHeading,
  observationLine,
  observationOf,
  observationSummary,
  summarizeRows,
  summaryLine,
} from '../toolkit/observation-rows.ts';
import { choice, missionId, region, time, whole } from '../toolkit/parameters.ts';
import { charactersOf, countFitting, defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';

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
      'newest, which is the default: by the time of measurement, of the last 24 hours if no time is given. arrival: as they came in, for collecting every row once; not with every_minutes.',
    ),
  since: z
    .preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string().max(40))
    .optional()
    .describe(
      'Only what arrived at or after this: a time, or seconds or nanoseconds since 1970. In the order of arrival, unless every_minutes is given.',
    ),
  as_of: time('For the next part: only what had arrived before this.'),
  after: z
    .string()
    .max(8000)
    .optional()
    .describe(
      'For the next part: balloons already listed for the time of max_time, with commas between them.',
    ),
});
type Given = z.output<typeof input>;

interface Found {
  /** Of which the summary speaks. */
  read: NamedRow[];
  /** Those to list. */
  rows: NamedRow[];
  /** The time by which they had arrived. */
  asOf: string | undefined;
  /** The arguments behind the first so many of the rows; undefined behind the last of all. */
  nextAfter(count: number): Partial<Given> | undefined;
  /** So many are a good end. */
  cut(count: number): number;
  /** The time that an answer with the first so many of the rows covers; undefined in the order of arrival. */
  covered(count: number): { from: string; until: string } | undefined;
  /** The times with which the API has the first so many of the rows, as its forms take them. */
  timesOf(count: number): Pick<Given, 'since' | 'min_time' | 'max_time'>;
}

/** Observations and super observations are asked for alike. */
function observationTool(kind: ObservationKind, { name, title }: { name: string; title: string }) {
  return defineTool({
    name,
    title,
    path: `${api}/${kind}.json`,
    input,
    output: z.object({
      summary: observationSummary,
      covered: z
        .object({ from: z.string().describe('UTC'), until: z.string().describe('UTC') })
        .optional()
        .describe('What was measured in this time is in this answer; only if newest first'),
      as_of: z.string().optional().describe('Rows that arrived later are in no part of this answer, UTC'),
      observations: z.array(observation),
      next_arguments: nextArguments,
    }),
    async answer(given, { checks, weather, now }) {
      const isByArrival = isInOrderOfArrival(given);
      const found = isByArrival
        ? await findArrived(weather, kind, given)
        : await findNewest(weather, kind, given, now());
      const summary = summarizeRows(found.read);
      const listed = found.rows.map(observationOf);
      const fitting = countFitting(
        listed,
        (each) => charactersOf(each, observationLine(each)),
        charactersOf(summary, summaryLine(summary)) + 2 * listedCharacters(found.rows),
      );
      const count = fitting < listed.length ? found.cut(fitting) : fitting;
      const more = found.nextAfter(count);
      const next = more && { ...given, ...more };
      const observations = listed.slice(0, count);
      const order = isByArrival ? 'in the order of their arrival' : 'newest first';
      const covered = found.covered(count);
      const text = [
        `${title}: ${summaryLine(summary)} Times are UTC.`,
        ...(covered ? [coveredLine(covered, next !== undefined, kind)] : []),
        ...(count > 0 ? [`${count} of these, ${order}:`, observationHeading] : []),
        ...observations.map(observationLine),
        nextLine(next),
      ];
      const same = { ...given, ...found.timesOf(count), include_mission_name: true };
      const check = checks.form(`/${kind}.json`, same);
      const data = { summary, covered, as_of: found.asOf, observations, next_arguments: next };
      return { text: text.join('\n'), data, check };
    },
  });
}

export const getObservations = observationTool('observations', {
  name: 'get_observations',
  title: 'Observations',
});

export const getSuperObservations = observationTool('super_observations', {
  name: 'get_super_observations',
  title: 'Super observations',
});

function isInOrderOfArrival({ order, since, every_minutes, as_of, after }: Given): boolean {
  if (order === 'arrival' && every_minutes !== undefined)
    throw badRequest(
      'every_minutes goes with the newest first: leave order out, or leave every_minutes out to get every row.',
    );
  const isByArrival = order === 'arrival' || (!order && since !== undefined && every_minutes === undefined);
  if (isByArrival && (as_of ?? after) !== undefined)
    throw badRequest('as_of and after go with the newest first: leave them out in the order of arrival.');
  return isByArrival;
}

async function findArrived(weather: WeatherSource, kind: ObservationKind, given: Given): Promise<Found> {
  const query = readObservationQuery(kind, queryOf(given, observationParameters));
  const { rows, nextSince } = await readArrived(weather, query);
  return {
    read: rows,
    rows,
    asOf: undefined,
    cut: (count) => lastWholePacket(rows, count),
    covered: () => undefined,
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
  const asOfMs = readAsOfMs(given.as_of, nowMs);
  const listed = readNames(given.after);
  const everyMinutes = given.every_minutes;
  const newest = await readNewest(weather, { query, nowMs, asOfMs, everyMinutes, listed });
  const { read, rows, fromMs, firstMs, lastMs } = newest;
  const stretchOf = stretchesOf(everyMinutes);
  /** Whatever was measured before this comes in the next part. */
  const endMs = (count: number) => (count < rows.length ? rows[count - 1]!.timestamp * 1000 : fromMs);
  return {
    read,
    rows,
    asOf: isoSeconds(asOfMs),
    cut: (count) => count,
    covered: (count) => ({ from: isoSeconds(endMs(count)), until: isoSeconds(lastMs) }),
    timesOf(count) {
      const [first, last] = [rows[0], rows[count - 1]];
      if (first && last) return { min_time: String(last.timestamp), max_time: String(first.timestamp) };
      return { min_time: secondsText(firstMs), max_time: secondsText(lastMs) };
    },
    nextAfter(count) {
      if (count === rows.length && fromMs <= firstMs) return undefined;
      const stretch = stretchOf(endMs(count) / 1000);
      const names = rows
        .slice(0, count)
        .filter(({ timestamp }) => stretchOf(timestamp) === stretch)
        .map(({ mission_name }) => mission_name);
      const before = stretchOf(lastMs / 1000) === stretch ? listed : [];
      return {
        min_time: isoSeconds(firstMs),
        max_time: isoSeconds(endMs(count)),
        as_of: isoSeconds(asOfMs),
        after: [...new Set([...before, ...names])].join(',') || undefined,
      };
    },
  };
}

function readAsOfMs(text: string | undefined, nowMs: number): number {
  if (text === undefined) return wholeSecondMs(nowMs);
  const timeMs = findTimeMs(text.trim());
  if (timeMs === undefined) throw badRequest('as_of must be a time in UTC such as 2026-11-15T18:00:00Z.');
  return Math.min(timeMs, wholeSecondMs(nowMs));
}

function readNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (/^[\w.-]{1,60}(,[\w.-]{1,60})*$/.test(text)) return text.split(',');
  throw badRequest('after must be names of missions with commas between them, as next_arguments has them.');
}

/** Of the names of all missions, as the arguments of the next part may have them. */
const listedCharacters = (rows: NamedRow[]) =>
  [...new Set(rows.map(({ mission_name }) => mission_name))].join(',').length;

function coveredLine(
  { from, until }: { from: string; until: string },
  hasMore: boolean,
  kind: ObservationKind,
) {
  const range = `This answer covers ${from.slice(0, 19)} to ${until.slice(0, 19)}.`;
  if (!hasMore) return range;
  const faster = kind === 'observations' ? ' get_super_observations reads further back in one call.' : '';
  return `${range} Earlier rows are in the next part.${faster}`;
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
