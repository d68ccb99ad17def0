import { z } from 'zod';
import { requireEmail } from '../accounts/accounts.ts';
import {
  deleteEmailChangesBefore,
  findEmailChange,
  insertEmailChange,
  markUndone,
} from '../accounts/address-store.ts';
import type { Codes } from '../accounts/codes.ts';
import { undoHours } from '../accounts/contract.ts';
import { accountError } from '../accounts/errors.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import { unknownPasswordHash } from '../accounts/passwords.ts';
import type { AccountServices } from '../accounts/services.ts';
import { forgetBrowsersOf } from '../accounts/session-store.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { changeEmail, changeUser, findUser } from '../accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf, insertReset } from '../accounts/verification-store.ts';
import { shareHourUse } from '../gateway/quota-store.ts';
import { listSecretIds, type RevokedSecrets, revokeSecretsSince } from '../keys/rotation.ts';
import { type Db, isUniqueViolation } from '../platform/database.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import type { ChangeEmailRequest } from './contract.ts';

const undoMs = undoHours * hourMs;

interface UndoneChange {
  userId: string;
  email: string;
  resetToken: string;
  revoked: RevokedSecrets;
}

interface EmailChangesOptions extends AccountServices {
  codes: Codes;
  /** Invalidates the cached keys in this process. Other processes read the new revision. */
  onKeysChanged: (keyIds: string[]) => void;
}

/** Changes an account's address. The previous address can undo the change for a while. */
export function createEmailChanges(options: EmailChangesOptions) {
  const { db, codes, addresses, mail, now, onKeysChanged, endConnections } = options;

  /** The answer is the same for an address that has an account. Only the email differs. */
  async function sendCode(
    user: SignedIn,
    given: { email: string; checkedHash: string },
    sessionHash: string,
  ): Promise<string> {
    const email = requireEmail(given.email);
    if (email === user.email) throw accountError('same-email');
    return codes.send('change-email', email, sessionHash, (trx) =>
      confirmPassword(trx, user.id, given.checkedHash),
    );
  }

  /** Returns the new address. */
  async function change(user: SignedIn, given: ChangeEmailRequest, sessionHash: string): Promise<string> {
    const email = requireEmail(given.email);
    const { code, verification_token: verificationToken } = given;
    await codes.verify('change-email', { email, code, verificationToken, sessionHash });
    const undoToken = randomSecret();
    const at = now();
    await db.transaction().execute(async (trx) => {
      const found = await findUser(trx, user.id);
      if (!found) throw accountError('dead-code');
      const { email: old } = found;
      // Every transaction locks the hour before the person's row and the keys.
      await shareHour(trx, user.id, old, email);
      // Only someone who reads this mailbox gets this far and learns that it has an account.
      const changed = await changeEmail(trx, user.id, old, email).catch(ifTaken('has-account'));
      if (!changed) throw accountError('dead-code');
      // After the address: of two requests for it, one waits there and locks no code that the other deletes.
      if (!(await codes.consume(trx, sha256(verificationToken)))) throw accountError('dead-code');
      await addresses.record(trx, user.id, email);
      await deleteOpenLinks(trx, [old, email]);
      await insertEmailChange(trx, {
        token_hash: sha256(undoToken),
        user_id: user.id,
        old_email: old,
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
   * The person who changed the address knew the password, so password, sessions and connections stop working. The
   * answer has a token that sets a new password. Keys and secrets created since the change are revoked, unless the
   * owner keeps them.
   */
  async function undo(undoToken: string, keepKeys: boolean): Promise<UndoneChange> {
    const change = await findEmailChange(db, sha256(undoToken));
    if (!change) throw accountError('unknown-link');
    if (change.undone_at !== null) throw accountError('used-link');
    if (change.created_at < now() - undoMs) throw accountError('expired-link');
    const { user_id: userId, old_email: email } = change;
    const resetToken = randomSecret();
    const revoked = await db.transaction().execute(async (trx) => {
      const user = await findUser(trx, userId);
      if (user) await shareHour(trx, userId, user.email, email);
      if (!user || !(await markUndone(trx, change, now()))) throw accountError('used-link');
      const changed = await changeEmail(trx, userId, user.email, email).catch(ifTaken('old-email-taken'));
      if (!changed) throw accountError('used-link');
      await addresses.record(trx, userId, email);
      await changeUser(trx, userId, { password_hash: unknownPasswordHash() });
      await forgetBrowsersOf(trx, userId);
      await deleteOpenLinks(trx, [email, user.email, change.new_email]);
      await insertReset(trx, { token_hash: sha256(resetToken), email, created_at: now() });
      const known = keepKeys
        ? await listSecretIds(trx, userId)
        : z.array(z.string()).parse(JSON.parse(change.secret_ids));
      const revokedSecrets = await revokeSecretsSince(trx, userId, known, now());
      await endConnections(trx, userId, revokedSecrets.ids);
      return revokedSecrets;
    });
    onKeysChanged(revoked.ids);
    return { userId, email, resetToken, revoked };
  }

  /** Both addresses get the account's count, and the account gets the count of either. */
  async function shareHour(trx: Db, userId: string, from: string, to: string): Promise<void> {
    const ofNew = await addresses.listHashes(trx, { id: userId, email: to });
    const ofOld = await addresses.listHashes(trx, { id: userId, email: from });
    await shareHourUse(trx, userId, [...new Set([...ofOld, ...ofNew])]);
  }

  const forgetOld = () => deleteEmailChangesBefore(db, now() - undoMs);

  return { sendCode, change, undo, forgetOld };
}

export type EmailChanges = ReturnType<typeof createEmailChanges>;

const ifTaken = (code: 'has-account' | 'old-email-taken') => (error: unknown) => {
  throw isUniqueViolation(error) ? accountError(code) : error;
};

/** Links and codes that were sent before the change would still open the account under its new address. */
async function deleteOpenLinks(db: Db, emails: string[]): Promise<void> {
  await deleteCodesOf(db, emails);
  await deleteResetsOf(db, emails);
}
