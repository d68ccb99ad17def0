import { createSecretKey } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { degreeDayKinds } from '../../api/parameters.ts';
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
import { CpuBudget, createNetworkQuota } from './limits.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface DemoGuardOptions {
  tokens: DemoTokens;
  /** Decides about every call with a key. */
  keyGuard: Guard;
  denialLog: DenialLog;
  costOf: (request: FastifyRequest) => number;
  /** The page with keys, and how many requests an hour a free key has. */
  keysUrl: string;
  keyLimit: number;
  networkFactor: number;
  now: () => number;
}

const maxRunning = 2;
/** A page makes a few calls at once. This is room for those of about ten visitors. */
const maxWaiting = 30;
const retryAfterSeconds = 2;
/** The time to read a request and send its answer, which `CpuBudget` cannot see. */
const overheadMs = 0.5;
/** The time to create one grid of one degree, which happens while it is sent. */
const gridMs = 25;

/** Allows calls without a key to the sandbox. Neither the verifier nor the MCP tools accept the demo's tokens. */
export function createDemoGuard(scope: FastifyInstance, options: DemoGuardOptions): Guard {
  const { tokens, keyGuard, denialLog, costOf, networkFactor, now } = options;
  const quota = createNetworkQuota({ now, factor: networkFactor });
  const budget = new CpuBudget({ now });
  const limiter = new FairLimiter({ maxRunning, bounds: { maxWaiting, busy } });
  const running = new WeakSet<FastifyRequest>();

  // A call ends when its answer is compressed and not when it is sent, so that slow readers hold no place.
  scope.addHook('onSend', async (request) => {
    if (!running.delete(request)) return;
    budget.end();
    limiter.leave();
  });

  function admit(credentials: Credentials, request: FastifyRequest, address: string): Record<string, string> {
    if (!tokens.isValid(credentials)) throw notAuthorized();
    if (!isDemoCall(request)) throw needsKey();
    const { waitSeconds } = budget;
    if (waitSeconds > 0) throw exhausted(waitSeconds);
    const taken = quota.take(address, costOf(request));
    if (taken.allowed) return quotaHeaders(taken, now());
    throw tooMany(taken, describeLimits(taken.limit, options), now());
  }

  return async (request, reply) => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    if (credentials?.clientId !== demoClientId) return keyGuard(request, reply);
    // A client that has closed its connection has no address.
    const address = request.ip ?? '';
    try {
      reply.headers(admit(credentials, request, address));
    } catch (error) {
      if (isDenialError(error) && !denialLog.countDenial()) request.log.level = 'warn';
      throw error;
    }
    await limiter.enter(networkPath(address));
    if (reply.raw.destroyed) {
      limiter.leave();
      throw badRequest('The connection was closed before the request was served.');
    }
    running.add(request);
    budget.begin();
    budget.spend(overheadMs);
    if (isGrid(request) && request.method === 'GET') budget.spend(gridMs);
  };
}

const needsKey = () =>
  new PublicError(
    403,
    'Not authorized: without a key the API answers with JSON, and with single grids at resolution=1',
  );

const describeLimits = (limit: number, { keyLimit, keysUrl }: DemoGuardOptions) =>
  `your network has used its ${limit} guest calls this hour. Get a free key for ${keyLimit} an hour: ${keysUrl}`;

const busy = () => unavailableFor(retryAfterSeconds, 'Too many guest calls at once.');
const exhausted = (seconds: number) =>
  unavailableFor(seconds, 'Guest calls have used up their share of the server.');

const unavailableFor = (seconds: number, why: string) =>
  new PublicError(503, `${why} Try again in ${seconds} seconds, or use a key.`, {
    'Retry-After': String(seconds),
  });

const toPath = (name: string) => `${api}/${name}`;
/** Endpoints that answer with JSON and whose paths don't end in .json. */
const jsonPaths = ['points', 'tropical_cyclones', ...degreeDayKinds].map(toPath);
const gridPaths = ['gridded/:variable', 'gridded/:level/:variable', 'constants/:name'].map(toPath);

const oneDegree = z.object({ resolution: z.literal('1') });

/** JSON, and grids of one degree. The route decides, because a path can be written in many ways. */
function isDemoCall({ method, routeOptions, query }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const url = routeOptions.url ?? '';
  if (gridPaths.includes(url)) return oneDegree.safeParse(query).success;
  return url.endsWith('.json') || jsonPaths.includes(url);
}

/** Grids are created in a worker thread while they are sent. */
const isGrid = ({ routeOptions }: FastifyRequest) => gridPaths.includes(routeOptions.url ?? '');

/** The demo has no row in the database. Its tokens are signed under SECRET_KEY and valid while that is in the list. */
export function createDemoTokens({ secrets, now }: { secrets: Secrets; now: () => number }) {
  const signingKey = secrets.sign('demo tokens', demoClientId);
  const verifyingKeys = secrets
    .signUnderEach('demo tokens', demoClientId)
    .map((key) => createSecretKey(key, 'utf8'));
  return {
    mint: () => signPlaygroundToken(demoClientId, signingKey, now()),
    isValid: ({ clientId, password }: Credentials) =>
      verifyingKeys.some((key) => checkToken(password, key, clientId, now()) === 'valid'),
  };
}

export type DemoTokens = ReturnType<typeof createDemoTokens>;
