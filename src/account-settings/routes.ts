import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountAudit } from '../accounts/account-audit.ts';
import type { AddressHistory } from '../accounts/address-history.ts';
import { csrfHeader, type PlainAnswer, type SendCodeAnswer } from '../accounts/contract.ts';
import { networkLimits } from '../accounts/limits.ts';
import type { AccountMails } from '../accounts/mail-kinds.ts';
import { confirmPassword, type PasswordParts, requirePassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { type SignedInParts, signedInRoutes } from '../accounts/signed-in-routes.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import type { MailQueue } from '../platform/mail/queue.ts';
import type { Limit } from '../platform/rate-limits.ts';
import type { Secrets } from '../platform/secrets.ts';
import { calls, relative } from '../urls.ts';
import type { EndSessionsAnswer, OwnAccount, RenameAnswer, UndoEmailAnswer } from './contract.ts';
import type { Deletion } from './deletion.ts';
import type { EmailChanges } from './email-change.ts';
import { collectPersonalData, type PersonalData } from './personal-data.ts';
import type { Profile } from './profile.ts';

interface AccountSettingsParts extends SignedInParts, PasswordParts {
  secrets: Secrets;
  addresses: AddressHistory;
  records: AccountAudit;
  mail: Pick<MailQueue<AccountMails>, 'enqueue' | 'count'>;
  profile: Profile;
  deletion: Deletion;
  emailChanges: EmailChanges;
  now: () => number;
}

export function accountSettingsRoutes(app: FastifyInstance, parts: AccountSettingsParts): void {
  const { db, visitors, devices, records, mail, profile, deletion, now } = parts;
  const routes = signedInRoutes(app, parts);

  routes.get(
    relative.account,
    ({ user, request }): Promise<OwnAccount> => profile.show(user, visitorHash(request)),
  );

  routes.put(
    relative.accountName,
    { limit: accountSettingsLimits.changes, body: nameBody },
    async ({ user, body, request }): Promise<RenameAnswer> => {
      const rename = () => profile.rename(user, body.name);
      return { success: true, user: await records.keep(request, attempt('name-changed', user), rename) };
    },
  );

  routes.put(
    relative.accountPassword,
    {
      limit: accountSettingsLimits.passwordChanges,
      networkLimits: [networkLimits.protectiveActs],
      body: passwordBody,
    },
    async ({ user, body, request, reply }): Promise<PlainAnswer> => {
      await records.keep(request, attempt('password-changed', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, body.current_password);
        await profile.changePassword(user, { ...body, checkedHash }, { request, reply });
      });
      reply.header(csrfHeader, visitors.csrfToken(request));
      return { success: true };
    },
  );

  routes.delete(
    relative.accountSessions,
    { limit: accountSettingsLimits.sessionEnds },
    async ({ user, request }): Promise<EndSessionsAnswer> => {
      const kept = { sessionHash: visitorHash(request), deviceHash: devices.hashOf(request) };
      const end = () => profile.endOthers(user, kept);
      return { success: true, ended: await records.keep(request, attempt('sessions-ended', user), end) };
    },
  );

  routes.post(
    relative.accountExport,
    { limit: accountSettingsLimits.exports, networkLimits: [networkLimits.signIns], body: exportBody },
    ({ user, body, request }): Promise<PersonalData> =>
      records.keep(request, attempt('data-exported', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, body.password);
        const data = await collectPersonalData(parts, user.id);
        await db.transaction().execute(async (trx) => {
          const email = await confirmPassword(trx, user.id, checkedHash);
          await mail.enqueue(trx, { kind: 'data-exported', data: { email, at: now() } });
        });
        return data;
      }),
  );

  routes.post(
    relative.accountDeletion,
    {
      limit: accountSettingsLimits.deletions,
      networkLimits: [networkLimits.protectiveActs],
      body: deletionBody,
    },
    async ({ user, body, request, reply }): Promise<PlainAnswer> => {
      const formerly = await records.trackErrors(request, attempt('account-deleted', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, body.password);
        return deletion.delete(user, { phrase: body.phrase, checkedHash });
      });
      recordEvent(request, { event: 'account-deleted', outcome: 'ok', actor: formerly });
      visitors.renew(request, reply);
      reply.header(csrfHeader, visitors.csrfToken(request));
      return { success: true };
    },
  );

  emailRoutes(app, routes, parts);
}

