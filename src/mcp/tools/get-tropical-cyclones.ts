import { z } from 'zod';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { basinNames } from '../../weather/forecasts/basins.ts';
import { readRun } from '../../weather/parameters/forecast-parameters.ts';
import { initializationTime, latitude, longitude } from '../toolkit/parameters.ts';
import { charactersOf, countFitting } from '../toolkit/parts.ts';
import { defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';

const cyclone = z.object({
  id: z.string(),
  track: z.array(z.object({ time: z.string().describe('UTC'), latitude, longitude })),
});
type Cyclone = z.infer<typeof cyclone>;

export const getTropicalCyclones = defineTool({
  name: 'get_tropical_cyclones',
  title: 'Tropical cyclones',
  path: `${api}/tropical_cyclones`,
  input: z.strictObject({
    basin: z
      .enum(basinNames)
      .optional()
      .describe(
        'NA North Atlantic, EP East Pacific, WP West Pacific, NI North Indian, SI South Indian, AU Australian, SP South Pacific. Leave it out for all.',
      ),
    initialization_time: initializationTime,
    after: z.string().max(20).optional().describe('For the next part: the id of the last cyclone so far.'),
  }),
  output: z.object({
    initialization_time: z.string().describe('The run, UTC'),
    cyclones: z.array(cyclone).describe('Forecast positions of each centre, every 6 hours'),
    next_arguments: nextArguments,
  }),
  async answer(given, { weather }) {
    const run = readRun(queryOf(given, ['initialization_time']));
    const { initialization_time, tracks } = await weather.trackCyclones(run, given.basin);
    const all = Object.entries(tracks).map(([id, track]) => ({ id, track }));
    const rest = all.slice(indexAfter(all, given.after));
    const cyclones = rest.slice(
      0,
      countFitting(rest, (each) => charactersOf(each, describe(each))),
    );
    const next =
      cyclones.length < rest.length
        ? { ...given, initialization_time, after: cyclones.at(-1)!.id }
        : undefined;
    const where = given.basin ? ` in the basin ${given.basin}` : '';
    const text = [
      `${all.length === 0 ? 'No tropical cyclone' : `Tropical cyclones: ${all.length}`}${where}, run ${initialization_time}. Times are UTC, positions degrees north and east.`,
      ...cyclones.map(describe),
      nextLine(next),
    ];
    return { text: text.join('\n'), data: { initialization_time, cyclones, next_arguments: next } };
  },
});

function indexAfter(all: Cyclone[], id: string | undefined): number {
  const index = id === undefined ? -1 : all.findIndex((each) => each.id === id);
  if (id !== undefined && index === -1)
    throw badRequest('after must be the id of a cyclone of this run: leave it out to start with the first.');
  return index + 1;
}

function describe({ id, track }: Cyclone): string {
  const points = track.map((each) => `${each.time.slice(0, 13)}h ${each.latitude} ${each.longitude}`);
  return `${id}: ${points.join(', ')}`;
}
