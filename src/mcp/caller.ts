import type { FastifyRequest } from 'fastify';
import type { CachedKey } from '../gateway/cached-key.ts';
import { type Credentials, checked, parseBasicAuth } from '../gateway/credentials.ts';
import { onlyValue } from '../gateway/header-values.ts';

/** Whose assistant it is. */
export interface Caller {
  request: FastifyRequest;
  credentials: Credentials;
  key: CachedKey;
}

/** From the personal link, from basic auth, or from two headers, for clients that can send one but not another. */
export function readCredentials(request: FastifyRequest): Credentials | undefined {
  const { client_id, api_key } = request.query as Record<string, unknown>;
  return (
    pairOf(client_id, api_key) ??
    parseBasicAuth(onlyValue(request.raw, 'authorization')) ??
    pairOf(onlyValue(request.raw, 'x-client-id'), onlyValue(request.raw, 'x-api-key'))
  );
}

function pairOf(clientId: unknown, secret: unknown): Credentials | undefined {
  return typeof clientId === 'string' && typeof secret === 'string' ? checked(clientId, secret) : undefined;
}
