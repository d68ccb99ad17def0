import type { FastifyRequest } from 'fastify';
import {
  type Credentials,
  onlyValue,
  parseBasicAuth,
  parseBearerAuth,
  toCredentials,
} from '../gateway/credentials.ts';
import type { CachedKey } from '../gateway/key-cache.ts';
import { isTokenFormat } from '../keys/key-format.ts';
import { badRequest } from '../platform/errors.ts';
import type { WeatherSource } from '../weather/source.ts';

export interface Caller {
  request: FastifyRequest;
  credentials: Credentials;
  key: CachedKey;
  /** A provider's API is called with the caller's own key. */
  weather: WeatherSource;
  batch: BatchRunner;
}

/** Clients differ in what they can send: the query of the personal link, one header, or two headers. */
export function readCredentials(request: FastifyRequest): Credentials | undefined {
  const { client_id, api_key } = request.query as Record<string, unknown>;
  const authorization = onlyValue(request.raw, 'authorization');
  return (
    readPair(client_id, api_key) ??
    parseBasicAuth(authorization) ??
    parseBearerAuth(authorization) ??
    readPair(onlyValue(request.raw, 'x-client-id'), onlyValue(request.raw, 'x-api-key'))
  );
}

/**
 * The access token of a connected app: any bearer value, except one with a colon or in the form of a signed token,
 * which belongs to a key. Without any credentials the result is `none`: the client has to ask its person.
 */
export function readAccessToken(request: FastifyRequest): { token: string } | 'none' | undefined {
  const { client_id, api_key } = request.query as Record<string, unknown>;
  const names = ['authorization', 'x-client-id', 'x-api-key'];
  const isEmpty = names.every((name) => request.headers[name] === undefined);
  if (isEmpty && client_id === undefined && api_key === undefined) return 'none';
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(onlyValue(request.raw, 'authorization') ?? '') ?? [];
  return token === '' || token.includes(':') || isTokenFormat(token) ? undefined : { token };
}

function readPair(clientId: unknown, secret: unknown): Credentials | undefined {
  return typeof clientId === 'string' && typeof secret === 'string'
    ? toCredentials(clientId, secret)
    : undefined;
}

const maxBatchCalls = 20;

/** Earlier revisions of the protocol allow many calls in one request. */
export function requireSmallBatch(message: unknown): void {
  if (Array.isArray(message) && message.length > maxBatchCalls)
    throw badRequest(`A batch can have at most ${maxBatchCalls} calls. Send the rest in another request.`);
}

/** A call that has not started by then is refused. The longest call, a summary of the globe, takes about a second. */
const maxBatchMs = 2500;

/**
 * Runs the calls of one request one after another, so that twenty long ones cannot delay other callers for a minute.
 * The event loop serves others between two of them.
 */
export class BatchRunner {
  readonly #startedMs = performance.now();
  #last: Promise<unknown> = Promise.resolve();
  #callCount = 0;

  /** `refuse` receives the number of calls that were made. */
  run<Result>(call: () => Promise<Result>, refuse: (callCount: number) => Result): Promise<Result> {
    const result = this.#last.then(async () => {
      if (this.#callCount > 0) await new Promise(setImmediate);
      if (this.#callCount > 0 && performance.now() - this.#startedMs > maxBatchMs)
        return refuse(this.#callCount);
      this.#callCount++;
      return call();
    });
    this.#last = result.catch(() => {});
    return result;
  }
}
