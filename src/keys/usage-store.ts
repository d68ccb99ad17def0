import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_usage: { key_id: string; day: string; requests: number; last_used_at: number };
  }
}

export interface UsageCount {
  keyId: string;
  day: string;
  requests: number;
  lastUsedAt: number;
}

/**
 * Adds a batch in one statement, in the same order everywhere, so that two processes do not lock each other
 * out. Counts of a key that was deleted meanwhile fall away with it.
 */
export async function addUsage(db: Db, counts: UsageCount[]): Promise<void> {
  const rows = counts.map(
    (count) =>
      sql`(${count.keyId}, ${count.day}, cast(${count.requests} as bigint), cast(${count.lastUsedAt} as bigint))`,
  );
  await sql`
    with batch (key_id, day, requests, last_used_at) as (values ${sql.join(rows)})
    insert into key_usage (key_id, day, requests, last_used_at)
    select batch.key_id, batch.day, batch.requests, batch.last_used_at
    from batch join api_keys on api_keys.id = batch.key_id
    where true
    order by batch.key_id, batch.day
    on conflict (key_id, day) do update set
      requests = key_usage.requests + excluded.requests,
      last_used_at = case
        when excluded.last_used_at > key_usage.last_used_at then excluded.last_used_at
        else key_usage.last_used_at
      end`.execute(db);
}

export const listUsage = (db: Db, keyIds: string[]) =>
  keyIds.length === 0 ? [] : db.selectFrom('key_usage').selectAll().where('key_id', 'in', keyIds).execute();

export async function deleteUsageBefore(db: Db, day: string): Promise<void> {
  // The newest day stays: it says when the key was last used.
  await db
    .deleteFrom('key_usage')
    .where('day', '<', day)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('key_usage as newer')
          .select('newer.day')
          .whereRef('newer.key_id', '=', 'key_usage.key_id')
          .whereRef('newer.day', '>', 'key_usage.day'),
      ),
    )
    .execute();
}

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
