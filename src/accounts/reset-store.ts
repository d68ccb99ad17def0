import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    password_resets: {
      token_hash: string;
      email: string;
      spelling: string | null;
      created_at: number;
      used_at: number | null;
    };
  }
}

export async function insertReset(
  db: Db,
  reset: { token_hash: string; email: string; spelling?: string; created_at: number },
): Promise<void> {
  await db.insertInto('password_resets').values(reset).execute();
}

export const findReset = (db: Db, tokenHash: string) =>
  db.selectFrom('password_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Uses up every link of this address, this one included. False when this one was used already. */
export async function useUpResets(
  db: Db,
  tokenHash: string,
  email: string,
  usedAt: number,
): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: usedAt })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute();
  return used.some((row) => row.token_hash === tokenHash);
}

export async function deleteResetsOf(db: Db, emails: string[]): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('spelling', 'in', emails)]))
    .execute();
}

export async function deleteResetsBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('password_resets').where('created_at', '<', createdBefore).execute();
}
