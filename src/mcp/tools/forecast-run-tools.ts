import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import type { CyclonePoint } from '../../api/forecast-api.ts';
import { type Basin, basinNames, seriesParameters } from '../../api/parameters.ts';
import { badRequest, notFound, PublicError } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { findTimeMs, isoSeconds } from '../../weather/api-time.ts';
import { readRun, readSeries } from '../../weather/forecast-parameters.ts';
import type { Series, WeatherSource } from '../../weather/source.ts';
import { readNamedRun } from '../toolkit/forecast-runs.ts';
import {
  choice,
  decimal,
  initializationTime,
  runArgument,
  series,
  seriesValues,
  utc,
} from '../toolkit/parameters.ts';
import {
  distanceKm,
  findNearest,
  findPosition,
  latitude,
  longitude,
  positionParameters,
} from '../toolkit/positions.ts';
import { countFitting, defineTool, nextArguments, nextLine, toQuery } from '../toolkit/tool.ts';

export const getInitializationTimes = defineTool({
  name: 'get_initialization_times',
  title: 'Initialization times',
  path: `${api}/initialization_times.json`,
  input: z.strictObject(series),
  output: z.object({
    latest: utc,
    available: z.array(z.string()).describe('UTC, newest first'),
    under_way: z
      .array(
        z.object({
          initialization_time: utc,
          hours_ready: z.int().describe('Forecast hours that are computed'),
          hours_total: z.int(),
          last_hour_ready: z.int().optional(),
          expected: z
            .string()
            .optional()
            .describe('When it will be complete, UTC, from the pace of the last run'),
        }),
      )
      .optional()
      .describe('Runs that are being computed; absent if the API does not say'),
  }),
  async answer(given, { checks, weather, now }) {
    const requested = readSeries(toQuery(given, seriesParameters));
    const available = await weather.listRuns(requested);
    const [latest] = available;
    if (latest === undefined) throw notFound('No run is available right now. Try again in an hour.');
    const under_way = await findRunsUnderWay(weather, requested, latest, now()).catch((error: unknown) => {
      // The complete runs are worth an answer of their own.
      if (error instanceof PublicError) return undefined;
      throw error;
    });
    return {
      text: [
        `The newest of ${available.length} complete runs is ${latest} (UTC).`,
        ...(under_way?.map(formatRunUnderWay) ?? ['The API does not say which runs are being computed.']),
        ...(under_way?.length === 0 ? ['No run is being computed right now.'] : []),
        'Complete runs:',
        ...available,
      ].join('\n'),
      data: { latest, available, ...(under_way && { under_way }) },
      check: checks.form('/initialization_times.json', seriesValues(given)),
    };
  },
});

interface RunUnderWay {
  initialization_time: string;
  hours_ready: number;
  hours_total: number;
  last_hour_ready?: number;
  expected?: string;
}

/** Runs newer than the last complete one. The hours of them that are ready can be used already. */
async function findRunsUnderWay(
  weather: WeatherSource,
  requested: Series,
  latest: string,
  nowMs: number,
): Promise<RunUnderWay[]> {
  const [hoursByRun, generated] = await Promise.all([
    weather.listForecastHours(requested),
    weather.listGenerationTimes(requested),
  ]);
  const runOf = (name: string) => findTimeMs(name) ?? Number.NaN;
  const latestMs = Date.parse(latest);
  const latestName = Object.keys(hoursByRun).find((name) => runOf(name) === latestMs) ?? '';
  const hoursTotal = hoursByRun[latestName]?.length ?? 0;
  const doneMs = Math.max(...Object.values(generated[latestName] ?? {}).map((time) => Date.parse(time)));
  return Object.entries(hoursByRun)
    .filter(([name]) => runOf(name) > latestMs)
    .map(([name, hours]) => {
      const runMs = runOf(name);
      const expectedMs = runMs + doneMs - latestMs;
      return {
        initialization_time: isoSeconds(runMs),
        hours_ready: hours.length,
        hours_total: hoursTotal,
        ...(hours.length > 0 && { last_hour_ready: Math.max(...hours) }),
        ...(expectedMs > nowMs && { expected: isoSeconds(expectedMs) }),
      };
    })
    .sort((one, other) => one.initialization_time.localeCompare(other.initialization_time));
}

function formatRunUnderWay({ initialization_time, hours_ready, hours_total, ...run }: RunUnderWay): string {
  const last = run.last_hour_ready === undefined ? '' : `, up to hour ${run.last_hour_ready}`;
  const expected =
    run.expected === undefined ? '' : ` It should be complete at ${run.expected.slice(0, 16)} (UTC).`;
  return `The run ${initialization_time} is being computed: ${hours_ready} of ${hours_total} hours are ready${last}.${expected}`;
}

