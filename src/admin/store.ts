import { sql } from 'kysely';
import type { Database, Db } from '../platform/database.ts';

/** What may never be found in the database, whatever happened before: each of these returns what offends. */
const neverFound: Record<string, string> = {
  'a person with more than five keys':
    'select user_id as about from api_keys group by user_id having count(*) > 5',
  'a key of nobody': 'select id as about from api_keys where user_id not in (select id from users)',
  'a session of a person who is not there': `select user_id as about from sessions
    where user_id is not null and user_id not in (select id from users)`,
  'a device of a person who is not there':
    'select user_id as about from devices where user_id not in (select id from users)',
  'usage of no key': 'select key_id as about from key_calls where key_id not in (select id from api_keys)',
  'a refusal of no key':
    'select key_id as about from key_refusals where key_id not in (select id from api_keys)',
  'quota of no key': 'select key_id as about from key_quota where key_id not in (select id from api_keys)',
  'an hour with fewer than no requests': 'select key_id as about from key_quota where used < 0',
  'two secrets of which one is not whole': `select external_id as about from api_keys
    where (old_secret_sealed is null) <> (old_secret_ends_at is null)`,
  'a change that no revision has counted': `select key_id as about from key_changes
    where revision > (select revision from key_revision)`,
  'no key revision, or two': 'select count(*) as about from key_revision having count(*) <> 1',
  'a key that is there though its deletion was recorded': `select external_id as about from api_keys
    where external_id in (select target from audit_events where event in ('key-deleted', 'key-revoked'))`,
  'a code used before it was verified':
    'select email as about from verification_codes where used_at is not null and verified_at is null',
  'a sent mail whose text was kept':
    'select id as about from mail_queue where done_at is not null and sealed is not null',
  'a waiting mail without its text':
    'select id as about from mail_queue where done_at is null and sealed is null',
};

/** A row of what is printed. */
type Offence = { finding: string; about: string };

/** Of each kind so many are told. */
const toldMax = 20;

export async function findBroken({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Offence[]> {
  const broken: Offence[] = [];
  for (const [finding, query] of Object.entries(neverFound)) {
    const { rows } = await sql.raw<{ about: unknown }>(`${query} limit ${toldMax}`).execute(db);
    broken.push(...rows.map(({ about }) => ({ finding, about: String(about) })));
  }
  return engine === 'sqlite' ? [...broken, ...(await findDamage(db))] : broken;
}

async function findDamage(db: Database['db']): Promise<Offence[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const damaged = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  return damaged.map((about) => ({ finding: 'a damaged file', about }));
}

/** Keys whose hour is ahead of this clock by more than one: some process’s clock was wrong. */
export async function findHoursAhead(db: Database['db'], hour: number): Promise<string[]> {
  const rows = await db
    .selectFrom('key_quota')
    .select('key_id')
    .where('hour', '>', hour + 1)
    .limit(toldMax)
    .execute();
  return rows.map(({ key_id }) => key_id);
}

interface Counts {
  people: number;
  suspended: number;
  keys: number;
  expired: number;
  processes: number;
}

const processAliveMs = 30_000;

export async function countAll(db: Db, now: number): Promise<Counts> {
  const people = await db
    .selectFrom('users')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('suspended_at').as('suspended')])
    .executeTakeFirstOrThrow();
  const keys = await db
    .selectFrom('api_keys')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('expires_at', '<=', now).as('expired'),
    ])
    .executeTakeFirstOrThrow();
  const processes = await db
    .selectFrom('processes')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .where('seen_at', '>', now - processAliveMs)
    .executeTakeFirstOrThrow();
  return {
    people: Number(people.all),
    suspended: Number(people.suspended),
    keys: Number(keys.all),
    expired: Number(keys.expired),
    processes: Number(processes.all),
  };
}

/** Calls of a day, by how they ended. */
export async function countCalls(db: Db, day: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('key_calls')
    .select((eb) => ['verdict', eb.fn.sum<number>('requests').as('requests')])
    .where('day', '=', day)
    .groupBy('verdict')
    .execute();
  return Object.fromEntries(rows.map(({ verdict, requests }) => [verdict, Number(requests)]));
}
