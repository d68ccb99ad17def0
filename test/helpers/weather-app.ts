import Fastify, { type FastifyInstance } from 'fastify';
import { PublicError } from '../../src/platform/errors.ts';
import { asApiJson, handleErrors } from '../../src/platform/http/error-handler.ts';
import { weatherRoutes } from '../../src/weather/routes.ts';
import { createSandbox } from '../../src/weather/sandbox/sandbox.ts';

/** The time is a Sunday in November, when the run of 00 UTC is half computed. */
export const nowMs = Date.parse('2026-11-15T04:00:00Z');
export const publicDataUrl = 'https://data.example.test/api/v1';

export interface WeatherApp {
  app: FastifyInstance;
  /** Paths that the guard checked. */
  guarded: string[];
}

/** The API as the app mounts it, with a guard that allows every user except "outsider". */
export async function createWeatherApp(
  now: () => number = () => nowMs,
  corsOrigins: string[] = ['https://portal.example.test'],
): Promise<WeatherApp> {
  const guarded: string[] = [];
  const app = Fastify();
  const weather = createSandbox(now);
  app.addHook('onClose', () => weather.close());
  handleErrors(app, asApiJson);
  await app.register(weatherRoutes, {
    prefix: '/api/v1',
    guardOf: () => async (request) => {
      guarded.push(request.url);
      if (request.headers.authorization === 'outsider') throw new PublicError(403, 'Not authorized');
    },
    dataApiUrl: publicDataUrl,
    weather,
    corsOrigins,
    keyOf: (request) => request.headers.authorization ?? 'one key',
  });
  return { app, guarded };
}
