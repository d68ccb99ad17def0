import type { Db } from '../platform/database.ts';

interface EmailChangeRow {
  token_hash: string;
  user_id: string;
  old_email: string;
  old_canonical_email: string | null;
  new_email: string;
  created_at: number;
  undone_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    email_changes: EmailChangeRow;
  }
}

export async function insertEmailChange(db: Db, change: Omit<EmailChangeRow, 'undone_at'>): Promise<void> {
  await db.insertInto('email_changes').values(change).execute();
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
  change: Pick<EmailChangeRow, 'token_hash' | 'user_id' | 'created_at'>,
  undoneAt: number,
): Promise<boolean> {
  const undone = await db
    .updateTable('email_changes')
    .set({ undone_at: undoneAt })
    .where('user_id', '=', change.user_id)
    .where('created_at', '>=', change.created_at)
    .where('undone_at', 'is', null)
    .returning('token_hash')
    .execute();
  return undone.some(({ token_hash }) => token_hash === change.token_hash);
}

export async function deleteEmailChangesBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('email_changes').where('created_at', '<', createdBefore).execute();
}
