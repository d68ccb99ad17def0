import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import type { CyclonePoint } from '../../api/forecast-api.ts';
import { type Basin, basinNames } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readRun } from '../../weather/forecast-parameters.ts';
import { ofNamedRun } from '../toolkit/forecast-runs.ts';
import {
  choice,
  decimal,
  initializationTime,
  latitude,
  longitude,
  runArgument,
} from '../toolkit/parameters.ts';
import { kilometresBetween, onePlace, places } from '../toolkit/positions.ts';
import { charactersOf, countFitting, defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';

const basinWords: Record<string, Basin> = {
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

const position = z.object({ time: z.string().describe('UTC'), latitude, longitude });
const cyclone = z.object({
  id: z.string(),
  track: z
    .array(position)
    .optional()
    .describe('Forecast positions of the centre, every 6 hours; left out where a place was given'),
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
    basin: choice(basinNames, basinWords)
      .optional()
      .describe(
        'NA North Atlantic, EP East Pacific, WP West Pacific, NI North Indian, SI South Indian, AU Australian, SP South Pacific. Leave it out for all.',
      ),
    ...places(
      'A place as latitude,longitude, such as 27.8,-81.7 for Florida: cyclones then come with their least distance to it, nearest first.',
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
    const place = onePlace(given);
    if (!place && given.within_km !== undefined)
      throw badRequest('within_km needs a place: give coordinates such as 27.8,-81.7 with it.');
    const run = readRun(queryOf(given, ['initialization_time']));
    const found = await ofNamedRun(weather, run.runMs, (runMs) =>
      weather.trackCyclones({ ...run, runMs }, given.basin),
    );
    const { initialization_time, tracks } = found;
    const all = Object.entries(tracks).map(([id, track]) => ({ id, track }));
    const near = place ? nearestFirst(all, place) : all;
    const wanted = near.filter((each) => isWithin(each, given.within_km));
    const rest = wanted.slice(indexAfter(wanted, given.after));
    const cyclones = rest.slice(
      0,
      countFitting(rest, (each) => charactersOf(each, describe(each))),
    );
    const next =
      cyclones.length < rest.length
        ? { ...given, initialization_time: runArgument(initialization_time), after: cyclones.at(-1)!.id }
        : undefined;
    const where = given.basin ? ` in the basin ${given.basin}` : '';
    const reach = given.within_km === undefined ? '' : ` within ${given.within_km} km of the place`;
    const nearest = wanted.length === 0 && near[0] ? ` The nearest is ${describe(near[0])}` : '';
    const text = [
      `${wanted.length === 0 ? 'No tropical cyclone' : `Tropical cyclones: ${wanted.length}`}${where}${reach} in the 15 days of the run ${initialization_time}.${nearest} Times are UTC, positions degrees north and east. A track says nothing of strength, and is no warning.`,
      ...cyclones.map(describe),
      nextLine(next),
    ];
    const check = checks.form('/tropical_cyclones', {
      initialization_time: runArgument(initialization_time),
      basin: given.basin,
    });
    return { text: text.join('\n'), data: { initialization_time, cyclones, next_arguments: next }, check };
  },
});

function nearestFirst(all: { id: string; track: CyclonePoint[] }[], place: Coordinates): Cyclone[] {
  return all
    .map(({ id, track }) => {
      const distances = track.map((point) => ({ ...point, distance: kilometresBetween(place, point) }));
      const nearest = distances.reduce((best, each) => (each.distance < best.distance ? each : best));
      return { id, nearest };
    })
    .sort((one, other) => one.nearest.distance - other.nearest.distance);
}

const isWithin = ({ nearest }: Cyclone, kilometres = Number.POSITIVE_INFINITY) =>
  (nearest?.distance ?? 0) <= kilometres;

function indexAfter(all: Cyclone[], id: string | undefined): number {
  const index = id === undefined ? -1 : all.findIndex((each) => each.id === id);
  if (id !== undefined && index === -1)
    throw badRequest('after must be the id of a cyclone of this run: leave it out to start with the first.');
  return index + 1;
}

function describe({ id, track = [], nearest }: Cyclone): string {
  if (nearest)
    return `${id}: ${Math.round(nearest.distance)} km away at ${nearest.time.slice(0, 13)}h, centre ${nearest.latitude} ${nearest.longitude}.`;
  const points = track.map((each) => `${each.time.slice(0, 13)}h ${each.latitude} ${each.longitude}`);
  return `${id}: ${points.join(', ')}`;
}
