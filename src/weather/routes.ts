import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { notFound, PublicError } from '../platform/errors.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { compressResponses } from '../platform/http/served-file.ts';
import { dataRoutes } from './data-routes.ts';
import { costOf } from './forecast-parameters.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { griddedRoutes } from './gridded-routes.ts';
import type { ServedWeather } from './source.ts';

interface WeatherOptions {
  /**
   * Makes what decides on the key before anything is looked at, unknown paths included. Behind what compresses: hooks
   * of its own see answers as they are sent.
   */
  guardOf(routes: FastifyInstance): onRequestAsyncHookHandler;
  /** Base of the Data API as the public sees it, for links to a next page. */
  dataApiUrl: string;
  weather: ServedWeather;
  corsOrigins: readonly string[];
  /** Names the key of a request that the guard has let through. */
  keyOf: (request: FastifyRequest) => string;
}

const readByPages = {
  methods: 'GET, HEAD',
  requestHeaders: 'Authorization, If-None-Match',
  exposedHeaders:
    'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Synthetic, X-Initialization-Time, Content-Disposition, ETag',
};

/** In requests of the hour's quota. */
export const costOfCall = ({ query }: FastifyRequest) =>
  costOf((query as Record<string, unknown> | undefined)?.coordinates);

/** The documented API. All of it is read, nothing is written. */
export async function weatherRoutes(app: FastifyInstance, options: WeatherOptions): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Synthetic', 'true');
  });
  allowOrigins(app, { origins: options.corsOrigins, ...readByPages });
  compressResponses(app);
  app.addHook('onRequest', options.guardOf(app));
  refuseOtherMethods(app);
  // A route, not a not-found handler: the guard stands before it, and no page's address can shadow it.
  const refuse = async () => {
    throw notFound('There is no such endpoint: see the documentation for those there are.');
  };
  for (const path of ['', '/*']) app.all(path, { onRequest: refuse }, refuse);
  forecastRoutes(app, options.weather);
  griddedRoutes(app, options.weather, options.keyOf);
  dataRoutes(app, options.weather, options.dataApiUrl);
}

/** An endpoint that is there, asked by a method that it does not have: 405, where an unknown path is 404. */
function refuseOtherMethods(app: FastifyInstance): void {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD');
  const refuse = async () => {
    throw new PublicError(405, 'This endpoint is only read: ask for it with GET.', { Allow: 'GET, HEAD' });
  };
  app.addHook('onRoute', ({ method, routePath }) => {
    if (![method].flat().includes('GET') || routePath === '' || routePath.endsWith('*')) return;
    // Behind the guard, and before anyone looks at a body.
    app.route({ method: others, url: routePath, onRequest: refuse, handler: refuse });
  });
}
