import { createSecretKey, type KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { degreeDayKinds } from '../../api/parameters.ts';
import type { PlaygroundToken } from '../../keys/contract.ts';
import { signPlaygroundToken } from '../../keys/key-secrets.ts';
import { badRequest, PublicError } from '../../platform/errors.ts';
import { FairLimiter } from '../../platform/fair-queue.ts';
import { networkPath } from '../../platform/rate-limits.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { api } from '../../urls.ts';
import { type Credentials, checkToken, onlyValue, parseBasicAuth } from '../credentials.ts';
import type { DenialLog } from '../denial-log.ts';
import { isDenialError, notAuthorized, quotaHeaders, tooMany } from '../verifier.ts';
import { demoClientId } from './contract.ts';
import { CpuBudget, NetworkQuota } from './limits.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface DemoGuardOptions {
  tokens: DemoTokens;
  /** Decides on every call that is not the demo's. */
  keyGuard: Guard;
  refusals: DenialLog;
  costOf: (request: FastifyRequest) => number;
  /** Where a key can be had, and how many requests an hour it has. */
  keysUrl: string;
  keyLimit: number;
  networkFactor: number;
  now: () => number;
}

const maxRunning = 2;
/** A page draws from a few calls at once: those of some ten visitors find room. */
const maxWaiting = 30;
const retryAfterSeconds = 2;
/** Reading a request and sending its answer, before and after a call is at work. */
const wireMs = 0.5;
/** One grid of one degree, at most, which is made while it is sent. */
const gridMs = 25;

/** Lets visitors without a key see the sandbox, and nothing else: neither the verifier nor the tools know of them. */
export function createDemoGuard(scope: FastifyInstance, options: DemoGuardOptions): Guard {
  const { tokens, keyGuard, refusals, costOf, networkFactor, now } = options;
  const quota = new NetworkQuota({ now, factor: networkFactor });
  const share = new CpuBudget({ now });
  const limiter = new FairLimiter({ maxRunning, bounds: { maxWaiting, busy } });
  const atWork = new WeakSet<FastifyRequest>();

  // When the answer is made and compressed, before it is sent: who reads slowly holds no place.
  scope.addHook('onSend', async (request) => {
    if (!atWork.delete(request)) return;
    share.end();
    limiter.leave();
  });

  function admit(credentials: Credentials, request: FastifyRequest, address: string): Record<string, string> {
    if (!tokens.isValid(credentials)) throw notAuthorized();
    if (!isDemoCall(request)) throw outOfReach();
    const { waitSeconds } = share;
    if (waitSeconds > 0) throw exhausted(waitSeconds);
    const taken = quota.take(address, costOf(request));
    if (taken.allowed) return quotaHeaders(taken, now());
    throw tooMany(taken, withoutKey(taken.limit, options), now());
  }

  return async (request, reply) => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    if (credentials?.clientId !== demoClientId) return keyGuard(request, reply);
    // A client that has hung up has no address.
    const address = request.ip ?? '';
    try {
      reply.headers(admit(credentials, request, address));
    } catch (error) {
      if (isDenialError(error) && !refusals.admit()) request.log.level = 'warn';
      throw error;
    }
    await limiter.enter(networkPath(address));
    if (reply.raw.destroyed) {
      limiter.leave();
      throw badRequest('The connection was closed before the request was served.');
    }
    atWork.add(request);
    share.begin();
    share.spend(wireMs);
    if (isGrid(request) && request.method === 'GET') share.spend(gridMs);
  };
}

const outOfReach = () =>
  new PublicError(
    403,
    'Not authorized: without a key the API answers with JSON, and with single grids at resolution=1',
  );

const withoutKey = (limit: number, { keyLimit, keysUrl }: DemoGuardOptions) =>
  `your network has used its ${limit} guest calls this hour. Get a free key for ${keyLimit} an hour: ${keysUrl}`;

const busy = () => unavailableFor(retryAfterSeconds, 'Many visitors are trying the API right now.');
const exhausted = (seconds: number) =>
  unavailableFor(seconds, 'Visitors without a key have asked for much in the last minutes.');

const unavailableFor = (seconds: number, why: string) =>
  new PublicError(503, `${why} Please try again in ${seconds} seconds, or use a key.`, {
    'Retry-After': String(seconds),
  });

/** Those that answer with JSON and do not say so in their names. */
const namedJson = ['points', 'tropical_cyclones', ...degreeDayKinds].map((name) => `${api}/${name}`);
const grids = ['gridded/:variable', 'gridded/:level/:variable', 'constants/:name'].map(
  (name) => `${api}/${name}`,
);

/** JSON, and grids of one degree. Told by the route: a path can be written in many ways. */
function isDemoCall({ method, routeOptions, query }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const url = routeOptions.url ?? '';
  if (grids.includes(url)) return isOneDegree(query);
  return url.endsWith('.json') || namedJson.includes(url);
}

const isOneDegree = (query: unknown) => (query as { resolution?: unknown }).resolution === '1';

/** Made in a thread of their own, while they are sent. */
const isGrid = ({ routeOptions }: FastifyRequest) => grids.includes(routeOptions.url ?? '');

/** The demo is no row: its tokens are signed under SECRET_KEY, and open as long as that is in the list. */
export class DemoTokens {
  readonly #signing: string;
  readonly #verifying: KeyObject[];
  readonly #now: () => number;

  constructor({ secrets, now }: { secrets: Secrets; now: () => number }) {
    const keys = secrets.signUnderEach('demo tokens', demoClientId);
    this.#signing = keys[0]!;
    this.#verifying = keys.map((key) => createSecretKey(key, 'utf8'));
    this.#now = now;
  }

  mint(): PlaygroundToken {
    return signPlaygroundToken(demoClientId, this.#signing, this.#now());
  }

  isValid({ clientId, password }: Credentials): boolean {
    return this.#verifying.some((key) => checkToken(password, key, clientId, this.#now()) === 'valid');
  }
}
