import type { FastifyRequest } from 'fastify';
import {
  type Credentials,
  checked,
  onlyValue,
  parseBasicAuth,
  parseBearerAuth,
} from '../gateway/credentials.ts';
import type { CachedKey } from '../gateway/key-cache.ts';
import { badRequest } from '../platform/errors.ts';
import type { WeatherSource } from '../weather/source.ts';

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

const callsMax = 20;

/** Earlier revisions of the protocol allow many calls in one request. */
export function requireSmallBatch(message: unknown): void {
  if (Array.isArray(message) && message.length > callsMax)
    throw badRequest(`At most ${callsMax} calls are taken in one batch: send the others in another request.`);
}

/** A call that has not begun by then is refused. The longest, a summary of the globe, takes about a second. */
const startMsMax = 2500;

/**
 * Runs the calls of one request one after another, so that twenty long ones cannot hold up others for a minute. A turn
 * of the event loop lies between two of them.
 */
export class BatchRunner {
  readonly #startedMs = performance.now();
  #last: Promise<unknown> = Promise.resolve();
  #made = 0;

  /** `refuse` is told how many calls of the batch were made. */
  run<Result>(call: () => Promise<Result>, refuse: (made: number) => Result): Promise<Result> {
    const result = this.#last.then(async () => {
      if (this.#made > 0) await new Promise(setImmediate);
      if (this.#made > 0 && performance.now() - this.#startedMs > startMsMax) return refuse(this.#made);
      this.#made++;
      return call();
    });
    this.#last = result.catch(() => {});
    return result;
  }
}
