import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    users: { id: string; email: string; name: string; password_hash: string; created_at: number };
  }
}

/** Addresses come in normalised. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const listUsers = (db: Db) => db.selectFrom('users').select(['id', 'email']).execute();

export async function insertUser(
  db: Db,
  user: { id: string; email: string; name: string; password_hash: string; created_at: number },
): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** False when another one has taken its place. True holds the row until the transaction ends. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  known: string,
  next: string,
): Promise<boolean> {
  const replaced = await db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', userId)
    .where('password_hash', '=', known)
    .returning('id')
    .executeTakeFirst();
  return replaced !== undefined;
}
