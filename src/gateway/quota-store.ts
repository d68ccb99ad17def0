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
      hour = excluded.hour,
      used = case when key_quota.hour = excluded.hour then key_quota.used + excluded.used else excluded.used end
    where key_quota.hour <> excluded.hour or key_quota.used + excluded.used <= ${wanted.limit}
    returning used`.execute(db);
  return rows[0]?.used;
}
