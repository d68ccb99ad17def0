import { type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../platform/database.ts';

interface EmailChangeRow {
  token_hash: string;
  user_id: string;
  old_email: string;
  old_canonical_email: string | null;
  new_email: string;
  /** The ids of all secrets that the account's keys had at the change, as JSON. */
  secret_ids: string;
  created_at: number;
  /** The order of a person's changes; times of processes whose clocks differ would not give it. */
  sequence: Generated<number>;
  undone_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    email_changes: EmailChangeRow;
  }
}

/** Within the transaction that holds the person's row: two changes never get the same place. */
export async function insertEmailChange(
  db: Db,
  change: Omit<Selectable<EmailChangeRow>, 'undone_at' | 'sequence'>,
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
 * This change, and those that came after it: their links would bring back an address of whoever made it.
 * False when it was undone already.
 */
export async function markUndone(
  db: Db,
  change: Pick<EmailChangeRow, 'token_hash' | 'user_id'> & { sequence: number },
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
 * The addresses that the account with this one had, of changes since then that were not undone. The oldest ones, because
 * whoever took the account may have changed its address often since; and only a few, because each gets copies of mails.
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

export async function deleteEmailChangesBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('email_changes').where('created_at', '<', createdBefore).execute();
}
