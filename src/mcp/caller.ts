import type { FastifyRequest } from 'fastify';
import type { CachedKey } from '../gateway/cached-key.ts';
import { type Credentials, checked, parseBasicAuth, parseBearerAuth } from '../gateway/credentials.ts';
import { onlyValue } from '../gateway/header-values.ts';
import type { WeatherSource } from '../weather/source.ts';
import type { BatchRunner } from './batch.ts';

/** Whose assistant it is. */
export interface Caller {
  request: FastifyRequest;
  credentials: Credentials;
  key: CachedKey;
  /** Asked in their name where it is not our own. */
  weather: WeatherSource;
  /** For the calls of this request, which may be a batch. */
  batch: BatchRunner;
}

/** From the personal link, from one header, or from two, for clients that can send one but not another. */
export function readCredentials(request: FastifyRequest): Credentials | undefined {
  const { client_id, api_key } = request.query as Record<string, unknown>;
  const authorization = onlyValue(request.raw, 'authorization');
  return (
    pairOf(client_id, api_key) ??
    parseBasicAuth(authorization) ??
    parseBearerAuth(authorization) ??
    pairOf(onlyValue(request.raw, 'x-client-id'), onlyValue(request.raw, 'x-api-key'))
  );
}

function pairOf(clientId: unknown, secret: unknown): Credentials | undefined {
  return typeof clientId === 'string' && typeof secret === 'string' ? checked(clientId, secret) : undefined;
}

/** As a source of weather takes them. */
export const pairText = ({ clientId, password }: Credentials): string => `${clientId}:${password}`;
