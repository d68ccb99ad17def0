import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    processes: { id: string; seen_at: number };
  }
}

export async function markSeen(db: Db, id: string, now: number): Promise<void> {
  await db
    .insertInto('processes')
    .values({ id, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();
}

export async function countSeenSince(db: Db, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('processes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}

export async function deleteSeenBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('processes').where('seen_at', '<', before).execute();
}
