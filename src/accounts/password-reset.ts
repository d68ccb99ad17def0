import type { Db } from '../platform/database.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { minuteMs } from '../time.ts';
import { linkMinutes, type ResetPasswordRequest } from './contract.ts';
import { type EmailAddress, parseEmail } from './email.ts';
import { passwordError, refuse } from './errors.ts';
import { emailLimits } from './limits.ts';
import type { AccountMailQueue } from './mail-kinds.ts';
import { findPasswordProblems, type HashingQueue } from './passwords.ts';
import { deleteDevicesOf, deleteSessionsOf } from './session-store.ts';
import { findUserByEmail, updatePasswordHash } from './user-store.ts';
import { consumeResets, deleteResetsBefore, findReset, insertReset } from './verification-store.ts';

interface PasswordResetsOptions {
  db: Db;
  mail: AccountMailQueue;
  limits: RateLimits;
  hashing: HashingQueue;
  now: () => number;
}

/** A link that sets a new password, once, for the reader of the mailbox. */
export class PasswordResets {
  readonly #options: PasswordResetsOptions;

  constructor(options: PasswordResetsOptions) {
    this.#options = options;
  }

  /** Does the same for every address; whether there is anyone to write to is found out after the answer. */
  async request({ canonical, spelling }: EmailAddress): Promise<void> {
    const { db, mail, limits, now } = this.#options;
    await limits.take(emailLimits.resetAgain, canonical);
    await limits.take(emailLimits.resets, canonical);
    const resetToken = randomSecret();
    await db.transaction().execute(async (trx) => {
      const row = { token_hash: sha256(resetToken), email: canonical, spelling, created_at: now() };
      await insertReset(trx, row);
      await mail.enqueue(trx, {
        kind: 'password-reset',
        data: { email: spelling, token: resetToken, expiresAt: now() + linkMinutes * minuteMs },
      });
    });
  }

  /** Throws unless the link still works. */
  async check(resetToken: string): Promise<void> {
    await this.#require(resetToken);
  }

  /**
   * Ends every session of the account and starts none; of the browsers that the account knows it leaves this one.
   * Returns the id of the account.
   */
  async setPassword(
    form: ResetPasswordRequest,
    browser: { address: string },
    rememberDevice: (db: Db, userId: string) => Promise<unknown>,
  ): Promise<string> {
    const { db, mail, hashing, now } = this.#options;
    const tokenHash = sha256(form.reset_password_token);
    const { user, askedFor } = await this.#require(form.reset_password_token);
    const complaints = findPasswordProblems(form.password, form.password_confirmation, user.email);
    if (complaints.length > 0) throw passwordError(complaints);
    const place = { address: browser.address, isAhead: true };
    const passwordHash = await hashing.hash(place, form.password);
    await db.transaction().execute(async (trx) => {
      if (!(await consumeResets(trx, tokenHash, askedFor, now()))) {
        throw refuse('used-link');
      }
      await updatePasswordHash(trx, user.id, passwordHash);
      await deleteSessionsOf(trx, user.id);
      await deleteDevicesOf(trx, user.id);
      await rememberDevice(trx, user.id);
      await mail.enqueue(trx, { kind: 'password-changed', data: { email: user.email, changedAt: now() } });
    });
    return user.id;
  }

  /** Whose account a link that still works is for, and the address that it was asked for. */
  async #require(resetToken: string) {
    const { db, now } = this.#options;
    const reset = await findReset(db, sha256(resetToken));
    const address = reset && parseEmail(reset.spelling ?? reset.email);
    const user = address && (await findUserByEmail(db, address));
    if (!reset || !user) throw refuse('unknown-link');
    if (reset.used_at !== null) throw refuse('used-link');
    if (reset.created_at < now() - linkMinutes * minuteMs) throw refuse('expired-link');
    return { user, askedFor: reset.email };
  }

  async forgetOld(): Promise<void> {
    await deleteResetsBefore(this.#options.db, this.#options.now() - 24 * 60 * minuteMs);
  }
}
