import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import { basePaths, relative } from '../urls.ts';
import type { CallsAnswer, RefusalsAnswer } from './contract.ts';
import type { Keys } from './keys.ts';

type WithId = { Params: { id: string } };

/** What became of the calls with a key: for its owner alone. */
export function reportRoutes(
  app: FastifyInstance,
  { sessions, keys }: { sessions: Sessions; keys: Keys },
): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  for (const base of basePaths) {
    app.get<WithId>(base + relative.tokenRefusals, async (request): Promise<RefusalsAnswer> => {
      const user = await sessions.require(request);
      return { refusals: await keys.refusals(user.id, request.params.id) };
    });

    app.get<WithId>(base + relative.tokenUsage, async (request): Promise<CallsAnswer> => {
      const user = await sessions.require(request);
      return { calls: await keys.calls(user.id, request.params.id) };
    });
  }
}
