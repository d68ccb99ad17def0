import { z } from 'zod';
import { seriesParameters } from '../../api/parameters.ts';
import { notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readSeries } from '../../weather/forecast-parameters.ts';
import { series, seriesValues, utc } from '../toolkit/parameters.ts';
import { defineTool, toQuery } from '../toolkit/tool.ts';

export const getInitializationTimes = defineTool({
  name: 'get_initialization_times',
  title: 'Initialization times',
  path: `${api}/initialization_times.json`,
  input: z.strictObject(series),
  output: z.object({
    latest: utc,
    available: z.array(z.string()).describe('UTC, newest first'),
  }),
  async answer(given, { checks, weather }) {
    const available = await weather.listRuns(readSeries(toQuery(given, seriesParameters)));
    const [latest] = available;
    if (latest === undefined) throw notFound('No run is available right now. Try again in an hour.');
    return {
      text: `The newest of ${available.length} available runs is ${latest} (UTC).\n${available.join('\n')}`,
      data: { latest, available },
      check: checks.form('/initialization_times.json', seriesValues(given)),
    };
  },
});
