import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptJsonOnly, ignoreBodies, parseBody } from '../platform/http/request-body.ts';
import { neverStore, type Visitors } from '../platform/http/visitor.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { basePaths } from '../urls.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export interface SignedInParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
}

export interface SignedInCall<Body = unknown> {
  user: SignedIn;
  /** The `:id` of the path, or empty. */
  id: string;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<Body> = (call: SignedInCall<Body>) => Promise<unknown>;

interface ChangeOptions<Body> {
  /** The limit for one person. `none` is for what must never be delayed. */
  limit: Limit | 'none';
  /** Limits for the network address, taken in this order. */
  networkLimits?: Limit[];
  /** The schema of the body. Without it the body is ignored. */
  body?: z.ZodType<Body>;
}

/**
 * The routes of signed-in people, in one scope. Every answer is `no-store`. Every change takes JSON only and needs the
 * CSRF token, a session and room in its limits, in this order, so that no route can miss one of them.
 */
export function signedInRoutes(app: FastifyInstance, { visitors, sessions, limits }: SignedInParts) {
  neverStore(app);
  acceptJsonOnly(app);

  const change =
    <Body>(options: ChangeOptions<Body>, handle: Handler<Body>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      if (options.limit !== 'none') await limits.take(options.limit, user.id);
      for (const limit of options.networkLimits ?? []) await limits.takeForNetwork(limit, request.ip);
      const body = options.body ? parseBody(options.body, request.body) : (undefined as Body);
      return handle({ user, id: idOf(request), body, request, reply });
    };

  return {
    get(path: string, handle: Handler<undefined>): void {
      for (const base of basePaths)
        app.get(base + path, async (request, reply) => {
          const user = await sessions.require(request);
          return handle({ user, id: idOf(request), body: undefined, request, reply });
        });
    },
    post<Body>(path: string, options: ChangeOptions<Body>, handle: Handler<Body>): void {
      for (const base of basePaths) app.post(base + path, change(options, handle));
    },
    put<Body>(path: string, options: ChangeOptions<Body>, handle: Handler<Body>): void {
      for (const base of basePaths) app.put(base + path, change(options, handle));
    },
    delete(path: string, options: Omit<ChangeOptions<undefined>, 'body'>, handle: Handler<undefined>): void {
      app.register(async (scope) => {
        ignoreBodies(scope);
        for (const base of basePaths) scope.delete(base + path, change(options, handle));
      });
    },
  };
}

export type SignedInRoutes = ReturnType<typeof signedInRoutes>;

const pathParameters = z.object({ id: z.string().default('') });
const idOf = (request: FastifyRequest) => pathParameters.parse(request.params).id;
