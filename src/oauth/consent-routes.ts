import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limitPerHour } from '../accounts/limits.ts';
import type { SignedInParts } from '../accounts/signed-in-routes.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { neverStore, visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import { basePaths, relative } from '../urls.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import type { AuthorizationAnswer, DecisionAnswer } from './contract.ts';

const limits = {
  requests: limitPerHour('net-authorization-requests', 300, 'Too many requests from apps.'),
  /** Denying must not be blocked by opening more requests. */
  decisions: limitPerHour('net-authorization-decisions', 300, 'Too many decisions about apps.'),
};

interface ConsentParts extends SignedInParts {
  requests: AuthorizationRequests;
}

/** The calls of the page on which a person allows an app. Everybody may open a request, because signing in comes later. */
export function consentRoutes(app: FastifyInstance, parts: ConsentParts): void {
  const { visitors, requests } = parts;
  neverStore(app);
  const visitorOf = async (request: FastifyRequest) => ({
    hash: visitorHash(request),
    network: request.ip,
    userId: (await parts.sessions.find(request))?.id,
  });

  for (const base of basePaths) {
    app.post(base + relative.authorizationRequests, async (request): Promise<AuthorizationAnswer> => {
      visitors.requireCsrf(request);
      await parts.limits.takeForNetwork(limits.requests, request.ip);
      const { query } = parseBody(openBody, request.body);
      return requests.open(query, await visitorOf(request));
    });

    app.post<IdPath>(base + relative.authorizationRequest, async (request): Promise<DecisionAnswer> => {
      visitors.requireCsrf(request);
      await parts.limits.takeForNetwork(limits.decisions, request.ip);
      const { decision, account } = parseBody(decisionBody, request.body);
      const visitor = await visitorOf(request);
      const isAllowed = decision === 'allow';
      const { clientId, redirectTo } = await requests.decide(request.params.id, visitor, {
        isAllowed,
        account,
      });
      const event = isAllowed ? 'connection-allowed' : 'connection-denied';
      recordEvent(request, { event, outcome: 'ok', actor: visitor.userId, target: clientId });
      return { success: true, redirect_to: redirectTo };
    });
  }
}

type IdPath = { Params: { id: string } };

/** A browser's address can have 16 kB, and no app needs half of it. */
const openBody = z.object({ query: z.string().max(8000) });
const decisionBody = z.object({
  decision: z.enum(['allow', 'deny']),
  account: z.string().max(1000).optional(),
});
