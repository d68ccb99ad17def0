import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { networkLimits } from '../../accounts/limits.ts';
import { type PasswordParts, requirePassword } from '../../accounts/password-again.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { parseBody, takeJsonOnly } from '../../platform/http/request-body.ts';
import type { Visitors } from '../../platform/http/visitor.ts';
import { recordEvent } from '../../platform/log.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { basePaths, relative } from '../../urls.ts';
import type { ChangeExpiryRequest, RenameTokenAnswer } from '../contract.ts';
import { keyLimits } from '../limits.ts';
import { parseTime } from '../parse-time.ts';
import type { Expiry } from './expiry.ts';

interface ExpiryParts extends PasswordParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  expiry: Expiry;
}

type WithId = { Params: { id: string } };

export function expiryRoutes(app: FastifyInstance, parts: ExpiryParts): void {
  const { visitors, sessions, limits, expiry } = parts;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);
  for (const base of basePaths) {
    app.put<WithId>(base + relative.tokenExpiry, async (request): Promise<RenameTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.changes, user.id);
      const body = parseBody(expiryBody, request.body);
      const token = await expiry.change(user, request.params.id, {
        expiresAt: parseTime(body.expires_at),
        provePassword: async () => {
          await limits.takeForNetwork(networkLimits.signIns, request.ip);
          return requirePassword(parts, request, user, body.password ?? '');
        },
      });
      recordEvent(request, {
        event: 'key-expiry-chosen',
        outcome: 'ok',
        actor: user.id,
        target: token.external_id,
      });
      return { success: true, token };
    });
  }
}

const expiryBody = z.object({
  expires_at: z.string().max(100),
  password: z.string().max(5000).optional(),
}) satisfies z.ZodType<ChangeExpiryRequest>;
