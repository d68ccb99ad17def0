import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_quota: { key_id: string; hour: number; used: number };
  }
}

/** Takes `count` requests of this hour, or none. Returns how many are used with these, or undefined. */
export async function takeFromHour(
  db: Db,
  wanted: { keyId: string; hour: number; count: number; limit: number },
): Promise<number | undefined> {
  if (wanted.count > wanted.limit) return undefined;
  const { rows } = await sql<{ used: number }>`
    insert into key_quota (key_id, hour, used)
    select id, cast(${wanted.hour} as bigint), cast(${wanted.count} as bigint) from api_keys where id = ${wanted.keyId}
    on conflict (key_id) do update set
      hour = case when ${isCounting} then key_quota.hour else excluded.hour end,
      used = case when ${isCounting} then key_quota.used + excluded.used else excluded.used end
    where not (${isCounting}) or key_quota.used + excluded.used <= ${wanted.limit}
    returning used`.execute(db);
  return rows[0]?.used;
}

/** A process whose clock is behind counts in the hour that another has begun: going back would forget that one's. */
const isCounting = sql`key_quota.hour between excluded.hour and excluded.hour + 1`;

/** Unused requests that were taken in advance. */
export async function giveBackToHour(
  db: Db,
  unused: { keyId: string; hour: number; count: number },
): Promise<void> {
  await db
    .updateTable('key_quota')
    .set({ used: sql`used - ${unused.count}` })
    .where('key_id', '=', unused.keyId)
    .where('hour', 'in', [unused.hour, unused.hour + 1])
    .where('used', '>=', unused.count)
    .execute();
}
