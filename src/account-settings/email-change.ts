import { requireEmail } from '../accounts/accounts.ts';
import type { AddressHistory } from '../accounts/address-history.ts';
import {
  deleteEmailChangesBefore,
  findEmailChange,
  insertEmailChange,
  markUndone,
} from '../accounts/address-store.ts';
import type { Codes } from '../accounts/codes.ts';
import { undoHours } from '../accounts/contract.ts';
import { normalizeEmail } from '../accounts/email.ts';
import { refuse } from '../accounts/errors.ts';
import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import { unknownPasswordHash } from '../accounts/passwords.ts';
import { deleteDevicesOf, deleteSessionsOf } from '../accounts/session-store.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { changeEmail, findUser, updatePasswordHash } from '../accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf, insertReset } from '../accounts/verification-store.ts';
import type { Quota } from '../gateway/quota.ts';
import { listSecretIds, type RevokedSecrets, revokeSecretsSince } from '../keys/rotation.ts';
import { type Db, isUniqueViolation } from '../platform/database.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import type { ChangeEmailRequest } from './contract.ts';

const undoMs = undoHours * 3600 * 1000;

interface UndoneChange {
  userId: string;
  email: string;
  resetToken: string;
  ended: RevokedSecrets;
}

interface EmailChangesOptions {
  db: Db;
  codes: Codes;
  addresses: AddressHistory;
  quota: Pick<Quota, 'shareWithAddresses'>;
  mail: AccountMailQueue;
  now: () => number;
  /** Ends what this process knows of the keys; other processes see the raised revision. */
  onKeysChanged: (keyIds: string[]) => void;
}

/** An account moves to another address, and the old one may take it back for a while. */
export class EmailChanges {
  readonly #options: EmailChangesOptions;

  constructor(options: EmailChangesOptions) {
    this.#options = options;
  }

  /** The answer is the same for an address that has an account: only its mailbox is told. */
  async sendCode(
    user: SignedIn,
    given: { email: string; checkedHash: string },
    sessionHash: string,
  ): Promise<string> {
    const email = requireEmail(given.email).canonical;
    if (email === normalizeEmail(user.email)) throw refuse('same-email');
    return this.#options.codes.send('change-email', email, sessionHash, (trx) =>
      confirmPassword(trx, user.id, given.checkedHash),
    );
  }

  /** Returns the address that the account has now. */
  async change(user: SignedIn, given: ChangeEmailRequest, sessionHash: string): Promise<string> {
    const { db, codes, addresses, mail, now } = this.#options;
    const email = requireEmail(given.email).canonical;
    const { code, verification_token: verificationToken } = given;
    await codes.verify('change-email', { email, code, verificationToken, sessionHash });
    const undoToken = randomSecret();
    const at = now();
    await db.transaction().execute(async (trx) => {
      const { email: old, canonical_email } = (await findUser(trx, user.id)) ?? {
        email: '',
        canonical_email: null,
      };
      // Before the person's row and any key: every transaction takes these in this order.
      await this.#shareHour(trx, user.id, old, email);
      const isChanged = await changeEmail(trx, user.id, old, { email, canonical_email: email }).catch(
        // Only someone who reads this mailbox comes this far.
        (error: unknown) => {
          throw isUniqueViolation(error) ? refuse('has-account') : error;
        },
      );
      if (!isChanged) throw refuse('dead-code');
      // Behind the address: of two who want it one waits there, and holds no code that the other is about to end.
      if (!(await codes.useUp(trx, sha256(verificationToken)))) throw refuse('dead-code');
      await addresses.record(trx, user.id, email);
      await endOpenLinks(trx, [old, email]);
      await insertEmailChange(trx, {
        token_hash: sha256(undoToken),
        user_id: user.id,
        old_email: old,
        old_canonical_email: canonical_email,
        new_email: email,
        secret_ids: JSON.stringify(await listSecretIds(trx, user.id)),
        created_at: at,
      });
      await mail.enqueue(trx, {
        kind: 'email-changed',
        data: { email: old, newEmail: email, token: undoToken, at, expiresAt: at + undoMs },
      });
    });
    return email;
  }

  /**
   * Whoever changed the address knew the password, so it opens nothing any more, nor does any session; the answer
   * holds what sets a new one. What they made of keys since the change ends too, unless the owner keeps it.
   */
  async undo(undoToken: string, keepKeys: boolean): Promise<UndoneChange> {
    const { db, addresses, now, onKeysChanged } = this.#options;
    const change = await findEmailChange(db, sha256(undoToken));
    if (!change) throw refuse('unknown-link');
    if (change.undone_at !== null) throw refuse('used-link');
    if (change.created_at < now() - undoMs) throw refuse('expired-link');
    const { user_id: userId, old_email: email, old_canonical_email } = change;
    const resetToken = randomSecret();
    const ended = await db.transaction().execute(async (trx) => {
      const user = await findUser(trx, userId);
      if (user) await this.#shareHour(trx, userId, user.email, email);
      if (!user || !(await markUndone(trx, change, now()))) throw refuse('used-link');
      const old = { email, canonical_email: old_canonical_email };
      const isChanged = await changeEmail(trx, userId, user.email, old).catch((error: unknown) => {
        throw isUniqueViolation(error) ? refuse('old-email-taken') : error;
      });
      if (!isChanged) throw refuse('used-link');
      await addresses.record(trx, userId, email);
      await updatePasswordHash(trx, userId, unknownPasswordHash());
      await deleteSessionsOf(trx, userId);
      await deleteDevicesOf(trx, userId);
      await endOpenLinks(trx, [email, user.email, change.new_email]);
      await insertReset(trx, {
        token_hash: sha256(resetToken),
        email: normalizeEmail(email),
        spelling: email,
        created_at: now(),
      });
      const known = keepKeys ? await listSecretIds(trx, userId) : (JSON.parse(change.secret_ids) as string[]);
      return revokeSecretsSince(trx, userId, known, now());
    });
    onKeysChanged(ended.ids);
    return { userId, email, resetToken, ended };
  }

  /** Both addresses have what the account has used, and the account what was used under either. */
  async #shareHour(trx: Db, userId: string, from: string, to: string): Promise<void> {
    const { addresses, quota } = this.#options;
    const ofNew = await addresses.listHashes(trx, { id: userId, email: to });
    const ofOld = await addresses.listHashes(trx, { id: userId, email: from });
    await quota.shareWithAddresses(trx, userId, [...new Set([...ofOld, ...ofNew])]);
  }

  async forgetOld(): Promise<void> {
    const { db, now } = this.#options;
    await deleteEmailChangesBefore(db, now() - undoMs);
  }
}

/** Asked for while the account had another address, they would open it under this one. */
async function endOpenLinks(db: Db, emails: string[]): Promise<void> {
  const names = [...new Set(emails.flatMap((email) => [email, normalizeEmail(email)]))];
  await deleteCodesOf(db, names);
  await deleteResetsOf(db, names);
}
