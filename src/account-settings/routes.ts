import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AddressHistory } from '../accounts/address-history.ts';
import { csrfHeader, type PlainAnswer } from '../accounts/contract.ts';
import { networkLimits } from '../accounts/limits.ts';
import type { AccountMails } from '../accounts/mail-kinds.ts';
import { confirmPassword, type PasswordParts, requirePassword } from '../accounts/password-again.ts';
import type { AccountRecords } from '../accounts/records.ts';
import type { Sessions, SignedIn } from '../accounts/sessions.ts';
import { ignoreBodies } from '../platform/http/ignore-bodies.ts';
import { parseBody, takeJsonOnly } from '../platform/http/request-body.ts';
import { type Visitors, visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import type { MailQueue } from '../platform/mail/queue.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Secrets } from '../platform/secrets.ts';
import { basePaths, relative } from '../urls.ts';
import type { EndSessionsAnswer, OwnAccount, RenameAnswer } from './contract.ts';
import type { Deletion } from './deletion.ts';
import { collectHeldData, type HeldData } from './held-data.ts';
import { ownAccountLimits } from './limits.ts';
import type { Profile } from './profile.ts';
import { requireOwner } from './require-owner.ts';

interface OwnAccountParts extends PasswordParts {
  secrets: Secrets;
  addresses: AddressHistory;
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
  records: AccountRecords;
  mail: Pick<MailQueue<AccountMails>, 'enqueue' | 'count'>;
  profile: Profile;
  deletion: Deletion;
  now: () => number;
}

/** A person's own account: seen, changed, taken along, ended. */
export function ownAccountRoutes(app: FastifyInstance, parts: OwnAccountParts): void {
  const { db, limits, visitors, sessions, devices, records, mail, profile, deletion, now } = parts;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  takeJsonOnly(app);
  const attempt = (event: string, user: SignedIn) => ({ event, email: user.email, actorOf: () => user.id });

  for (const base of basePaths) {
    app.get(base + relative.account, async (request): Promise<OwnAccount> => {
      const user = await sessions.require(request);
      return profile.show(user, visitorHash(request));
    });

    app.put(base + relative.accountName, async (request): Promise<RenameAnswer> => {
      const user = await requireOwner(parts, request);
      const { name } = parseBody(nameBody, request.body);
      const renamed = await records.keep(request, attempt('name-changed', user), () =>
        profile.rename(user, name),
      );
      return { success: true, user: renamed };
    });

    app.put(base + relative.accountPassword, async (request, reply): Promise<PlainAnswer> => {
      const user = await requireOwner(parts, request, ownAccountLimits.passwordChanges);
      await limits.takeForNetwork(networkLimits.protectiveActs, request.ip);
      const body = parseBody(passwordBody, request.body);
      await records.keep(request, attempt('password-changed', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, body.current_password);
        await profile.changePassword(user, { ...body, checkedHash }, { request, reply });
      });
      reply.header(csrfHeader, visitors.csrfToken(request));
      return { success: true };
    });

    app.post(base + relative.accountExport, async (request): Promise<HeldData> => {
      const user = await requireOwner(parts, request, ownAccountLimits.exports);
      await limits.takeForNetwork(networkLimits.signIns, request.ip);
      const { password } = parseBody(exportBody, request.body);
      return records.keep(request, attempt('data-exported', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, password);
        const data = await collectHeldData(parts, user.id);
        await db.transaction().execute(async (trx) => {
          const email = await confirmPassword(trx, user.id, checkedHash);
          await mail.enqueue(trx, { kind: 'data-exported', data: { email, at: now() } });
        });
        return data;
      });
    });

    app.post(base + relative.accountDeletion, async (request, reply): Promise<PlainAnswer> => {
      const user = await requireOwner(parts, request, ownAccountLimits.deletions);
      await limits.takeForNetwork(networkLimits.protectiveActs, request.ip);
      const { phrase, password } = parseBody(deletionBody, request.body);
      const formerly = await records.keepRefusal(request, attempt('account-deleted', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, password);
        return deletion.delete(user, { phrase, checkedHash });
      });
      recordEvent(request, { event: 'account-deleted', outcome: 'ok', actor: formerly });
      visitors.renew(request, reply);
      reply.header(csrfHeader, visitors.csrfToken(request));
      return { success: true };
    });
  }

  app.register(async (scope) => {
    ignoreBodies(scope);
    for (const base of basePaths) {
      scope.delete(base + relative.accountSessions, async (request): Promise<EndSessionsAnswer> => {
        const user = await requireOwner(parts, request, ownAccountLimits.sessionEnds);
        const kept = { sessionHash: visitorHash(request), deviceHash: devices.hashOf(request) };
        const ended = await records.keep(request, attempt('sessions-ended', user), () =>
          profile.endOthers(user, kept),
        );
        return { success: true, ended };
      });
    }
  });
}

const password = z.string().max(5000);
const nameBody = z.object({ name: z.string().max(20_000) });
const passwordBody = z.object({
  current_password: password,
  password,
  password_confirmation: password,
});
const exportBody = z.object({ password });
const deletionBody = z.object({ phrase: z.string().max(1000), password });
