import type { Db } from '../platform/database.ts';

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
