import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountAudit } from '../accounts/account-audit.ts';
import { codeBody, password, text } from '../accounts/bodies.ts';
import { csrfHeader, type PlainAnswer, type SendCodeAnswer } from '../accounts/contract.ts';
import { limitPerHour, networkLimits } from '../accounts/limits.ts';
import { confirmPassword, requirePassword } from '../accounts/password-check.ts';
import type { AccountServices } from '../accounts/services.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { type SignedInParts, type SignedInRoutes, signedInRoutes } from '../accounts/signed-in-routes.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import { calls, relative } from '../urls.ts';
import type { EndSessionsAnswer, OwnAccount, RenameAnswer, UndoEmailAnswer } from './contract.ts';
import { deleteAccount } from './deletion.ts';
import type { EmailChanges } from './email-change.ts';
import { collectPersonalData, type PersonalData } from './personal-data.ts';
import { changeName, changePassword, describeAccount, endOtherSessions } from './profile.ts';

interface AccountSettingsParts extends SignedInParts, AccountServices {
  audit: AccountAudit;
  emailChanges: EmailChanges;
  /** Invalidates the cached keys in this process. Other processes read the new revision. */
  onKeysChanged: (keyIds: string[]) => void;
}

/**
 * Limits for one person. What protects an account (ending other sessions, a new password, deletion) has its own limit,
 * so that nothing else that a person or an attacker does can block it.
 */
const settingsLimits = {
  changes: limitPerHour('account-changes', 60, 'Too many changes to your account.'),
  /** Each code goes to an address that may belong to someone else. */
  emailCodes: limitPerHour('email-change-codes', 5, 'Too many codes were sent for your account.'),
  sessionEnds: limitPerHour('account-session-ends', 60, 'You signed out other sessions too often.'),
  passwordChanges: limitPerHour('account-password-changes', 60, 'Too many attempts to change your password.'),
  deletions: limitPerHour('account-deletions', 60, 'Too many attempts to delete your account.'),
  exports: limitPerHour('account-exports', 10, 'Too many downloads of your data.'),
};

const { protectiveActs } = networkLimits;

export function accountSettingsRoutes(app: FastifyInstance, parts: AccountSettingsParts): void {
  const { db, visitors, devices, audit, mail, now } = parts;
  const routes = signedInRoutes(app, parts);

  routes.get(
    relative.account,
    ({ user, request }): Promise<OwnAccount> => describeAccount(db, user.id, visitorHash(request)),
  );

  const rename = { limit: settingsLimits.changes, body: nameBody };
  routes.put(relative.accountName, rename, async ({ user, body, request }): Promise<RenameAnswer> => {
    const change = () => changeName(db, user, body.name);
    return { success: true, user: await audit.track(request, attempt('name-changed', user), change) };
  });

  const newPassword = {
    limit: settingsLimits.passwordChanges,
    networkLimits: [protectiveActs],
    body: passwordBody,
  };
  routes.put(relative.accountPassword, newPassword, async (call): Promise<PlainAnswer> => {
    const { user, body, request, reply } = call;
    await audit.track(request, attempt('password-changed', user), async () => {
      const checkedHash = await requirePassword(parts, request, user, body.current_password);
      await changePassword(parts, call, { ...body, checkedHash });
    });
    reply.header(csrfHeader, visitors.csrfToken(request));
    return { success: true };
  });

  const endSessions = { limit: settingsLimits.sessionEnds };
  routes.delete(relative.accountSessions, endSessions, async (call): Promise<EndSessionsAnswer> => {
    const { user, request } = call;
    const kept = { sessionHash: visitorHash(request), deviceHash: devices.hashOf(request) };
    const ended = await audit.track(request, attempt('sessions-ended', user), () =>
      endOtherSessions(db, user.id, kept),
    );
    return { success: true, ended };
  });

  const download = {
    limit: settingsLimits.exports,
    networkLimits: [networkLimits.signIns],
    body: exportBody,
  };
  routes.post(
    relative.accountExport,
    download,
    ({ user, body, request }): Promise<PersonalData> =>
      audit.track(request, attempt('data-exported', user), async () => {
        const checkedHash = await requirePassword(parts, request, user, body.password);
        const data = await collectPersonalData(parts, user.id);
        await db.transaction().execute(async (trx) => {
          const email = await confirmPassword(trx, user.id, checkedHash);
          await mail.enqueue(trx, { kind: 'data-exported', data: { email, at: now() } });
        });
        return data;
      }),
  );

  const remove = { limit: settingsLimits.deletions, networkLimits: [protectiveActs], body: deletionBody };
  routes.post(relative.accountDeletion, remove, async (call): Promise<PlainAnswer> => {
    const { user, body, request, reply } = call;
    const actor = await audit.trackErrors(request, attempt('account-deleted', user), async () => {
      const checkedHash = await requirePassword(parts, request, user, body.password);
      return deleteAccount(parts, user, { phrase: body.phrase, checkedHash });
    });
    recordEvent(request, { event: 'account-deleted', outcome: 'ok', actor });
    visitors.renew(request, reply);
    reply.header(csrfHeader, visitors.csrfToken(request));
    return { success: true };
  });

  emailRoutes(app, routes, parts);
}

