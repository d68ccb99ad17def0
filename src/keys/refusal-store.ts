import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { RefusalCause } from './contract.ts';

interface RefusalRow {
  key_id: string;
  /** YYYY-MM-DD in UTC. */
  day: string;
  endpoint: string;
  cause: RefusalCause;
  count: number;
  first_at: number;
  last_at: number;
  detail: string;
}

declare module '../platform/database.ts' {
  interface Tables {
    key_refusals: RefusalRow;
  }
}

export type RefusalCount = RefusalRow;

/** Adds a batch in one statement, in the same order everywhere. Those of a deleted key fall away with it. */
export async function addRefusals(db: Db, counts: RefusalCount[]): Promise<void> {
  const rows = counts.map(
    (each) =>
      sql`(${each.key_id}, ${each.day}, ${each.endpoint}, ${each.cause}, cast(${each.count} as bigint),
        cast(${each.first_at} as bigint), cast(${each.last_at} as bigint), ${each.detail})`,
  );
  await sql`
    with batch (key_id, day, endpoint, cause, count, first_at, last_at, detail) as (values ${sql.join(rows)})
    insert into key_refusals (key_id, day, endpoint, cause, count, first_at, last_at, detail)
    select batch.key_id, batch.day, batch.endpoint, batch.cause, batch.count, batch.first_at, batch.last_at, batch.detail
    from batch join api_keys on api_keys.id = batch.key_id
    where true
    order by batch.key_id, batch.day, batch.endpoint, batch.cause
    on conflict (key_id, day, endpoint, cause) do update set
      count = key_refusals.count + excluded.count,
      detail = case when excluded.last_at >= key_refusals.last_at then excluded.detail else key_refusals.detail end,
      last_at = case when excluded.last_at > key_refusals.last_at then excluded.last_at else key_refusals.last_at end`.execute(
    db,
  );
}

/** Which rows there are already. */
export const listRefusalPlaces = (db: Db, keyIds: string[], days: string[]) =>
  db
    .selectFrom('key_refusals')
    .select(['key_id', 'day', 'endpoint', 'cause'])
    .where('key_id', 'in', keyIds)
    .where('day', 'in', days)
    .execute();

/** The last one first. */
export const listRefusals = (db: Db, keyId: string) =>
  db
    .selectFrom('key_refusals')
    .selectAll()
    .where('key_id', '=', keyId)
    .orderBy('last_at', 'desc')
    .orderBy('endpoint')
    .execute();

export async function deleteRefusalsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('key_refusals').where('day', '<', day).execute();
}
