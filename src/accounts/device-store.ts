import type { Db } from '../platform/database.ts';

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
