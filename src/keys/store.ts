import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

export interface KeyRow {
  id: string;
  user_id: string;
  slot: number;
  name: string;
  external_id: string;
  secret_sealed: string;
  secret_signature: string;
  /** Separated by spaces. */
  roles: string;
  requests_per_hour: number;
  created_at: number;
  expires_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    api_keys: KeyRow;
    key_revision: { id: number; revision: number };
  }
}

export async function insertKey(db: Db, key: KeyRow): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

/** In the order they were made. */
export const listKeys = (db: Db, userId: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('slot')
    .execute();

export const findKey = (db: Db, userId: string, id: string) =>
  db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

export const findKeyByClientId = (db: Db, clientId: string) =>
  db.selectFrom('api_keys').selectAll().where('external_id', '=', clientId).executeTakeFirst();

/** A page of all keys, in the order of their ids. */
export const listKeysAfter = (db: Db, id: string, rows: number) =>
  db.selectFrom('api_keys').selectAll().where('id', '>', id).orderBy('id').limit(rows).execute();

/** Unless it was sealed anew meanwhile. */
export async function resealKey(
  db: Db,
  key: KeyRow,
  seal: Pick<KeyRow, 'secret_sealed' | 'secret_signature'>,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set(seal)
    .where('id', '=', key.id)
    .where('secret_sealed', '=', key.secret_sealed)
    .execute();
}

/** False when it was gone already. */
export async function renameKey(db: Db, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('api_keys')
    .set({ name })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

/** False when it was gone already. */
export async function deleteKey(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('api_keys').where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}

/** False when it was gone already. */
export async function changeKey(
  db: Db,
  id: string,
  change: Partial<Pick<KeyRow, 'roles' | 'requests_per_hour' | 'expires_at'>>,
): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** With every change that could turn a yes into a no, in the same transaction. */
export async function raiseRevision(db: Db): Promise<void> {
  await db.updateTable('key_revision').set({ revision: sql`revision + 1` }).execute();
}

export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('key_revision').select('revision').executeTakeFirstOrThrow()).revision;
}
