import type { FastifyInstance } from 'fastify';

interface CorsOptions {
  /** `*` alone is everyone. */
  origins: readonly string[];
  methods: string;
  /** What a page may send beside the headers that are always allowed. */
  requestHeaders: string;
  /** What it may read beside those. */
  exposedHeaders: string;
}

const preflightSeconds = '7200';

/**
 * Lets pages of other origins call these routes, never with a cookie. To be mounted before a guard: a preflight comes
 * without credentials.
 */
export function allowOrigins(scope: FastifyInstance, options: CorsOptions): void {
  const isEveryone = options.origins.includes('*');
  scope.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!isEveryone) reply.header('Vary', 'Origin');
    const isAllowed = isEveryone || (origin !== undefined && options.origins.includes(origin));
    if (isAllowed) {
      reply.headers({
        'Access-Control-Allow-Origin': isEveryone ? '*' : origin,
        'Access-Control-Expose-Headers': options.exposedHeaders,
      });
    }
    if (request.method !== 'OPTIONS') return;
    if (isAllowed) {
      reply.headers({
        'Access-Control-Allow-Methods': options.methods,
        'Access-Control-Allow-Headers': options.requestHeaders,
        'Access-Control-Max-Age': preflightSeconds,
      });
    }
    return reply.code(204).header('Allow', `${options.methods}, OPTIONS`).send();
  });
}
