import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

interface SessionRow {
  id_hash: string;
  user_id: string | null;
  created_at: number;
  seen_at: number;
  /** In words. None: of the release before, or of nobody yet. */
  browser: string | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    sessions: SessionRow;
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
export async function insertSession(db: Db, session: Insertable<SessionRow>): Promise<void> {
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

/** The one seen last first. */
export const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute();

/** Returns how many. */
export async function deleteOtherSessionsOf(db: Db, userId: string, keptHash: string): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', keptHash)
    .returning('id_hash')
    .execute();
  return ended.length;
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
