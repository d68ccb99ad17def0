import { z } from 'zod';
import { api } from '../../urls.ts';
import { listFlyingMissions } from '../../weather/missions.ts';
import { isoSeconds } from '../../weather/time.ts';
import { defineTool, nextArguments, nextLine } from '../tool.ts';

/** As many as the API gives at once; they fit into one answer. */
const pageSize = 64;

export const getFlyingMissions = defineTool({
  name: 'get_flying_missions',
  title: 'Flying missions',
  path: `${api}/missions.json`,
  input: z.strictObject({
    page: z.int().min(0).max(1_000_000).optional().describe('From 0.'),
    page_size: z.int().min(1).max(pageSize).optional().describe(`Up to ${pageSize}, which is the default.`),
  }),
  output: z.object({
    flying: z.int().describe('How many are in the air'),
    missions: z.array(
      z.object({
        id: z.string(),
        number: z.int(),
        name: z.string(),
        launch_time: z.string().describe('UTC'),
      }),
    ),
    next_arguments: nextArguments,
  }),
  answer({ page = 0, page_size = pageSize }, { now }) {
    const flying = listFlyingMissions(now());
    const first = page * page_size;
    const missions = flying.slice(first, first + page_size).map(({ id, number, name, launchMs }) => ({
      id,
      number,
      name,
      launch_time: isoSeconds(launchMs),
    }));
    const next = first + page_size < flying.length ? { page: page + 1, page_size } : undefined;
    const text = [
      `${flying.length} missions are in the air. Name, launch time (UTC) and id of ${missions.length} of them:`,
      ...missions.map(({ name, launch_time, id }) => `${name} | ${launch_time} | ${id}`),
      nextLine(next),
    ];
    return { text: text.join('\n'), data: { flying: flying.length, missions, next_arguments: next } };
  },
});
