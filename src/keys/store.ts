import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Db, Tables } from '../platform/database.ts';

/** `active` works until its end, if it has one. The other states are final, whatever a clock says. */
export type SecretState = 'active' | 'ended' | 'discarded';

export interface KeyRow {
  id: string;
  user_id: string;
  /** Null for the key of a connection, which nobody sees: a connected app's calls are made with it. */
  slot: number | null;
  name: string;
  external_id: string;
  /** The key's first secret has the key's own id. */
  secret_id: string;
  secret_sealed: string;
  secret_signature: string;
  secret_state: SecretState;
  secret_created_at: number;
  secret_last_used_at: number | null;
  /** This and the following columns are null if the key was never rotated. */
  old_secret_id: string | null;
  old_secret_sealed: string | null;
  old_secret_signature: string | null;
  old_secret_created_at: number | null;
  old_secret_ends_at: number | null;
  old_secret_state: SecretState | null;
  old_secret_last_used_at: number | null;
  /** Separated by spaces. */
  roles: string;
  requests_per_hour: number;
  created_at: number;
  expires_at: number | null;
  /** Set by the operator: the owner can choose no later expiry date. */
  expires_at_max: number | null;
}

export type NewKey = Insertable<KeyRow>;

declare module '../platform/database.ts' {
  interface Tables {
    api_keys: KeyRow;
  }
}

export const insertKey = (db: Db, key: NewKey): Promise<KeyRow> =>
  db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();

/** The keys that people see, without those of connections. Oldest first. */
export const listKeys = (db: Db, userId: string) => listKeysOf(db, [userId]);

export const listKeysOf = (db: Db, userIds: string[]) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', 'in', userIds)
    .where('slot', 'is not', null)
    .orderBy('created_at')
    .orderBy('slot')
    .execute();

/** All keys of a person, those of connections too. */
export async function listKeyIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('api_keys').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export async function listConnectionKeyIds(db: Db, userId: string): Promise<string[]> {
  const keys = db.selectFrom('api_keys').select('id').where('user_id', '=', userId);
  return (await keys.where('slot', 'is', null).execute()).map(({ id }) => id);
}

/** Undefined for the key of a connection: its secret must never reach anybody. */
export const findKey = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('slot', 'is not', null)
    .executeTakeFirst();