/** Routes that change the account's address, and the one that undoes the change from the old mailbox. */
function emailRoutes(
  app: FastifyInstance,
  routes: ReturnType<typeof signedInRoutes>,
  parts: AccountSettingsParts,
): void {
  const { visitors, limits, records, emailChanges } = parts;

  routes.post(
    relative.accountEmailCode,
    {
      limit: accountSettingsLimits.changes,
      networkLimits: [networkLimits.signIns, networkLimits.codes],
      body: emailCodeBody,
    },
    async ({ user, body: { email, password }, request }): Promise<SendCodeAnswer> => {
      const send = async () => {
        const checkedHash = await requirePassword(parts, request, user, password);
        await limits.take(accountSettingsLimits.emailCodes, user.id);
        return emailChanges.sendCode(user, { email, checkedHash }, visitorHash(request));
      };
      const verification_token = await records.keep(request, attempt('email-change-asked', user), send);
      return { success: true, verification_token };
    },
  );

  routes.put(
    relative.accountEmail,
    {
      limit: accountSettingsLimits.changes,
      networkLimits: [networkLimits.codeTries],
      body: emailBody,
    },
    async ({ user, body, request }): Promise<RenameAnswer> => {
      const change = () => emailChanges.change(user, body, visitorHash(request));
      const email = await records.keep(request, attempt('email-changed', user), change);
      return { success: true, user: { email, name: user.name } };
    },
  );

  // Whoever follows the link need not be signed in: its token is the proof.
  app.post(calls.undoEmail, async (request, reply): Promise<UndoEmailAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.emailUndos, request.ip);
    const { undo_token, keep_keys } = parseBody(undoBody, request.body);
    const undone = { event: 'email-change-undone', actorOf: ({ userId }: { userId: string }) => userId };
    const { email, resetToken, ended } = await records.keep(request, undone, () =>
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

const attempt = (event: string, user: SignedIn) => ({ event, email: user.email, actorOf: () => user.id });

const password = z.string().max(5000);
const nameBody = z.object({ name: z.string().max(20_000) });
const passwordBody = z.object({
  current_password: password,
  password,
  password_confirmation: password,
});
const exportBody = z.object({ password });
const deletionBody = z.object({ phrase: z.string().max(1000), password });
const emailCodeBody = z.object({ email: z.string().max(1000), password });
const emailBody = z.object({
  email: z.string().max(1000),
  code: z.string().max(100),
  verification_token: z.string().max(200),
});
const undoBody = z.object({ undo_token: z.string().max(200), keep_keys: z.boolean().default(false) });

const hour = 3600;

/**
 * For one person. What protects an account (sign out everywhere else, a new password, deletion) has a limit of its own
 * each, so that nothing else a person or a thief does keeps the owner from it.
 */
const accountSettingsLimits = {
  changes: {
    name: 'account-changes',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many changes to your account.',
  },
  /** Each goes to an address that may be a stranger's. */
  emailCodes: {
    name: 'email-change-codes',
    max: 5,
    windowSeconds: hour,
    sentence: 'Too many codes were sent for your account.',
  },
  sessionEnds: {
    name: 'account-session-ends',
    max: 60,
    windowSeconds: hour,
    sentence: 'You signed out other sessions too often.',
  },
  passwordChanges: {
    name: 'account-password-changes',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many attempts to change your password.',
  },
  deletions: {
    name: 'account-deletions',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many attempts to delete your account.',
  },
  exports: {
    name: 'account-exports',
    max: 10,
    windowSeconds: hour,
    sentence: 'Your data was exported too often.',
  },
} satisfies Record<string, Limit>;
