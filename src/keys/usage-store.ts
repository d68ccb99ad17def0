import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { dayMs } from '../time.ts';
import type { CallVerdict, DenialCause } from './contract.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_calls: CallCount;
    key_denials: DenialCount;
  }
}

export interface CallCount {
  key_id: string;
  day: string;
  endpoint: string;
  verdict: CallVerdict;
  writer: number;
  requests: number;
  last_at: number;
}

/**
 * Adds a batch in one statement, in the same order everywhere, so that two processes do not deadlock. Counts of a key
 * that was deleted meanwhile are dropped.
 */
export async function addCalls(db: Db, counts: CallCount[]): Promise<void> {
  const rows = counts.map(
    (count) =>
      sql`(${count.key_id}, ${count.day}, ${count.endpoint}, ${count.verdict}, cast(${count.writer} as integer),
        cast(${count.requests} as bigint), cast(${count.last_at} as bigint))`,
  );
  await sql`
    with batch (key_id, day, endpoint, verdict, writer, requests, last_at) as (values ${sql.join(rows)})
    insert into key_calls (key_id, day, endpoint, verdict, writer, requests, last_at)
    select batch.key_id, batch.day, batch.endpoint, batch.verdict, batch.writer, batch.requests, batch.last_at
    from batch join api_keys on api_keys.id = batch.key_id
    where true
    order by batch.key_id, batch.day, batch.endpoint, batch.verdict
    on conflict (key_id, day, endpoint, verdict, writer) do update set
      requests = key_calls.requests + excluded.requests,
      last_at = case when excluded.last_at > key_calls.last_at then excluded.last_at else key_calls.last_at end`.execute(
    db,
  );
}

export interface DayUse {
  key_id: string;
  day: string;
  requests: number;
  last_used_at: number;
}

/** Allowed calls of the last seven days or, for a key without any, its last use. */
export async function listUsage(db: Db, keyIds: string[], now: number): Promise<DayUse[]> {
  if (keyIds.length === 0) return [];
  const allowedOf = (ids: string[]) =>
    db
      .selectFrom('key_calls')
      .select(['key_id', 'day', total.as('requests'), sql<number>`max(last_at)`.as('last_used_at')])
      .where('key_id', 'in', ids)
      .where('verdict', '=', 'allowed')
      .groupBy(['key_id', 'day']);
  const recent = await allowedOf(keyIds)
    .where('day', '>=', dayOf(now - 6 * dayMs))
    .execute();
  const quiet = keyIds.filter((id) => !recent.some(({ key_id }) => key_id === id));
  const before = quiet.length === 0 ? [] : await allowedOf(quiet).execute();
  return [...recent, ...before];
}

/** Calls by day, endpoint and verdict, newest day first. */
export const listCalls = (db: Db, keyId: string, sinceDay: string) =>
  db
    .selectFrom('key_calls')
    .select(['day', 'endpoint', 'verdict', total.as('requests')])
    .where('key_id', '=', keyId)
    .where('day', '>=', sinceDay)
    .groupBy(['day', 'endpoint', 'verdict'])
    .orderBy('day', 'desc')
    .orderBy('endpoint')
    .orderBy('verdict')
    .execute();

/** On PostgreSQL the sum of bigints is a numeric, which would be returned as text. */
const total = sql<number>`cast(sum(requests) as bigint)`;

/** Keeps the newest day of each key, which is its last use. */
export async function deleteUsageBefore(db: Db, day: string): Promise<void> {
  await sql`
    delete from key_calls where day < ${day} and exists
      (select 1 from key_calls as newer where newer.key_id = key_calls.key_id and newer.day > key_calls.day)`.execute(
    db,
  );
}

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export interface DenialCount {
  key_id: string;
  /** YYYY-MM-DD in UTC. */
  day: string;
  endpoint: string;
  cause: DenialCause;
  count: number;
  first_at: number;
  last_at: number;
  detail: string;
}

/** Adds a batch in the same way as `addCalls`. */
export async function addDenials(db: Db, counts: DenialCount[]): Promise<void> {
  const rows = counts.map(
    (each) =>
      sql`(${each.key_id}, ${each.day}, ${each.endpoint}, ${each.cause}, cast(${each.count} as bigint),
        cast(${each.first_at} as bigint), cast(${each.last_at} as bigint), ${each.detail})`,
  );
  await sql`
    with batch (key_id, day, endpoint, cause, count, first_at, last_at, detail) as (values ${sql.join(rows)})
    insert into key_denials (key_id, day, endpoint, cause, count, first_at, last_at, detail)
    select batch.key_id, batch.day, batch.endpoint, batch.cause, batch.count, batch.first_at, batch.last_at, batch.detail
    from batch join api_keys on api_keys.id = batch.key_id
    where true
    order by batch.key_id, batch.day, batch.endpoint, batch.cause
    on conflict (key_id, day, endpoint, cause) do update set
      count = key_denials.count + excluded.count,
      detail = case when excluded.last_at >= key_denials.last_at then excluded.detail else key_denials.detail end,
      last_at = case when excluded.last_at > key_denials.last_at then excluded.last_at else key_denials.last_at end`.execute(
    db,
  );
}

export const listDenialRows = (db: Db, keyIds: string[], days: string[]) =>
  db
    .selectFrom('key_denials')
    .select(['key_id', 'day', 'endpoint', 'cause'])
    .where('key_id', 'in', keyIds)
    .where('day', 'in', days)
    .execute();

/** Most recent first. */
export function listDenials(db: Db, keyIds: string[], max?: number): Promise<DenialCount[]> {
  const all = db
    .selectFrom('key_denials')
    .selectAll()
    .where('key_id', 'in', keyIds)
    .orderBy('last_at', 'desc')
    .orderBy('endpoint');
  return (max === undefined ? all : all.limit(max)).execute();
}

export const deleteDenialsBefore = (db: Db, day: string) =>
  db.deleteFrom('key_denials').where('day', '<', day).execute();
