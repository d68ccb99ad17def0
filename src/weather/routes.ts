import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { notFound, PublicError } from '../platform/errors.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { compressResponses } from '../platform/http/served-file.ts';
import { costOf } from './call-cost.ts';
import { dataRoutes } from './data-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { griddedRoutes } from './gridded-routes.ts';
import type { ServedWeather } from './source.ts';

interface WeatherOptions {
  /**
   * Creates the hook that checks the key before anything else, also for unknown paths. It is added after compression,
   * so that its own hooks see answers as they are sent.
   */
  guardOf(routes: FastifyInstance): onRequestAsyncHookHandler;
  /** The public base address of the Data API, for links to a next page. */
  dataApiUrl: string;
  weather: ServedWeather;
  corsOrigins: readonly string[];
  /** The key of a request that the guard has accepted. */
  keyOf: (request: FastifyRequest) => string;
}

/** What pages of other origins may send and read. */
const corsHeaders = {
  methods: 'GET, HEAD',
  requestHeaders: 'Authorization, If-None-Match',
  exposedHeaders:
    'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Synthetic, X-Initialization-Time, Content-Disposition, ETag',
};

/** The number of requests that a call counts against the hourly quota. */
export const costOfCall = ({ query }: FastifyRequest) =>
  costOf((query as Record<string, unknown> | undefined)?.coordinates);

/** The documented API, which is read-only. */
export async function weatherRoutes(app: FastifyInstance, options: WeatherOptions): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Synthetic', 'true');
  });
  allowOrigins(app, { origins: options.corsOrigins, ...corsHeaders });
  compressResponses(app);
  app.addHook('onRequest', options.guardOf(app));
  refuseOtherMethods(app);
  // This is a route and not a not-found handler, so that the guard runs first and no page's address can shadow it.
  const refuse = async () => {
    throw notFound('Unknown endpoint. See the documentation for the available ones.');
  };
  for (const path of ['', '/*']) app.all(path, { onRequest: refuse }, refuse);
  forecastRoutes(app, options.weather);
  griddedRoutes(app, options.weather, options.keyOf);
  dataRoutes(app, options.weather, options.dataApiUrl);
}

/** A wrong method on a known endpoint answers 405, an unknown path 404. */
function refuseOtherMethods(app: FastifyInstance): void {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD');
  const refuse = async () => {
    throw new PublicError(405, 'This endpoint is read-only. Use GET.', { Allow: 'GET, HEAD' });
  };
  app.addHook('onRoute', ({ method, routePath }) => {
    if (![method].flat().includes('GET') || routePath === '' || routePath.endsWith('*')) return;
    // This runs after the guard and before a body is read.
    app.route({ method: others, url: routePath, onRequest: refuse, handler: refuse });
  });
}
