import type { FastifyInstance } from 'fastify';

interface CorsOptions {
  /** `*` alone means every origin. */
  origins: readonly string[];
  methods: string;
  /** Headers that a page may send in addition to those that are always allowed. */
  requestHeaders: string;
  /** Headers that a page may read in addition to those that are always allowed. */
  exposedHeaders: string;
}

const preflightSeconds = '7200';

/**
 * Lets pages of other origins call these routes, never with a cookie. Mount it before a guard, because a preflight has
 * no credentials.
 */
export function allowOrigins(scope: FastifyInstance, options: CorsOptions): void {
  const isPublic = options.origins.includes('*');
  scope.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!isPublic) reply.header('Vary', 'Origin');
    const isAllowed = isPublic || (origin !== undefined && options.origins.includes(origin));
    if (isAllowed) {
      reply.headers({
        'Access-Control-Allow-Origin': isPublic ? '*' : origin,
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
