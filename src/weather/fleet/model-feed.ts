import type { FastifyInstance } from 'fastify';
import { badRequest } from '../../platform/errors.ts';
import { type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { hourMs, secondMs } from '../../time.ts';
import { modelProfile as address } from '../../urls.ts';
import { isoSeconds } from '../api-time.ts';
import type { ModelProfile } from '../contract.ts';
import type { ServedWeather } from '../source.ts';
import { readModelQuery, writeModelQuery } from './model-points.ts';

/** An answer has up to 4 kB. */
const maxCachedAnswers = 300;
/** The hours of a run never change once they are ready. */
const cacheControl = `private, max-age=${hourMs / secondMs}`;

/** The gridded forecast along a leg: one answer replaces a grid for each level and variable. */
export function modelRoutes(app: FastifyInstance, weather: Pick<ServedWeather, 'readModelLevels'>): void {
  const answers = new LruCache<string, Promise<ServedFile>>(maxCachedAnswers);

  async function makeFile(requested: NonNullable<ReturnType<typeof readModelQuery>>): Promise<ServedFile> {
    const profile: ModelProfile = {
      initialization_time: isoSeconds(requested.runMs),
      levels: await weather.readModelLevels(requested),
    };
    return servedFile('application/json; charset=utf-8', JSON.stringify(profile), cacheControl);
  }

  app.get(address, async (request, reply) => {
    const requested = readModelQuery(request.query as Record<string, unknown>);
    if (!requested) throw badRequest('run and points must be as the data viewer writes them.');
    const name = writeModelQuery(requested.runMs, requested.points);
    const answer = answers.getOrCreate(name, () => makeFile(requested));
    // A failure is not cached.
    const file = await answer.catch((error) => {
      answers.delete(name);
      throw error;
    });
    return sendFile(request, reply.header('X-Synthetic', 'true'), file);
  });
}
