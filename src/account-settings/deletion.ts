import { accountHashes } from '../accounts/account-audit.ts';
import type { AddressHistory } from '../accounts/address-history.ts';
import { listEmailChanges } from '../accounts/address-store.ts';
import { normalizeEmail, parseEmail } from '../accounts/email.ts';
import { refuse } from '../accounts/errors.ts';
import type { AccountMails } from '../accounts/mail-kinds.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { deleteUser, findUser, findUserByEmail } from '../accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf } from '../accounts/verification-store.ts';
import type { Quota } from '../gateway/quota.ts';
import { recordKeyChanges } from '../keys/change-store.ts';
import { listKeyIds } from '../keys/store.ts';
import { renameInAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { MailQueue } from '../platform/mail/queue.ts';
import type { Secrets } from '../platform/secrets.ts';
import { deletionPhrase } from './contract.ts';

interface DeletionOptions {
  db: Db;
  secrets: Secrets;
  mail: Pick<MailQueue<AccountMails>, 'enqueue' | 'erase'>;
  addresses: AddressHistory;
  quota: Pick<Quota, 'moveToAddresses'>;
  now: () => number;
  /** Ends what this process knows of the keys; other processes see the raised revision. */
  onRevoked: (keyIds: string[]) => void;
}

/** An account ends with everything that belongs to it. What stays is the audit, which knows a keyed hash. */
export class Deletion {
  readonly #options: DeletionOptions;

  constructor(options: DeletionOptions) {
    this.#options = options;
  }

  /** Returns the name that the person has in the audit from now on. */
  async delete(user: SignedIn, given: { phrase: string; checkedHash: string }): Promise<string> {
    const { db, secrets, addresses, quota, onRevoked } = this.#options;
    if (given.phrase !== deletionPhrase(user.email)) throw refuse('wrong-phrase');
    const formerly = accountHashes(secrets, user.email)[0]!;
    const keyIds = await db.transaction().execute(async (trx) => {
      // The person's hour is locked before any key, here as in every call.
      await quota.moveToAddresses(trx, user.id, await addresses.listHashes(trx, user));
      // Holds the row: a key that is being made is among those that are listed, or is not made.
      const email = await confirmPassword(trx, user.id, given.checkedHash);
      // The address was changed meanwhile: what belongs to the new one would stay behind.
      if (email !== user.email) throw refuse('wrong-phrase');
      await this.#keepRestriction(trx, user);
      const keys = await listKeyIds(trx, user.id);
      await this.#forget(trx, user, formerly);
      await deleteUser(trx, user.id);
      // After the keys themselves: every change of a key takes these two in this order.
      await recordKeyChanges(trx, keys);
      return keys;
    });
    onRevoked(keyIds);
    return formerly;
  }

  /** Read in the transaction: the operator may have decided since the person signed in. */
  async #keepRestriction(trx: Db, user: SignedIn): Promise<void> {
    const { suspended_at, limit_set_at, requests_per_hour } = (await findUser(trx, user.id))!;
    await this.#options.addresses.keepRestriction(trx, user, {
      suspended_at,
      requests_per_hour: limit_set_at === null ? null : requests_per_hour,
    });
  }

  async #forget(trx: Db, { id, email, name }: SignedIn, formerly: string): Promise<void> {
    const { secrets, mail, now } = this.#options;
    const addresses = [email, ...(await listFreedAddresses(trx, id))].flatMap((each) => [
      each,
      normalizeEmail(each),
    ]);
    await deleteCodesOf(trx, addresses);
    await deleteResetsOf(trx, addresses);
    const hashes = addresses.flatMap((address) => accountHashes(secrets, address));
    await renameInAudit(trx, [id, ...addresses, ...hashes], formerly);
    await writeAudit(trx, { at: now(), actor: formerly, event: 'account-deleted', target: formerly });
    await mail.erase(trx, addresses);
    // Carries its own address: there is nobody to look up when it is sent.
    await mail.enqueue(trx, { kind: 'account-deleted', data: { email, name, at: now() } });
  }
}

/** What the account was called before, as long as nobody else is called so. */
async function listFreedAddresses(db: Db, userId: string): Promise<string[]> {
  const freed: string[] = [];
  for (const { old_email } of await listEmailChanges(db, userId)) {
    const address = parseEmail(old_email);
    if (address && !(await findUserByEmail(db, address))) freed.push(old_email);
  }
  return freed;
}
