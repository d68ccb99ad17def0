import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '../accounts/sessions.ts';
import { refused } from '../platform/errors.ts';
import { ignoreBodies } from '../platform/http/ignore-bodies.ts';
import { parseBody, takeJsonOnly } from '../platform/http/request-body.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { basePaths, relative } from '../urls.ts';
import {
  type CreateTokenAnswer,
  type DeleteTokenAnswer,
  type KeyCode,
  type KeyHour,
  type LifetimeDays,
  lifetimesDays,
  type RenameTokenAnswer,
  type TokensAnswer,
} from './contract.ts';
import type { Keys } from './keys.ts';
import { keyLimits } from './limits.ts';

interface KeyParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  keys: Keys;
  hours: { listHours(userId: string): Promise<Record<string, KeyHour>> };
}

type WithId = { Params: { id: string } };

export function keyRoutes(app: FastifyInstance, { visitors, sessions, limits, keys, hours }: KeyParts): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);

  for (const base of basePaths) {
    app.get(base + relative.apiTokens, async (request): Promise<TokensAnswer> => {
      const user = await sessions.require(request);
      return { tokens: await keys.list(user.id), hours: await hours.listHours(user.id) };
    });

    app.post(base + relative.apiTokens, async (request, reply): Promise<CreateTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.changes, user.id);
      const body = parseBody(createBody, request.body);
      const key = await keys.create(user, {
        name: body.name,
        lifetimeDays: requireLifetime(body.expires_in_days),
      });
      recordEvent(request, {
        event: 'key-created',
        outcome: 'ok',
        actor: user.id,
        target: key.external_id,
      });
      reply.code(201);
      return { success: true, token: key };
    });

    app.put<WithId>(base + relative.apiToken, async (request): Promise<RenameTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.changes, user.id);
      const body = parseBody(renameBody, request.body);
      const key = await keys.rename(user.id, request.params.id, {
        name: body.name,
        clientId: body.external_id,
      });
      recordEvent(request, {
        event: 'key-renamed',
        outcome: 'ok',
        actor: user.id,
        target: key.external_id,
      });
      return { success: true, token: key };
    });
  }

  app.register(async (scope) => {
    ignoreBodies(scope);
    for (const base of basePaths) {
      scope.delete<WithId>(base + relative.apiToken, async (request): Promise<DeleteTokenAnswer> => {
        visitors.requireCsrf(request);
        const user = await sessions.require(request);
        await keys.delete(user.id, request.params.id);
        recordEvent(request, {
          event: 'key-deleted',
          outcome: 'ok',
          actor: user.id,
          target: request.params.id,
        });
        return { success: true };
      });
    }
  });
}

const createBody = z.object({ name: z.string().max(20_000), expires_in_days: z.number().nullish() });
const renameBody = z.object({ name: z.string().max(20_000), external_id: z.string().max(200) });

function requireLifetime(days: number | null | undefined): LifetimeDays | undefined {
  if (days === null || days === undefined) return undefined;
  const known = lifetimesDays.find((lifetime) => lifetime === days);
  if (known === undefined)
    throw refused<KeyCode>('bad-lifetime', `expires_in_days must be ${lifetimesDays.join(', ')} or absent`);
  return known;
}
