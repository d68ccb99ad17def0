import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../platform/database.ts';
import type { StoredSecret } from './sealed-secret.ts';
import type { KeyRow } from './store.ts';

/** Puts a new secret before the one in use. Undefined while two work: of two at once, one is the second. */
export const putNewSecret = (
  db: Db,
  key: KeyRow,
  secret: Pick<StoredSecret, 'id' | 'sealed' | 'signature' | 'createdAt'>,
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
      old_secret_id: eb.ref('secret_id'),
      old_secret_sealed: eb.ref('secret_sealed'),
      old_secret_signature: eb.ref('secret_signature'),
      old_secret_created_at: eb.ref('secret_created_at'),
      old_secret_ends_at: old.endsAt,
      old_secret_state: eb.ref('secret_state'),
      old_secret_last_used_at: old.lastUsedAt,
    }))
    .where('id', '=', key.id)
    .where((eb) =>
      eb.or([
        eb('old_secret_sealed', 'is', null),
        eb('old_secret_state', 'in', ['ended', 'discarded']),
        eb('old_secret_ends_at', '<=', secret.createdAt),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

/** While the old secret works. Rows that an older release has rotated have no state. */
const isOverlapping = (now: number) => (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb.and([
    eb.or([eb('old_secret_state', 'is', null), eb('old_secret_state', '=', 'active')]),
    eb('old_secret_ends_at', '>', now),
  ]);

/** The time is kept for the owner to read; the state alone decides. Undefined when it had ended already. */
export const endOldSecret = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set({ old_secret_state: 'ended', old_secret_ends_at: now })
    .where('id', '=', keyId)
    .where(isOverlapping(now))
    .returningAll()
    .executeTakeFirst();

/** The two change places, and the one that was new has ended. Undefined when there were no two. */
export const discardNewSecret = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({
      secret_id: eb.ref('old_secret_id'),
      secret_sealed: sql<string>`old_secret_sealed`,
      secret_signature: sql<string>`old_secret_signature`,
      secret_created_at: eb.ref('old_secret_created_at'),
      secret_last_used_at: eb.ref('old_secret_last_used_at'),
      old_secret_id: eb.ref('secret_id'),
      old_secret_sealed: eb.ref('secret_sealed'),
      old_secret_signature: eb.ref('secret_signature'),
      old_secret_created_at: eb.ref('secret_created_at'),
      old_secret_ends_at: now,
      old_secret_state: 'discarded',
      old_secret_last_used_at: eb.ref('secret_last_used_at'),
    }))
    .where('id', '=', keyId)
    .where(isOverlapping(now))
    .returningAll()
    .executeTakeFirst();

/** Where the old secret has ended before the new one turned out to be someone else's: neither works any more. */
export const endBothSecrets = (db: Db, keyId: string, now: number) =>
  db
    .updateTable('api_keys')
    .set({ secret_state: 'ended', old_secret_state: 'ended', old_secret_ends_at: now })
    .where('id', '=', keyId)
    .execute();

/** Keys whose old secret has reached its scheduled end, which is not recorded yet. */
export async function listPassedSecrets(db: Db, now: number, rowsMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('old_secret_state', '=', 'active')
    .where('old_secret_ends_at', '<=', now)
    .orderBy('old_secret_ends_at')
    .limit(rowsMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** False when another process has recorded it, or the key was rotated again. */
export async function recordPassedSecret(db: Db, keyId: string, now: number): Promise<boolean> {
  const recorded = await db
    .updateTable('api_keys')
    .set({ old_secret_state: 'ended' })
    .where('id', '=', keyId)
    .where('old_secret_state', '=', 'active')
    .where('old_secret_ends_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Whichever of the two it was, wherever it stands by now. */
export async function recordSecretUse(
  db: Db,
  { keyId, secretId, at }: { keyId: string; secretId: string; at: number },
): Promise<void> {
  const time = sql<number>`cast(${at} as bigint)`;
  await db
    .updateTable('api_keys')
    .set({
      secret_last_used_at: sql`case when coalesce(secret_id, id) = ${secretId} then ${time} else secret_last_used_at end`,
      old_secret_last_used_at: sql`case when coalesce(old_secret_id, id) = ${secretId} then ${time} else old_secret_last_used_at end`,
    })
    .where('id', '=', keyId)
    .execute();
}
