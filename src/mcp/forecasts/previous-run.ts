import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import type { Series } from '../../weather/forecasts/runs.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { flag } from '../toolkit/lenient.ts';

export const compare = flag()
  .optional()
  .describe('true to be told as well what changed since the run before.');

export const previousRun = z
  .string()
  .optional()
  .describe('The run that changes are counted from, UTC; only with compare');

/** Of those that can still be asked for. */
export async function requirePreviousRun(
  weather: WeatherSource,
  series: Series,
  run: string,
): Promise<number> {
  const runMs = Date.parse(run);
  const earlier = (await weather.listRuns(series))
    .map((each) => Date.parse(each))
    .find((each) => each < runMs);
  if (earlier !== undefined) return earlier;
  throw notFound('There is no earlier run to compare with: leave compare out, or ask for a newer run.');
}
