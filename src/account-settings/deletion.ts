import { accountHash, accountHashes } from '../accounts/account-audit.ts';
import { listEmailChanges } from '../accounts/address-store.ts';
import { accountError } from '../accounts/errors.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import type { AccountServices } from '../accounts/services.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { changeUser, deleteUser, findUser, findUserByEmail } from '../accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf } from '../accounts/verification-store.ts';
import { moveHourUse } from '../gateway/quota-store.ts';
import { recordKeyChanges } from '../keys/change-store.ts';
import { listKeyIds, listKeys } from '../keys/store.ts';
import { type AuditEvent, renameInAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { deletionPhrase } from './contract.ts';

type DeletionOptions = Pick<AccountServices, 'db' | 'secrets' | 'mail' | 'addresses' | 'now'>;

/**
 * Deletes an account with everything that belongs to it. Only the audit stays, under a keyed hash, which is returned
 * as the name of the person from now on.
 */
export async function deleteAccount(
  options: DeletionOptions & { onKeysChanged: (keyIds: string[]) => void },
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
    return eraseAccount(options, trx, present, { actor: auditName, event: 'account-deleted' });
  });
  onKeysChanged(keyIds);
  return auditName;
}

interface Erasure {
  account_erased: boolean;
  keys: number;
  suspension_kept: boolean;
}

/**
 * Erases an account for a legal request, or what is left of a deleted one. Of what the operator decided about it only a
 * suspension stays: a limit protects nobody, so there is no ground to keep it.
 */
export function eraseForLegalRequest(
  options: DeletionOptions,
  email: string,
  actor: string,
): Promise<Erasure> {
  const { db, addresses } = options;
  const as = { actor, event: 'account-erased' };
  return db.transaction().execute(async (trx) => {
    const found = await findUserByEmail(trx, email);
    // The order of locks is that of a deletion by the owner.
    if (found) await moveHourUse(trx, found.id, await addresses.listHashes(trx, found));
    const user = found && (await changeUser(trx, found.id, { name: found.name }));
    if (!user) {
      const left = await addresses.changeDeleted(trx, email, { requests_per_hour: null });
      await erasePerson(options, trx, { email }, as);
      return { account_erased: false, keys: 0, suspension_kept: Boolean(left?.suspended_at) };
    }
    const { suspended_at } = user;
    await addresses.dropLimits(trx, user);
    await addresses.keepRestriction(trx, user, { suspended_at, requests_per_hour: null });
    const keys = await listKeys(trx, user.id);
    await eraseAccount(options, trx, user, as);
    return { account_erased: true, keys: keys.length, suspension_kept: suspended_at !== null };
  });
}

type AuditedAs = Pick<AuditEvent, 'actor' | 'event'>;

/** Erases the account whose row is locked. Returns the ids of its keys. */
async function eraseAccount(
  options: DeletionOptions,
  trx: Db,
  user: SignedIn & { suspended_at: number | null },
  as: AuditedAs,
): Promise<string[]> {
  const keys = await listKeyIds(trx, user.id);
  await erasePerson(options, trx, user, as);
  const { email, name } = user;
  const data = { email, name, at: options.now(), isSuspended: user.suspended_at !== null };
  // The email carries the name, because there is no account to look it up when it is sent.
  await options.mail.enqueue(trx, { kind: 'account-deleted', data });
  await deleteUser(trx, user.id);
  // Every transaction locks the keys before the revision.
  await recordKeyChanges(trx, keys);
  return keys;
}

async function erasePerson(
  { secrets, mail, now }: DeletionOptions,
  trx: Db,
  { id, email }: { id?: string; email: string },
  as: AuditedAs,
): Promise<void> {
  const auditName = accountHash(secrets, email);
  const freed = id === undefined ? [] : await listFreedAddresses(trx, id);
  const addresses = [email, ...freed];
  await deleteCodesOf(trx, addresses);
  await deleteResetsOf(trx, addresses);
  const hashes = addresses.flatMap((address) => accountHashes(secrets, address));
  await renameInAudit(trx, [...(id === undefined ? [] : [id]), ...addresses, ...hashes], auditName);
  await writeAudit(trx, { at: now(), target: auditName, ...as });
  await mail.erase(trx, addresses);
}

/** Previous addresses of the account that no other account has. */
async function listFreedAddresses(db: Db, userId: string): Promise<string[]> {
  const freed: string[] = [];
  for (const { old_email } of await listEmailChanges(db, userId))
    if (!(await findUserByEmail(db, old_email))) freed.push(old_email);
  return freed;
}
