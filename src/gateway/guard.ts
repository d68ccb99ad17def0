import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../platform/log.ts';
import { onlyValue, parseBasicAuth } from './credentials.ts';
import type { DenialLog } from './denial-log.ts';
import type { CachedKey } from './key-cache.ts';
import { isDenialError, type Verifier } from './verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard. */
    key?: CachedKey;
  }
}

/** The same decision for our own API, which no gateway stands before. */
export function createGuard(
  verifier: Verifier,
  refusals: DenialLog,
  costOf: (request: FastifyRequest) => number = () => 1,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    const wanted = { method: request.method, path: pathOf(request.raw.url!) };
    try {
      const { key, headers } = await verifier.verify(credentials, wanted, costOf(request));
      request.key = key;
      reply.headers(headers);
    } catch (error) {
      // In a storm it is counted, and leaves no record of its own.
      if (isDenialError(error) && !refusals.admit()) request.log.level = 'warn';
      throw error;
    }
  };
}
