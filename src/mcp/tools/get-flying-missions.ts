import { z } from 'zod';
import { api } from '../../urls.ts';
import { missionsAPage } from '../../weather/parameters/mission-parameters.ts';
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

export const getFlyingMissions = defineTool({
  name: 'get_flying_missions',
  title: 'Flying missions',
  path: `${api}/missions.json`,
  input: z.strictObject({
    page: z.int().min(0).max(1_000_000).optional().describe('From 0.'),
    page_size: z
      .int()
      .min(1)
      .max(missionsAPage)
      .optional()
      .describe(`Up to ${missionsAPage}, which is the default.`),
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
  async answer({ page = 0, page_size = missionsAPage }, { weather }) {
    const flying = await weather.listFlyingMissions();
    const first = page * page_size;
    const missions = flying.slice(first, first + page_size);
    const next = first + page_size < flying.length ? { page: page + 1, page_size } : undefined;
    const text = [
      `${flying.length} missions are in the air. Name, launch time (UTC) and id of ${missions.length} of them:`,
      ...missions.map(({ name, launch_time, id }) => `${name} | ${launch_time} | ${id}`),
      nextLine(next),
    ];
    return { text: text.join('\n'), data: { flying: flying.length, missions, next_arguments: next } };
  },
});
