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

/** Applies the verifier's decision to our own API, which has no gateway in front of it. */
export function createGuard(
  verifier: Verifier,
  denialLog: DenialLog,
  costOf: (request: FastifyRequest) => number,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    const call = { method: request.method, path: pathOf(request.url) };
    try {
      const { key, headers } = await verifier.verify(credentials, call, costOf(request));
      request.key = key;
      reply.headers(headers);
    } catch (error) {
      if (isDenialError(error) && !denialLog.countDenial()) request.log.level = 'warn';
      throw error;
    }
  };
}
