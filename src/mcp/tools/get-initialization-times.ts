import { z } from 'zod';
import { seriesParameters } from '../../api/parameters.ts';
import { notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readSeries } from '../../weather/forecast-parameters.ts';
import { series, seriesValues } from '../toolkit/parameters.ts';
import { defineTool, queryOf } from '../toolkit/tool.ts';

export const getInitializationTimes = defineTool({
  name: 'get_initialization_times',
  title: 'Initialization times',
  path: `${api}/initialization_times.json`,
  input: z.strictObject(series),
  output: z.object({
    latest: z.string().describe('UTC'),
    available: z.array(z.string()).describe('UTC, newest first'),
  }),
  async answer(given, { checks, weather }) {
    const available = await weather.listRuns(readSeries(queryOf(given, seriesParameters)));
    const [latest] = available;
    if (latest === undefined) throw notFound('There is no run at the moment: try again in an hour.');
    const text = `The newest of ${available.length} available runs is ${latest} (UTC).\n${available.join('\n')}`;
    return {
      text,
      data: { latest, available },
      check: checks.form('/initialization_times.json', seriesValues(given)),
    };
  },
});
