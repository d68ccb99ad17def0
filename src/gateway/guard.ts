import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../platform/log.ts';
import { parseBasicAuth } from './credentials.ts';
import { onlyValue } from './header-values.ts';
import type { CachedKey } from './key-cache.ts';
import type { Verifier } from './verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard. */
    key?: CachedKey;
  }
}

/** The same decision for our own API, which no gateway stands before. */
export function createGuard(verifier: Verifier) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    const { key, headers } = await verifier.verify(credentials, {
      method: request.method,
      path: pathOf(request.raw.url!),
    });
    request.key = key;
    reply.headers(headers);
  };
}
