import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { networkLimits } from '../accounts/limits.ts';
import { type PasswordParts, requirePassword } from '../accounts/password-again.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { parseBody, takeJsonOnly } from '../platform/http/request-body.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { basePaths, relative } from '../urls.ts';
import {
  type CreateTokenAnswer,
  type DiscardSecretRequest,
  overlaps,
  type RenameTokenAnswer,
  type RotateTokenRequest,
} from './contract.ts';
import { keyLimits } from './limits.ts';
import type { Rotation } from './rotation.ts';

interface RotationParts extends PasswordParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  rotation: Rotation;
}

type WithId = { Params: { id: string } };

/** Two secrets for a while, and the ways back to one. */
export function rotationRoutes(app: FastifyInstance, parts: RotationParts): void {
  const { visitors, sessions, limits, rotation } = parts;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);
  for (const base of basePaths) {
    app.post<WithId>(base + relative.rotateToken, async (request): Promise<CreateTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.rotations, user.id);
      await limits.takeForNetwork(networkLimits.signIns, request.ip);
      const body = parseBody(rotateBody, request.body);
      const checkedHash = await requirePassword(parts, request, user, body.password);
      const token = await rotation.rotate(user, request.params.id, { overlap: body.overlap, checkedHash });
      record(request, 'key-rotated', user.id);
      return { success: true, token };
    });

    app.post<WithId>(base + relative.endOldSecret, async (request): Promise<RenameTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.revokedSecrets, user.id);
      const token = await rotation.endOld(user, request.params.id);
      record(request, 'key-old-secret-ended', user.id);
      return { success: true, token };
    });

    app.post<WithId>(base + relative.discardNewSecret, async (request): Promise<RenameTokenAnswer> => {
      visitors.requireCsrf(request);
      const user = await sessions.require(request);
      await limits.take(keyLimits.discardedSecrets, user.id);
      await limits.takeForNetwork(networkLimits.protectiveActs, request.ip);
      const { password } = parseBody(discardBody, request.body);
      const checkedHash = await requirePassword(parts, request, user, password);
      const token = await rotation.discardNew(user, request.params.id, checkedHash);
      record(request, 'key-new-secret-discarded', user.id);
      return { success: true, token };
    });
  }
}

const record = (request: FastifyRequest<WithId>, event: string, actor: string) =>
  recordEvent(request, { event, outcome: 'ok', actor, target: request.params.id });

const rotateBody = z.object({
  overlap: z.enum(overlaps),
  password: z.string().max(5000),
}) satisfies z.ZodType<RotateTokenRequest>;

const discardBody = z.object({ password: z.string().max(5000) }) satisfies z.ZodType<DiscardSecretRequest>;
