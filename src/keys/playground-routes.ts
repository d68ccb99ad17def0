import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Db } from '../platform/database.ts';
import { takeJsonOnly } from '../platform/http/request-body.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Secrets } from '../platform/secrets.ts';
import { basePaths, relative } from '../urls.ts';
import type { PlaygroundToken } from './contract.ts';
import { keyLimits } from './limits.ts';
import { mintPlaygroundToken } from './playground-token.ts';

interface PlaygroundParts {
  db: Db;
  secrets: Secrets;
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  now: () => number;
}

type WithId = { Params: { id: string } };

export function playgroundRoutes(app: FastifyInstance, parts: PlaygroundParts): void {
  const { visitors, sessions, limits } = parts;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);
  for (const base of basePaths) {
    app.post<WithId>(base + relative.playgroundToken, async (request): Promise<PlaygroundToken> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.playgroundTokens, user.id);
      const minted = await mintPlaygroundToken(parts, user.id, request.params.id);
      recordEvent(request, {
        event: 'playground-token',
        outcome: 'ok',
        actor: user.id,
        target: minted.client_id,
      });
      return minted;
    });
  }
}
