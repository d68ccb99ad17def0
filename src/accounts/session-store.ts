import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    sessions: { id_hash: string; user_id: string | null; created_at: number; seen_at: number };
  }
}

export const findSession = (db: Db, idHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as user_id', 'users.email', 'users.name', 'sessions.created_at', 'sessions.seen_at'])
    .where('sessions.id_hash', '=', idHash)
    .executeTakeFirst();

/** A visitor who asks for several codes keeps the row of the first. */
export async function insertSession(
  db: Db,
  session: { id_hash: string; user_id: string | null; created_at: number; seen_at: number },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute();
}

export async function touchSession(db: Db, idHash: string, seenAt: number): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: seenAt }).where('id_hash', '=', idHash).execute();
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteSessionsBefore(
  db: Db,
  limits: { seenBefore: number; createdBefore: number; nobodySeenBefore: number },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', limits.seenBefore),
        eb('created_at', '<', limits.createdBefore),
        eb.and([eb('user_id', 'is', null), eb('seen_at', '<', limits.nobodySeenBefore)]),
      ]),
    )
    .execute();
}
