import { z } from 'zod';
import { notFound, PublicError } from '../../platform/errors.ts';
import type { Series, WeatherSource } from '../../weather/source.ts';
import { boolean } from './parameters.ts';

export const compare = boolean().optional().describe('true to include what changed since the previous run.');

export const comparedWith = z.string().optional().describe('The previous run, UTC; only with compare');

/**
 * Names the run of an answer. If the API does not say which run it used, it is asked again for the newest complete run.
 * If the runs cannot be listed, the answer does not name its run.
 */
export async function readNamedRun<Answer extends { initialization_time: string }>(
  weather: WeatherSource,
  runMs: number | undefined,
  read: (runMs: number | undefined) => Promise<Answer>,
): Promise<Answer> {
  const answer = await read(runMs);
  if (runMs !== undefined || hasRun(answer)) return answer;
  const newestMs = await findNewestRun(weather);
  return newestMs === undefined ? answer : read(newestMs);
}

export const hasRun = ({ initialization_time }: { initialization_time: string }) =>
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

/** Finds the previous run among those that are still available. */
export async function requirePreviousRun(
  weather: WeatherSource,
  series: Series,
  run: string,
): Promise<number> {
  const runs = (await weather.listRuns(series)).map((each) => Date.parse(each));
  const previousMs = runs.find((each) => each < Date.parse(run));
  if (previousMs !== undefined) return previousMs;
  throw notFound('There is no previous run to compare with: omit compare, or request a newer run.');
}
