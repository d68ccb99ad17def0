import { z } from 'zod';
import { notFound, PublicError } from '../../platform/errors.ts';
import type { Series, WeatherSource } from '../../weather/source.ts';
import { flag } from './parameters.ts';

export const compare = flag()
  .optional()
  .describe('true to be told as well what changed since the run before.');

export const previousRun = z
  .string()
  .optional()
  .describe('The run that changes are counted from, UTC; only with compare');

/**
 * An API that does not tell which run it used is asked again for the newest complete run, so that the answer can name
 * it. Where the runs cannot be listed, the answer stays without the name of its run.
 */
export async function ofNamedRun<Answer extends { initialization_time: string }>(
  weather: WeatherSource,
  runMs: number | undefined,
  ask: (runMs: number | undefined) => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask(runMs);
  if (runMs !== undefined || isRunTold(answer)) return answer;
  const newest = await findNewestRun(weather);
  return newest === undefined ? answer : ask(newest);
}

export const isRunTold = ({ initialization_time }: { initialization_time: string }) =>
  !Number.isNaN(Date.parse(initialization_time));

async function findNewestRun(weather: WeatherSource): Promise<number | undefined> {
  try {
    const runs = (await weather.listRuns({ model: 'main' })).map((run) => Date.parse(run));
    return runs.length > 0 ? Math.max(...runs) : undefined;
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}

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
