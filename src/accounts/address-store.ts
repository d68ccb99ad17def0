import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

export interface Restriction {
  suspended_at: number | null;
  requests_per_hour: number | null;
}

interface AddressRow {
  user_id: string;
  address_hash: string;
  since: number;
}

type RestrictionRow = Restriction & { address_hash: string; account: string; created_at: number };

interface EmailChangeRow {
  token_hash: string;
  user_id: string;
  old_email: string;
  new_email: string;
  /** The ids of all secrets that the account's keys had at the change, as JSON. */
  secret_ids: string;
  created_at: number;
  /** The order of a person's changes. Clocks of different processes would not give it. */
  sequence: number;
  undone_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    account_addresses: AddressRow;
    address_restrictions: RestrictionRow;
    email_changes: EmailChangeRow;
  }
}

export const insertAddress = (db: Db, address: AddressRow) =>
  db
    .insertInto('account_addresses')
    .values(address)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'address_hash']).doUpdateSet({ since: address.since }),
    )
    .execute();

export const listAddresses = (db: Db, userId: string) =>
  db
    .selectFrom('account_addresses')
    .select(['address_hash', 'since'])
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute();

/** Removes these addresses from the history of every account but this one. */
export const deleteAddressesOfOthers = (db: Db, userId: string, hashes: string[]) =>
  db
    .deleteFrom('account_addresses')
    .where('address_hash', 'in', hashes)
    .where('user_id', '!=', userId)
    .execute();

/** Restrictions left by deleted accounts with one of these addresses. */
export const listRestrictions = (db: Db, hashes: string[]) =>
  db.selectFrom('address_restrictions').selectAll().where('address_hash', 'in', hashes).execute();

/** Restrictions of live accounts that have, or had, one of these addresses. */
export const listRestrictionsOfLiveAccounts = (db: Db, hashes: string[]): Promise<Restriction[]> =>
  db
    .selectFrom('account_addresses')
    .innerJoin('users', 'users.id', 'account_addresses.user_id')
    .select([
      'users.suspended_at',
      sql<number | null>`case when users.limit_set_at is null then null else users.requests_per_hour end`.as(
        'requests_per_hour',
      ),
    ])
    .where('address_hash', 'in', hashes)
    .execute();

/** The addresses of the deleted accounts that these restrictions came from. */
export async function listRestrictedAddresses(db: Db, accounts: string[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .selectFrom('address_restrictions')
    .select('address_hash')
    .where('account', 'in', accounts)
    .execute();
  return rows.map(({ address_hash }) => address_hash);
}

/** Adds to what an earlier account with the same address has left. */
export const upsertRestriction = (db: Db, restriction: RestrictionRow) =>
  db
    .insertInto('address_restrictions')
    .values(restriction)
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet((eb) => ({
        account: restriction.account,
        created_at: restriction.created_at,
        suspended_at: eb.fn.coalesce('excluded.suspended_at', 'address_restrictions.suspended_at'),
        requests_per_hour: eb.fn.coalesce(
          'excluded.requests_per_hour',
          'address_restrictions.requests_per_hour',
        ),
      })),
    )
    .execute();

/** Changes what is kept for these addresses, and deletes rows that no longer restrict anything. */
export async function changeRestrictions(
  db: Db,
  hashes: string[],
  change: Partial<Restriction>,
): Promise<void> {
  await db.updateTable('address_restrictions').set(change).where('address_hash', 'in', hashes).execute();
  await db
    .deleteFrom('address_restrictions')
    .where('address_hash', 'in', hashes)
    .where('suspended_at', 'is', null)
    .where('requests_per_hour', 'is', null)
    .execute();
}

export const deleteRestrictionsBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('address_restrictions').where('created_at', '<', createdBefore).execute();

/** Belongs in the transaction that locks the person's row, so that no two changes get the same number. */
export async function insertEmailChange(
  db: Db,
  change: Omit<EmailChangeRow, 'undone_at' | 'sequence'>,
): Promise<void> {
  const sequence = sql<number>`(select coalesce(max(sequence), 0) + 1 from email_changes
    where user_id = ${change.user_id})`;
  await db
    .insertInto('email_changes')
    .values({ ...change, sequence })
    .execute();
}

export const findEmailChange = (db: Db, tokenHash: string) =>
  db.selectFrom('email_changes').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

export const listEmailChanges = (db: Db, userId: string) =>
  db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'created_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/**
 * Marks this change and all later ones, because their links would bring back an address of the same person.
 * False if it was undone already.
 */
export async function markUndone(
  db: Db,
  change: Pick<EmailChangeRow, 'token_hash' | 'user_id' | 'sequence'>,
  undoneAt: number,
): Promise<boolean> {
  const undone = await db
    .updateTable('email_changes')
    .set({ undone_at: undoneAt })
    .where('user_id', '=', change.user_id)
    .where('sequence', '>=', change.sequence)
    .where('undone_at', 'is', null)
    .returning('token_hash')
    .execute();
  return undone.some(({ token_hash }) => token_hash === change.token_hash);
}

const maxPreviousAddresses = 3;

/**
 * Previous addresses of the account, from changes since then that were not undone. The oldest ones, because an attacker
 * may have changed the address often since. Only a few, because each gets copies of emails.
 */
export async function listAddressesBefore(db: Db, email: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select('old_email')
    .where('users.email', '=', email)
    .where('email_changes.created_at', '>=', since)
    .where('undone_at', 'is', null)
    .where('old_email', '!=', email)
    .groupBy('old_email')
    .orderBy((eb) => eb.fn.min('sequence'))
    .limit(maxPreviousAddresses)
    .execute();
  return rows.map(({ old_email }) => old_email);
}

export const deleteEmailChangesBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('email_changes').where('created_at', '<', createdBefore).execute();
