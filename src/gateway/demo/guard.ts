import { createSecretKey } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { degreeDayKinds } from '../../api/parameters.ts';
import { signPlaygroundToken } from '../../keys/key-secrets.ts';
import { PublicError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { api } from '../../urls.ts';
import { type Credentials, checkToken, onlyValue, openToken, parseBasicAuth } from '../credentials.ts';
import type { DenialLog } from '../denial-log.ts';
import { isDenialError, notAuthorized } from '../verifier.ts';
import type { GuestAdmission } from './admission.ts';
import { demoClientId } from './contract.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface DemoGuardOptions {
  tokens: DemoTokens;
  /** Decides about every call with a key. */
  keyGuard: Guard;
  denialLog: DenialLog;
  costOf: (request: FastifyRequest) => number;
  guests: GuestAdmission;
}

/** The time to create one grid of one degree, which happens while it is sent. */
const gridMs = 25;

/** Allows calls without a key to the sandbox. Neither the verifier nor the MCP tools accept the demo's tokens. */
export function createDemoGuard(scope: FastifyInstance, options: DemoGuardOptions): Guard {
  const { tokens, keyGuard, denialLog, costOf, guests } = options;
  scope.addHook('onSend', guests.endCall);

  function admit(credentials: Credentials, request: FastifyRequest): Record<string, string> {
    if (!tokens.isValid(credentials)) throw notAuthorized();
    if (!isDemoCall(request)) throw needsKey();
    return guests.take(request, costOf(request));
  }

  return async (request, reply) => {
    const credentials = parseBasicAuth(onlyValue(request.raw, 'authorization'));
    if (credentials?.clientId !== demoClientId) return keyGuard(request, reply);
    try {
      reply.headers(admit(credentials, request));
    } catch (error) {
      if (isDenialError(error) && !denialLog.countDenial()) request.log.level = 'warn';
      throw error;
    }
    await guests.enter(request, reply, isGrid(request) && request.method === 'GET' ? gridMs : 0);
  };
}

const needsKey = () =>
  new PublicError(
    403,
    'Not authorized: without a key you can only request JSON, and single grids with resolution=1',
  );

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
      verifyingKeys.some((key) => checkToken(openToken(password, key), clientId, now()) === 'valid'),
  };
}

export type DemoTokens = ReturnType<typeof createDemoTokens>;
