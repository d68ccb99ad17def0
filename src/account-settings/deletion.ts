import { accountHash, accountHashes } from '../accounts/account-audit.ts';
import { listEmailChanges } from '../accounts/address-store.ts';
import { normalizeEmail, parseEmail } from '../accounts/email.ts';
import { accountError } from '../accounts/errors.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import type { AccountServices } from '../accounts/services.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { deleteUser, findUser, findUserByEmail } from '../accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf } from '../accounts/verification-store.ts';
import { moveHourUse } from '../gateway/quota-store.ts';
import { recordKeyChanges } from '../keys/change-store.ts';
import { listKeyIds } from '../keys/store.ts';
import { renameInAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { deletionPhrase } from './contract.ts';

interface DeletionOptions extends AccountServices {
  onKeysChanged: (keyIds: string[]) => void;
}

/**
 * Deletes an account with everything that belongs to it. Only the audit stays, under a keyed hash, which is returned
 * as the name of the person from now on.
 */
export async function deleteAccount(
  options: DeletionOptions,
  user: SignedIn,
  given: { phrase: string; checkedHash: string },
): Promise<string> {
  const { db, secrets, addresses, onKeysChanged } = options;
  if (given.phrase !== deletionPhrase(user.email)) throw accountError('wrong-phrase');
  const auditName = accountHash(secrets, user.email);
  const keyIds = await db.transaction().execute(async (trx) => {
    // The person's hour is locked before any key, here as in every call.
    await moveHourUse(trx, user.id, await addresses.listHashes(trx, user));
    // Locks the person's row: a key that is being created is listed below, or is not created.
    const email = await confirmPassword(trx, user.id, given.checkedHash);
    // The restriction is read here, because the operator may have changed it since the person signed in.
    const present = await findUser(trx, user.id);
    // The address has changed meanwhile. What belongs to the new one would not be deleted.
    if (!present || email !== user.email) throw accountError('wrong-phrase');
    const { suspended_at, limit_set_at, requests_per_hour: limit } = present;
    const requests_per_hour = limit_set_at === null ? null : limit;
    await addresses.keepRestriction(trx, user, { suspended_at, requests_per_hour });
    const keys = await listKeyIds(trx, user.id);
    await erasePerson(options, trx, user, auditName);
    await deleteUser(trx, user.id);
    // Every transaction locks the keys before the revision.
    await recordKeyChanges(trx, keys);
    return keys;
  });
  onKeysChanged(keyIds);
  return auditName;
}

async function erasePerson(
  { secrets, mail, now }: DeletionOptions,
  trx: Db,
  { id, email, name }: SignedIn,
  auditName: string,
): Promise<void> {
  const addresses = [email, ...(await listFreedAddresses(trx, id))].flatMap((each) => [
    each,
    normalizeEmail(each),
  ]);
  await deleteCodesOf(trx, addresses);
  await deleteResetsOf(trx, addresses);
  const hashes = addresses.flatMap((address) => accountHashes(secrets, address));
  await renameInAudit(trx, [id, ...addresses, ...hashes], auditName);
  await writeAudit(trx, { at: now(), actor: auditName, event: 'account-deleted', target: auditName });
  await mail.erase(trx, addresses);
  // The email carries the name, because there is no account to look it up when it is sent.
  await mail.enqueue(trx, { kind: 'account-deleted', data: { email, name, at: now() } });
}

/** Previous addresses of the account that no other account has. */
async function listFreedAddresses(db: Db, userId: string): Promise<string[]> {
  const freed: string[] = [];
  for (const { old_email } of await listEmailChanges(db, userId)) {
    const address = parseEmail(old_email);
    if (address && !(await findUserByEmail(db, address))) freed.push(old_email);
  }
  return freed;
}
