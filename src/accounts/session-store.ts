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

declare module '../platform/database.ts' {
  interface Tables {
    devices: { id_hash: string; user_id: string; created_at: number; seen_at: number };
  }
}

export const findDevice = (db: Db, device: { idHash: string; userId: string; seenAfter: number }) =>
  db
    .selectFrom('devices')
    .select('id_hash')
    .where('id_hash', '=', device.idHash)
    .where('user_id', '=', device.userId)
    .where('seen_at', '>', device.seenAfter)
    .executeTakeFirst();

export async function insertDevice(
  db: Db,
  device: { id_hash: string; user_id: string; created_at: number; seen_at: number },
): Promise<void> {
  await db.insertInto('devices').values(device).execute();
}

/** False when this account has no such device. */
export async function touchDevice(db: Db, idHash: string, userId: string, seenAt: number): Promise<boolean> {
  const touched = await db
    .updateTable('devices')
    .set({ seen_at: seenAt })
    .where('id_hash', '=', idHash)
    .where('user_id', '=', userId)
    .returning('id_hash')
    .executeTakeFirst();
  return touched !== undefined;
}

export async function deleteDevice(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('devices').where('id_hash', '=', idHash).execute();
}

export const listDevices = (db: Db, userId: string) =>
  db
    .selectFrom('devices')
    .select(['created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute();

export async function deleteOtherDevicesOf(
  db: Db,
  userId: string,
  keptHash: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', keptHash ?? '')
    .execute();
}

export async function deleteDevicesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('devices').where('user_id', '=', userId).execute();
}

/** All but those that were used last. */
export async function deleteOldestDevicesOf(db: Db, userId: string, keptMax: number): Promise<void> {
  const kept = db
    .selectFrom('devices')
    .select('id_hash')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .limit(keptMax);
  await db.deleteFrom('devices').where('user_id', '=', userId).where('id_hash', 'not in', kept).execute();
}

export async function deleteDevicesBefore(db: Db, seenBefore: number): Promise<void> {
  await db.deleteFrom('devices').where('seen_at', '<', seenBefore).execute();
}

declare module '../platform/database.ts' {
  interface Tables {
    sign_in_delays: { bucket: string; failures: number; blocked_until: number; updated_at: number };
  }
}

export const findDelay = (db: Db, bucket: string) =>
  db.selectFrom('sign_in_delays').selectAll().where('bucket', '=', bucket).executeTakeFirst();

/** One failure more, in one statement: two processes cannot count the same one. Returns the new count. */
export async function countFailure(
  db: Db,
  bucket: string,
  now: number,
  forgetBefore: number,
): Promise<number> {
  const { failures } = await db
    .insertInto('sign_in_delays')
    .values({ bucket, failures: 1, blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('sign_in_delays.updated_at', '<', forgetBefore)
          .then(1)
          .else(eb('sign_in_delays.failures', '+', 1))
          .end(),
        updated_at: now,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function blockUntil(db: Db, bucket: string, blockedUntil: number): Promise<void> {
  await db
    .updateTable('sign_in_delays')
    .set({ blocked_until: blockedUntil })
    .where('bucket', '=', bucket)
    .execute();
}

export async function deleteDelay(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('sign_in_delays').where('bucket', '=', bucket).execute();
}

export async function deleteDelaysBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('sign_in_delays').where('updated_at', '<', before).execute();
}