/** Routes that change the account's address, and the one that undoes the change from the old mailbox. */
function emailRoutes(app: FastifyInstance, routes: SignedInRoutes, parts: AccountSettingsParts): void {
  const { visitors, limits, audit, emailChanges } = parts;

  const sendCode = {
    limit: settingsLimits.changes,
    networkLimits: [networkLimits.signIns, networkLimits.codes],
    body: emailCodeBody,
  };
  routes.post(relative.accountEmailCode, sendCode, async (call): Promise<SendCodeAnswer> => {
    const { user, body, request } = call;
    const send = async () => {
      const checkedHash = await requirePassword(parts, request, user, body.password);
      await limits.take(settingsLimits.emailCodes, user.id);
      return emailChanges.sendCode(user, { email: body.email, checkedHash }, visitorHash(request));
    };
    const verification_token = await audit.track(request, attempt('email-change-requested', user), send);
    return { success: true, verification_token };
  });

  const changeEmail = {
    limit: settingsLimits.changes,
    networkLimits: [networkLimits.codeTries],
    body: codeBody,
  };
  routes.put(relative.accountEmail, changeEmail, async ({ user, body, request }): Promise<RenameAnswer> => {
    const change = () => emailChanges.change(user, body, visitorHash(request));
    const email = await audit.track(request, attempt('email-changed', user), change);
    return { success: true, user: { email, name: user.name } };
  });

  // The token of the link is the proof, so the person does not need to be signed in.
  app.post(calls.undoEmail, async (request, reply): Promise<UndoEmailAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.emailUndos, request.ip);
    const { undo_token, keep_keys } = parseBody(undoBody, request.body);
    const undone = { event: 'email-change-undone', actorOf: ({ userId }: { userId: string }) => userId };
    const { email, resetToken, revoked } = await audit.track(request, undone, () =>
      emailChanges.undo(undo_token, keep_keys),
    );
    visitors.renew(request, reply);
    reply.header(csrfHeader, visitors.csrfToken(request));
    return {
      success: true,
      email,
      reset_password_token: resetToken,
      revoked_keys: revoked.revoked,
      discarded_secrets: revoked.discarded,
    };
  });
}

const attempt = (event: string, user: SignedIn) => ({ event, email: user.email, actorOf: () => user.id });

const nameBody = z.object({ name: text(20_000) });
const passwordBody = z.object({ current_password: password, password, password_confirmation: password });
const exportBody = z.object({ password });
const deletionBody = z.object({ phrase: text(1000), password });
const emailCodeBody = z.object({ email: text(1000), password });
const undoBody = z.object({ undo_token: text(200), keep_keys: z.boolean().default(false) });