const basinSynonyms: Record<string, Basin> = {
  'north atlantic': 'NA',
  atlantic: 'NA',
  'east pacific': 'EP',
  'eastern pacific': 'EP',
  'west pacific': 'WP',
  'western pacific': 'WP',
  'north indian': 'NI',
  'south indian': 'SI',
  australian: 'AU',
  australia: 'AU',
  'south pacific': 'SP',
};

const position = z.object({ time: utc, latitude, longitude });
const cyclone = z.object({
  id: z.string(),
  track: z
    .array(position)
    .optional()
    .describe('Forecast positions of the centre, every 6 hours; only without a place'),
  nearest: position
    .extend({ distance: z.number().describe('km from the place') })
    .optional()
    .describe('Where and when the centre comes nearest to the place'),
});
type Cyclone = z.infer<typeof cyclone>;

export const getTropicalCyclones = defineTool({
  name: 'get_tropical_cyclones',
  title: 'Tropical cyclones',
  path: `${api}/tropical_cyclones`,
  input: z.strictObject({
    basin: choice(basinNames, basinSynonyms)
      .optional()
      .describe(
        'NA North Atlantic, EP East Pacific, WP West Pacific, NI North Indian, SI South Indian, AU Australian, SP South Pacific. Defaults to all.',
      ),
    ...positionParameters(
      'A place as latitude,longitude, such as 27.8,-81.7 for Florida: lists cyclones by least distance to it, nearest first.',
    ),
    within_km: decimal(1, 20_100).optional().describe('With a place: only cyclones that come this near.'),
    initialization_time: initializationTime,
    after: z.string().max(20).optional().describe('For the next part: the id of the last cyclone so far.'),
  }),
  output: z.object({
    initialization_time: z.string().describe('The run, UTC'),
    cyclones: z.array(cyclone),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { basin, within_km } = given;
    const place = findPosition(given);
    if (!place && within_km !== undefined)
      throw badRequest('within_km needs a place: pass coordinates such as 27.8,-81.7 with it.');
    const run = readRun(toQuery(given, ['initialization_time']));
    const { initialization_time, tracks } = await readNamedRun(weather, run.runMs, (runMs) =>
      weather.trackCyclones({ ...run, runMs }, basin),
    );
    const all: Cyclone[] = place
      ? sortByDistance(tracks, place)
      : Object.entries(tracks).map(([id, track]) => ({ id, track }));
    const matching = all.filter(({ nearest }) => !nearest || nearest.distance <= (within_km ?? Infinity));
    const rest = matching.slice(findStart(matching, given.after));
    const count = countFitting(rest, formatCyclone);
    const cyclones = rest.slice(0, count);
    const next =
      count < rest.length
        ? { ...given, initialization_time: runArgument(initialization_time), after: cyclones.at(-1)?.id }
        : undefined;
    const number = matching.length === 0 ? 'No tropical cyclones' : `Tropical cyclones: ${matching.length}`;
    const where = basin ? ` in the basin ${basin}` : '';
    const reach = within_km === undefined ? '' : ` within ${within_km} km of the place`;
    const nearest = matching.length === 0 && all[0] ? ` The nearest is ${formatCyclone(all[0])}` : '';
    const text = [
      `${number}${where}${reach} in the 15 days of the run ${initialization_time}.${nearest} Times are UTC, positions degrees north and east. Tracks have no intensity and are not official warnings.`,
      ...cyclones.map(formatCyclone),
      nextLine(next),
    ];
    const check = checks.form('/tropical_cyclones', {
      initialization_time: runArgument(initialization_time),
      basin,
    });
    return { text: text.join('\n'), data: { initialization_time, cyclones, next_arguments: next }, check };
  },
});

const sortByDistance = (tracks: Record<string, CyclonePoint[]>, place: Coordinates) =>
  Object.entries(tracks)
    .flatMap(([id, track]) => {
      const points = track.map((point) => ({ ...point, distance: distanceKm(place, point) }));
      const nearest = findNearest(points, ({ distance }) => distance);
      return nearest ? [{ id, nearest }] : [];
    })
    .sort((one, other) => one.nearest.distance - other.nearest.distance);

function findStart(all: Cyclone[], after: string | undefined): number {
  if (after === undefined) return 0;
  const index = all.findIndex(({ id }) => id === after);
  if (index === -1) throw badRequest('after must be the id of a cyclone of this run: omit it to start over.');
  return index + 1;
}

function formatCyclone({ id, track = [], nearest }: Cyclone): string {
  if (nearest)
    return `${id}: ${Math.round(nearest.distance)} km away at ${nearest.time.slice(0, 13)}h, centre ${nearest.latitude} ${nearest.longitude}.`;
  const points = track.map((each) => `${each.time.slice(0, 13)}h ${each.latitude} ${each.longitude}`);
  return `${id}: ${points.join(', ')}`;
}
