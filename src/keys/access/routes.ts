import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '../../accounts/sessions.ts';
import { notFound } from '../../platform/errors.ts';
import { ignoreBodies } from '../../platform/http/ignore-bodies.ts';
import { parseBody, takeJsonOnly } from '../../platform/http/request-body.ts';
import type { Visitors } from '../../platform/http/visitor.ts';
import { recordEvent } from '../../platform/log.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { basePaths, relative } from '../../urls.ts';
import { keyLimits } from '../limits.ts';
import { isId } from '../own-key.ts';
import type { AccessRequestsAnswer, AskForAccessAnswer, WithdrawAnswer } from './contract.ts';
import type { AccessRequests } from './requests.ts';

interface AccessParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  requests: AccessRequests;
}

type WithId = { Params: { id: string } };

export function accessRoutes(
  app: FastifyInstance,
  { visitors, sessions, limits, requests }: AccessParts,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);

  for (const base of basePaths) {
    app.get(base + relative.accessRequests, async (request): Promise<AccessRequestsAnswer> => {
      const user = await sessions.require(request);
      return { requests: await requests.list(user.id) };
    });

    app.post(base + relative.accessRequests, async (request, reply): Promise<AskForAccessAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.accessRequests, user.id);
      const asked = await requests.ask(user, parseBody(askBody, request.body));
      recordEvent(request, { event: 'access-asked', outcome: 'ok', actor: user.id, target: asked.id });
      reply.code(201);
      return { success: true, request: asked };
    });
  }

  app.register(async (scope) => {
    ignoreBodies(scope);
    for (const base of basePaths) {
      scope.delete<WithId>(base + relative.accessRequest, async (request): Promise<WithdrawAnswer> => {
        visitors.requireCsrf(request);
        const user = await sessions.require(request);
        const { id } = request.params;
        if (!isId(id)) throw notFound();
        await requests.withdraw(user, id);
        recordEvent(request, { event: 'access-withdrawn', outcome: 'ok', actor: user.id, target: id });
        return { success: true };
      });
    }
  });
}

const askBody = z.object({
  key_id: z.string().max(200),
  purpose: z.string().max(20_000),
  volume: z.string().max(20_000),
});
