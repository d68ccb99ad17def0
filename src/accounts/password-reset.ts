import type { Db } from '../platform/database.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { dayMs, minuteMs } from '../time.ts';
import { linkMinutes, type ResetPasswordRequest } from './contract.ts';
import { accountError, passwordError } from './errors.ts';
import { emailLimits } from './limits.ts';
import { findPasswordProblems } from './passwords.ts';
import type { AccountServices } from './services.ts';
import { forgetBrowsersOf } from './session-store.ts';
import { findUserByEmail, replacePasswordHash } from './user-store.ts';
import { consumeResets, deleteResetsBefore, findReset, insertReset } from './verification-store.ts';

/** Links that set a new password once, for the person who reads the mailbox. */
export function createPasswordResets(services: AccountServices) {
  const { db, mail, limits, providerName, now, hashing, endConnections } = services;

  /** Does the same for every address. Whether it has an account is looked up after the answer, for the email. */
  async function request(email: string): Promise<void> {
    await limits.take(emailLimits.resetAgain, email);
    await limits.take(emailLimits.resets, email);
    const token = randomSecret();
    const expiresAt = now() + linkMinutes * minuteMs;
    await db.transaction().execute(async (trx) => {
      await insertReset(trx, { token_hash: sha256(token), email, created_at: now() });
      await mail.enqueue(trx, { kind: 'password-reset', data: { email, token, expiresAt } });
    });
  }

  /**
   * Ends every session and connection of the account and starts none. The account forgets all devices except this
   * browser. Returns the account.
   */
  async function setPassword(
    form: ResetPasswordRequest,
    browser: { address: string },
    rememberDevice: (db: Db, userId: string) => Promise<unknown>,
  ): Promise<{ id: string; email: string }> {
    const tokenHash = sha256(form.reset_password_token);
    const user = await requireLink(form.reset_password_token);
    const problems = findPasswordProblems(form, { email: user.email, providerName });
    if (problems.length > 0) throw passwordError(problems);
    const client = { address: browser.address, hasPriority: true };
    const isPresent = await hashing.isPassword(client, form.password, user.password_hash);
    // The work is the same for every password, so that the time shows nothing about the present one.
    const passwordHash = await hashing.hash(client, form.password);
    if (isPresent) throw accountError('same-password');
    const isSet = await db.transaction().execute(async (trx) => {
      // Every transaction locks the person's row before reset links. The other order can deadlock with a changed address.
      if (!(await replacePasswordHash(trx, user.id, user.password_hash, passwordHash))) return false;
      if (!(await consumeResets(trx, tokenHash, user.email, now()))) throw accountError('used-link');
      await forgetBrowsersOf(trx, user.id);
      await rememberDevice(trx, user.id);
      await mail.enqueue(trx, { kind: 'password-changed', data: { email: user.email, changedAt: now() } });
      await endConnections(trx, user.id);
      return true;
    });
    // The password was replaced during the check, perhaps by this one.
    return isSet ? user : setPassword(form, browser, rememberDevice);
  }

  /** Throws unless the link still works. */
  async function requireLink(resetToken: string) {
    const reset = await findReset(db, sha256(resetToken));
    const user = reset && (await findUserByEmail(db, reset.email));
    if (!reset || !user) throw accountError('unknown-link');
    if (reset.used_at !== null) throw accountError('used-link');
    if (reset.created_at < now() - linkMinutes * minuteMs) throw accountError('expired-link');
    return user;
  }

  const forgetOld = () => deleteResetsBefore(db, now() - dayMs);

  return { request, requireLink, setPassword, forgetOld };
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;
