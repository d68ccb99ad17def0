import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../platform/database.ts';

/** Rows that must never exist. Each query returns what is wrong as `about`. */
const invalidRows: Record<string, string> = {
  'account with more than five keys':
    'select user_id as about from api_keys where slot is not null group by user_id having count(*) > 5',
  'key without an account': 'select id as about from api_keys where user_id not in (select id from users)',
  'key without a slot and without a connection': `select id as about from api_keys
    where slot is null and id not in (select id from oauth_connections)`,
  'token of a missing connection':
    'select connection_id as about from oauth_tokens where connection_id not in (select id from oauth_connections)',
  'session of a missing account': `select user_id as about from sessions
    where user_id is not null and user_id not in (select id from users)`,
  'device of a missing account':
    'select user_id as about from devices where user_id not in (select id from users)',
  'usage of a missing key':
    'select key_id as about from key_calls where key_id not in (select id from api_keys)',
  'denial of a missing key':
    'select key_id as about from key_denials where key_id not in (select id from api_keys)',
  'quota of a missing key':
    'select key_id as about from key_quota where key_id not in (select id from api_keys)',
  'negative quota': 'select key_id as about from key_quota where used < 0',
  'incomplete old secret': `select external_id as about from api_keys
    where (old_secret_sealed is null) <> (old_secret_ends_at is null)`,
  'key change after the latest revision': `select key_id as about from key_changes
    where revision > (select revision from key_revision)`,
  'key revision missing or duplicated': 'select count(*) as about from key_revision having count(*) <> 1',
  'key exists although its deletion was recorded': `select external_id as about from api_keys
    where external_id in (select target from audit_events where event in ('key-deleted', 'key-revoked'))`,
  'code used before it was verified':
    'select email as about from verification_codes where used_at is not null and verified_at is null',
  'sent email that still has its content':
    'select id as about from mail_queue where done_at is not null and sealed is not null',
  'waiting email without content':
    'select id as about from mail_queue where done_at is null and sealed is null',
};

/** How many rules about rows there are. */
export const rowRules = Object.keys(invalidRows).length;

/** A row of the output of `check`. */
export type Finding = { finding: string; about: string };

/** At most this many findings of each kind are listed. */
const maxListed = 20;

export async function findInvalidRows({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [finding, query] of Object.entries(invalidRows)) {
    const { rows } = await sql.raw<{ about: unknown }>(`${query} limit ${maxListed}`).execute(db);
    findings.push(...rows.map(({ about }) => ({ finding, about: String(about) })));
  }
  if (engine === 'postgres') return findings;
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const damage = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  return [...findings, ...damage.map((about) => ({ finding: 'damaged database file', about }))];
}

/** Keys with a quota hour more than one ahead of this clock: the clock of some process was wrong. */
export async function findFutureHours(db: Db, hour: number): Promise<string[]> {
  const rows = await db
    .selectFrom('key_quota')
    .select('key_id')
    .where('hour', '>', hour + 1)
    .limit(maxListed)
    .execute();
  return rows.map(({ key_id }) => key_id);
}

const processAliveMs = 30_000;

/** The portals and verifiers that were alive a moment ago. One that was killed counts for 30 seconds. */
export const countProcesses = (db: Db, now: number): Promise<number> =>
  count(db, sql`processes where seen_at > ${now - processAliveMs}`);

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db);
  return Number(rows[0]?.count);
}

export async function countAll(db: Db, now: number) {
  return {
    people: await count(db, sql`users`),
    suspended: await count(db, sql`users where suspended_at is not null`),
    keys: await count(db, sql`api_keys where slot is not null`),
    connections: await count(db, sql`oauth_connections`),
    expired: await count(db, sql`api_keys where expires_at <= ${now}`),
    processes: await countProcesses(db, now),
  };
}

export const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The calls of a day by verdict. */
export async function countCalls(db: Db, day: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('key_calls')
    .select((eb) => ['verdict', eb.fn.sum<number>('requests').as('requests')])
    .where('day', '=', day)
    .groupBy('verdict')
    .execute();
  return Object.fromEntries(rows.map(({ verdict, requests }) => [verdict, Number(requests)]));
}
