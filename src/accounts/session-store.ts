import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

interface SessionRow {
  id_hash: string;
  user_id: string | null;
  created_at: number;
  seen_at: number;
  /** Null for visitors who are not signed in. */
  browser: string | null;
}

interface DeviceRow {
  id_hash: string;
  user_id: string;
  created_at: number;
  seen_at: number;
}

declare module '../platform/database.ts' {
  interface Tables {
    sessions: SessionRow;
    devices: DeviceRow;
    sign_in_delays: { bucket: string; failures: number; blocked_until: number; updated_at: number };
  }
}

export const findSession = (db: Db, idHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as user_id', 'users.email', 'users.name', 'sessions.created_at', 'sessions.seen_at'])
    .where('sessions.id_hash', '=', idHash)
    .executeTakeFirst();

/** A visitor who requests several codes keeps the row of the first. */
export const insertSession = (db: Db, session: Insertable<SessionRow>) =>
  db
    .insertInto('sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute();

export const touchSession = (db: Db, idHash: string, seenAt: number) =>
  db.updateTable('sessions').set({ seen_at: seenAt }).where('id_hash', '=', idHash).execute();

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();

/** Most recently seen first. */
export const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute();

/** Ends every session of the person and forgets every device, except those given. Returns how many sessions ended. */
export async function forgetBrowsersOf(
  db: Db,
  userId: string,
  { sessionHash = '', deviceHash = '' }: { sessionHash?: string; deviceHash?: string | undefined } = {},
): Promise<number> {
  await db.deleteFrom('devices').where('user_id', '=', userId).where('id_hash', '!=', deviceHash).execute();
  const sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  return (await sessions.where('id_hash', '!=', sessionHash).returning('id_hash').execute()).length;
}

export const deleteSessionsBefore = (
  db: Db,
  limits: { seenBefore: number; createdBefore: number; anonymousSeenBefore: number },
) =>
  db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', limits.seenBefore),
        eb('created_at', '<', limits.createdBefore),
        eb.and([eb('user_id', 'is', null), eb('seen_at', '<', limits.anonymousSeenBefore)]),
      ]),
    )
    .execute();

export const findDevice = (db: Db, device: { idHash: string; userId: string; seenAfter: number }) =>
  db
    .selectFrom('devices')
    .select('id_hash')
    .where('id_hash', '=', device.idHash)
    .where('user_id', '=', device.userId)
    .where('seen_at', '>', device.seenAfter)
    .executeTakeFirst();

export const insertDevice = (db: Db, device: DeviceRow) => db.insertInto('devices').values(device).execute();

/** Undefined if this account has no such device. */
export const touchDevice = (db: Db, idHash: string, userId: string, seenAt: number) =>
  db
    .updateTable('devices')
    .set({ seen_at: seenAt })
    .where('id_hash', '=', idHash)
    .where('user_id', '=', userId)
    .returning('id_hash')
    .executeTakeFirst();

export const deleteDevice = (db: Db, idHash: string) =>
  db.deleteFrom('devices').where('id_hash', '=', idHash).execute();

export const listDevices = (db: Db, userId: string) =>
  db
    .selectFrom('devices')
    .select(['created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute();

/** Keeps only the devices that were used last. */
export async function deleteOldestDevicesOf(db: Db, userId: string, maxKept: number): Promise<void> {
  const kept = db
    .selectFrom('devices')
    .select('id_hash')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .limit(maxKept);
  await db.deleteFrom('devices').where('user_id', '=', userId).where('id_hash', 'not in', kept).execute();
}

export const deleteDevicesBefore = (db: Db, seenBefore: number) =>
  db.deleteFrom('devices').where('seen_at', '<', seenBefore).execute();

export const findDelay = (db: Db, bucket: string) =>
  db.selectFrom('sign_in_delays').selectAll().where('bucket', '=', bucket).executeTakeFirst();

/** Counts a failure in one statement, so that two processes cannot count the same one. Returns the new count. */
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

export const blockUntil = (db: Db, bucket: string, blockedUntil: number) =>
  db
    .updateTable('sign_in_delays')
    .set({ blocked_until: blockedUntil })
    .where('bucket', '=', bucket)
    .execute();

export const deleteDelay = (db: Db, bucket: string) =>
  db.deleteFrom('sign_in_delays').where('bucket', '=', bucket).execute();

export const deleteDelaysBefore = (db: Db, before: number) =>
  db.deleteFrom('sign_in_delays').where('updated_at', '<', before).execute();