export const findKeyByClientId = (db: Db, clientId: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('external_id', '=', clientId)
    .where('slot', 'is not', null)
    .executeTakeFirst();

/** All keys, in the order of their ids. Each page is read when the one before has been used. */
export async function* keyPages(db: Db, maxRows: number): AsyncGenerator<KeyRow[]> {
  const keys = db.selectFrom('api_keys').selectAll().orderBy('id').limit(maxRows);
  let last: KeyRow | undefined;
  do {
    const page: KeyRow[] = await keys.where('id', '>', last?.id ?? '').execute();
    yield page;
    last = page.at(-1);
  } while (last);
}

export type SecretColumns = Pick<
  KeyRow,
  'secret_sealed' | 'secret_signature' | 'old_secret_sealed' | 'old_secret_signature'
>;

/** Does nothing if the key was resealed or rotated meanwhile. */
export const resealKey = (db: Db, key: KeyRow, seals: Partial<SecretColumns>) =>
  db
    .updateTable('api_keys')
    .set(seals)
    .where('id', '=', key.id)
    .where('secret_sealed', '=', key.secret_sealed)
    .execute();

/** Locks the row until the transaction ends. Undefined if the key was deleted, here and in the updates below. */
export const lockKey = (db: Db, id: string) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export type KeyChange = Partial<
  Pick<KeyRow, 'name' | 'roles' | 'requests_per_hour' | 'expires_at' | 'expires_at_max'>
>;

export const changeKey = (db: Db, id: string, change: KeyChange) =>
  db.updateTable('api_keys').set(change).where('id', '=', id).returning('id').executeTakeFirst();

export const deleteKey = (db: Db, id: string) =>
  db.deleteFrom('api_keys').where('id', '=', id).returning('id').executeTakeFirst();

/** `recordKeyChanges` must follow in the same transaction. */
export const deleteConnectionKeys = (db: Db, which: { id: string } | { user_id: string }) =>
  db
    .deleteFrom('api_keys')
    .where((eb) => eb.and(which))
    .where('slot', 'is', null)
    .returning(['id', 'user_id', 'name'])
    .execute();

/** Makes a new secret the current one. Undefined while two secrets work, so of two rotations at once only one is done. */
export const putNewSecret = (
  db: Db,
  keyId: string,
  secret: { id: string; sealed: string; signature: string; createdAt: number },
  old: { endsAt: number; lastUsedAt: number | null },
) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({
      secret_id: secret.id,
      secret_sealed: secret.sealed,
      secret_signature: secret.signature,
      secret_state: 'active',
      secret_created_at: secret.createdAt,
      secret_last_used_at: null,
      ...currentAsOld(eb),
      old_secret_ends_at: old.endsAt,
      old_secret_state: eb.ref('secret_state'),
      old_secret_last_used_at: old.lastUsedAt,
    }))
    .where('id', '=', keyId)
    .where((eb) =>
      eb.or([
        eb('old_secret_sealed', 'is', null),
        eb('old_secret_state', 'in', ['ended', 'discarded']),
        eb('old_secret_ends_at', '<=', secret.createdAt),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

const currentAsOld = (eb: ExpressionBuilder<Tables, 'api_keys'>) => ({
  old_secret_id: eb.ref('secret_id'),
  old_secret_sealed: eb.ref('secret_sealed'),
  old_secret_signature: eb.ref('secret_signature'),
  old_secret_created_at: eb.ref('secret_created_at'),
});

/** Whether the old secret still works. */
const isOverlapping = (now: number) => (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb.and([eb('old_secret_state', '=', 'active'), eb('old_secret_ends_at', '>', now)]);

/** The state alone decides; the time is shown to the owner. Undefined if the old secret had ended already. */
export const revokeOldSecret = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set({ old_secret_state: 'ended', old_secret_ends_at: now })
    .where('id', '=', keyId)
    .where(isOverlapping(now))
    .returningAll()
    .executeTakeFirst();

/** Makes the old secret the current one again, and ends the new one. Undefined unless two secrets worked. */
export const discardNewSecret = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({
      secret_id: sql<string>`old_secret_id`,
      secret_sealed: sql<string>`old_secret_sealed`,
      secret_signature: sql<string>`old_secret_signature`,
      secret_created_at: sql<number>`old_secret_created_at`,
      secret_last_used_at: eb.ref('old_secret_last_used_at'),
      ...currentAsOld(eb),
      old_secret_ends_at: now,
      old_secret_state: 'discarded',
      old_secret_last_used_at: eb.ref('secret_last_used_at'),
    }))
    .where('id', '=', keyId)
    .where(isOverlapping(now))
    .returningAll()
    .executeTakeFirst();

/** Neither secret works afterwards. Used for a new secret that is not the owner's, if the old one has ended already. */
export const revokeBothSecrets = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set({ secret_state: 'ended', old_secret_state: 'ended', old_secret_ends_at: now })
    .where('id', '=', keyId)
    .execute();

/** Keys whose old secret has reached its scheduled end, where that is not recorded yet. */
export async function listExpiredSecrets(db: Db, now: number, maxRows: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('old_secret_state', '=', 'active')
    .where('old_secret_ends_at', '<=', now)
    .orderBy('old_secret_ends_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined if another process has recorded it, or if the key was rotated again. */
export const markSecretExpired = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set({ old_secret_state: 'ended' })
    .where('id', '=', keyId)
    .where('old_secret_state', '=', 'active')
    .where('old_secret_ends_at', '<=', now)
    .returning('id')
    .executeTakeFirst();

/** Finds the secret by its id, because a rotation may have moved it meanwhile. */
export async function writeSecretUse(
  db: Db,
  { keyId, secretId, at }: { keyId: string; secretId: string; at: number },
): Promise<void> {
  const time = sql<number>`cast(${at} as bigint)`;
  await db
    .updateTable('api_keys')
    .set({
      secret_last_used_at: sql`case when secret_id = ${secretId} then ${time} else secret_last_used_at end`,
      old_secret_last_used_at: sql`case when old_secret_id = ${secretId} then ${time} else old_secret_last_used_at end`,
    })
    .where('id', '=', keyId)
    .execute();
}
