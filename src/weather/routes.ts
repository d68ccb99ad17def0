import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { dataRoutes } from './data-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { griddedRoutes } from './gridded-routes.ts';

export interface WeatherOptions {
  /** Decides on the key before anything is looked at, unknown paths included. */
  guard: preHandlerAsyncHookHandler;
  /** Base of the Data API as the public sees it, for links to a next page. */
  dataApiUrl: string;
  now: () => number;
  /** Names the key of a request that the guard has let through. */
  keyOf: (request: FastifyRequest) => string;
}

/** The documented API on a synthetic atmosphere; only GET. */
export async function weatherRoutes(app: FastifyInstance, options: WeatherOptions): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Synthetic', 'true');
  });
  app.addHook('preHandler', options.guard);
  // A route, not a not-found handler: the guard stands before it, and no page's address can shadow it.
  for (const path of ['', '/*']) {
    app.all(path, () => {
      throw notFound('There is no such endpoint: see the documentation for those there are.');
    });
  }
  forecastRoutes(app, options.now);
  griddedRoutes(app, options.now, options.keyOf);
  dataRoutes(app, options.now, options.dataApiUrl);
}
