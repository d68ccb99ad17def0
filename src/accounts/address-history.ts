import type { Db } from '../platform/database.ts';
import { randomId, type Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { accountHash } from './account-audit.ts';
import {
  changeRestrictions,
  deleteAddressesOfOthers,
  deleteRestrictionsBefore,
  insertAddress,
  listAddresses,
  listRestrictedAddresses,
  listRestrictions,
  listRestrictionsOfLiveAccounts,
  type Restriction,
  upsertRestriction,
} from './address-store.ts';
import { normalizeEmail } from './email.ts';

/** How long a restriction outlives the account it was made for. */
const maxRestrictionDays = 730;

const purpose = 'account addresses';

/** The hash under every key of SECRET_KEY, newest first: a stored hash may be older than a rotation. */
export const addressHashes = (secrets: Secrets, email: string): string[] =>
  secrets.signUnderEach(purpose, normalizeEmail(email));

interface Account {
  id: string;
  email: string;
}

/**
 * The addresses that each account has had, as keyed hashes. Suspension, the operator's limit and the hour's count
 * follow a person over all of them: neither a changed address nor a deleted account renews anything.
 */
export function createAddressHistory(options: { db: Db; secrets: () => Secrets; now: () => number }) {
  const { secrets, now } = options;
  const hashesOf = (email: string) => addressHashes(secrets(), email);

  /** Records that the account has this address from now on. */
  async function record(db: Db, userId: string, email: string): Promise<void> {
    const address_hash = secrets().sign(purpose, normalizeEmail(email));
    await insertAddress(db, { user_id: userId, address_hash, since: now() });
  }

  /** The hashes of the present address and of all earlier ones. */
  async function listHashes(db: Db, { id, email }: Account): Promise<string[]> {
    const stored = (await listAddresses(db, id)).map(({ address_hash }) => address_hash);
    return [...new Set([...hashesOf(email), ...stored])];
  }

  /** When the account got its present address. */
  async function findSince(db: Db, { id, email }: Account): Promise<number | undefined> {
    const present = hashesOf(email);
    return (await listAddresses(db, id)).find(({ address_hash }) => present.includes(address_hash))?.since;
  }

  /** The restriction of a new account with this address. Of several limits the smallest counts. */
  async function findRestriction(db: Db, email: string): Promise<Restriction> {
    const hashes = hashesOf(email);
    const found = [
      // Live accounts come first, so that one that is deleted between the two queries is found by one of them.
      ...(await listRestrictionsOfLiveAccounts(db, hashes)),
      ...(await listRestrictions(db, hashes)),
    ];
    const smallest = (values: (number | null)[]) => {
      const set = values.filter((value) => value !== null);
      return set.length > 0 ? Math.min(...set) : null;
    };
    return {
      suspended_at: smallest(found.map((each) => each.suspended_at)),
      requests_per_hour: smallest(found.map((each) => each.requests_per_hour)),
    };
  }

  /**
   * Records a new account: its address, and those of the deleted accounts whose restrictions it starts with.
   * Called after the account is inserted, which waits for the deletion of an earlier one with the same address.
   */
  async function begin(db: Db, { id, email }: Account): Promise<Restriction> {
    const restriction = await findRestriction(db, email);
    const since = now();
    const accounts = (await listRestrictions(db, hashesOf(email))).map(({ account }) => account);
    for (const address_hash of await listRestrictedAddresses(db, accounts))
      await insertAddress(db, { user_id: id, address_hash, since });
    await record(db, id, email);
    return restriction;
  }

  /** Keeps an account's restrictions, before it is deleted, for the next account with any of its addresses. */
  async function keepRestriction(db: Db, account: Account, restriction: Restriction): Promise<void> {
    if (restriction.suspended_at === null && restriction.requests_per_hour === null) return;
    const kept = { account: randomId(), created_at: now(), ...restriction };
    for (const address_hash of await listHashes(db, account))
      await upsertRestriction(db, { address_hash, ...kept });
  }

  /** Erases the limits that earlier accounts left for the person's addresses. */
  async function dropLimits(db: Db, account: Account): Promise<void> {
    await changeRestrictions(db, await listHashes(db, account), { requests_per_hour: null });
  }

  /** Applies the operator's change to what earlier accounts left for the person's addresses. */
  async function changeRestriction(db: Db, account: Account, change: Partial<Restriction>): Promise<void> {
    await changeRestrictions(db, await listHashes(db, account), change);
    // The decision is about this address, so accounts that have left it no longer restrict it.
    await deleteAddressesOfOthers(db, account.id, hashesOf(account.email));
  }

  /** Applies the operator's change where no account is left. Returns undefined if nothing is kept for the address. */
  async function changeDeleted(db: Db, email: string, change: Partial<Restriction>) {
    const accounts = (await listRestrictions(db, hashesOf(email))).map(({ account }) => account);
    if (accounts.length === 0) return undefined;
    await changeRestrictions(db, await listRestrictedAddresses(db, accounts), change);
    return findRestriction(db, email);
  }

  /** The name of a person without an account in the audit. */
  const nameInAudit = (email: string) => accountHash(secrets(), email);

  const forgetOld = () => deleteRestrictionsBefore(options.db, now() - maxRestrictionDays * dayMs);

  return {
    record,
    listHashes,
    findSince,
    findRestriction,
    begin,
    keepRestriction,
    changeRestriction,
    dropLimits,
    changeDeleted,
    nameInAudit,
    forgetOld,
  };
}

export type AddressHistory = ReturnType<typeof createAddressHistory>;
