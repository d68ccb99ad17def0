import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { csrfHeader, type SendCodeAnswer } from '../accounts/contract.ts';
import { networkLimits } from '../accounts/limits.ts';
import { type PasswordParts, requirePassword } from '../accounts/password-again.ts';
import type { AccountRecords } from '../accounts/records.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { parseBody, takeJsonOnly } from '../platform/http/request-body.ts';
import { type Visitors, visitorHash } from '../platform/http/visitor.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { basePaths, calls, relative } from '../urls.ts';
import type { RenameAnswer, UndoEmailAnswer } from './contract.ts';
import type { EmailChanges } from './email-change.ts';
import { ownAccountLimits } from './limits.ts';
import { requireOwner } from './require-owner.ts';

interface EmailParts extends PasswordParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  records: AccountRecords;
  emailChanges: EmailChanges;
}

/** Another address for an account, and the way back for whoever reads the old one. */
export function emailRoutes(app: FastifyInstance, parts: EmailParts): void {
  const { visitors, limits, records, emailChanges } = parts;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);

  for (const base of basePaths) {
    app.post(base + relative.accountEmailCode, async (request): Promise<SendCodeAnswer> => {
      const user = await requireOwner(parts, request);
      await limits.takeForNetwork(networkLimits.signIns, request.ip);
      await limits.takeForNetwork(networkLimits.codes, request.ip);
      const { email, password } = parseBody(codeBody, request.body);
      const attempt = { event: 'email-change-asked', email: user.email, actorOf: () => user.id };
      const verificationToken = await records.keep(request, attempt, async () => {
        const checkedHash = await requirePassword(parts, request, user, password);
        await limits.take(ownAccountLimits.emailCodes, user.id);
        return emailChanges.sendCode(user, { email, checkedHash }, visitorHash(request));
      });
      return { success: true, verification_token: verificationToken };
    });

    app.put(base + relative.accountEmail, async (request): Promise<RenameAnswer> => {
      const user = await requireOwner(parts, request);
      await limits.takeForNetwork(networkLimits.codeTries, request.ip);
      const body = parseBody(changeBody, request.body);
      const attempt = { event: 'email-changed', email: user.email, actorOf: () => user.id };
      const email = await records.keep(request, attempt, () =>
        emailChanges.change(user, body, visitorHash(request)),
      );
      return { success: true, user: { email, name: user.name } };
    });
  }

  app.post(calls.undoEmail, async (request, reply): Promise<UndoEmailAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.emailUndos, request.ip);
    const { undo_token, keep_keys } = parseBody(undoBody, request.body);
    const attempt = { event: 'email-change-undone', actorOf: ({ userId }: { userId: string }) => userId };
    const { email, resetToken, ended } = await records.keep(request, attempt, () =>
      emailChanges.undo(undo_token, keep_keys),
    );
    visitors.renew(request, reply);
    reply.header(csrfHeader, visitors.csrfToken(request));
    return {
      success: true,
      email,
      reset_password_token: resetToken,
      revoked_keys: ended.revoked,
      discarded_secrets: ended.discarded,
    };
  });
}

const codeBody = z.object({ email: z.string().max(1000), password: z.string().max(5000) });
const changeBody = z.object({
  email: z.string().max(1000),
  code: z.string().max(100),
  verification_token: z.string().max(200),
});
const undoBody = z.object({ undo_token: z.string().max(200), keep_keys: z.boolean().default(false) });
