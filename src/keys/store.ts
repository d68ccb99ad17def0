import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

/** `active` works until its end, if it has one; the others are final, whatever a clock says. */
export type SecretState = 'active' | 'ended' | 'discarded';

export interface KeyRow {
  id: string;
  user_id: string;
  slot: number;
  name: string;
  external_id: string;
  /** None: the key's first secret, whose id is the key's own. */
  secret_id: string | null;
  secret_sealed: string;
  secret_signature: string;
  secret_state: SecretState;
  /** None: as old as the key. */
  secret_created_at: number | null;
  secret_last_used_at: number | null;
  old_secret_id: string | null;
  old_secret_sealed: string | null;
  old_secret_signature: string | null;
  old_secret_created_at: number | null;
  old_secret_ends_at: number | null;
  /** None: there is no old secret, or an older release has rotated the key. */
  old_secret_state: SecretState | null;
  old_secret_last_used_at: number | null;
  /** Separated by spaces. */
  roles: string;
  requests_per_hour: number;
  created_at: number;
  expires_at: number | null;
  /** What the operator has set: the owner may choose no later end. */
  expires_at_max: number | null;
}

export type NewKey = Insertable<KeyRow>;

/** Of a key that was never rotated. */
export const neverRotated = {
  secret_id: null,
  secret_state: 'active',
  secret_created_at: null,
  secret_last_used_at: null,
  old_secret_id: null,
  old_secret_sealed: null,
  old_secret_signature: null,
  old_secret_created_at: null,
  old_secret_ends_at: null,
  old_secret_state: null,
  old_secret_last_used_at: null,
} as const satisfies Partial<KeyRow>;

declare module '../platform/database.ts' {
  interface Tables {
    api_keys: KeyRow;
  }
}

export async function insertKey(db: Db, key: NewKey): Promise<void> {
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

export async function listKeyIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('api_keys').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export const findKey = (db: Db, userId: string, id: string) =>
  db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

export const findKeyByClientId = (db: Db, clientId: string) =>
  db.selectFrom('api_keys').selectAll().where('external_id', '=', clientId).executeTakeFirst();

/** A page of all keys, in the order of their ids. */
export const listKeysAfter = (db: Db, id: string, rows: number) =>
  db.selectFrom('api_keys').selectAll().where('id', '>', id).orderBy('id').limit(rows).execute();

export type SecretColumns = Pick<
  KeyRow,
  'secret_sealed' | 'secret_signature' | 'old_secret_sealed' | 'old_secret_signature'
>;

/** Unless it was sealed anew or rotated meanwhile. */
export async function resealKey(db: Db, key: KeyRow, seals: Partial<SecretColumns>): Promise<void> {
  await db
    .updateTable('api_keys')
    .set(seals)
    .where('id', '=', key.id)
    .where('secret_sealed', '=', key.secret_sealed)
    .execute();
}

/** Holds the row until the transaction ends. Undefined when the key is gone. */
export const holdKey = (db: Db, id: string) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

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

export type KeyChange = Partial<
  Pick<KeyRow, 'roles' | 'requests_per_hour' | 'expires_at' | 'expires_at_max'>
>;

/** False when it was gone already. */
export async function changeKey(db: Db, id: string, change: KeyChange): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
