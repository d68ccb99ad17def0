import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_revision: { id: number; revision: number };
    key_changes: { revision: number; key_id: string };
  }
}

/** More than these at once, and a process forgets everything; older ones are of no use to anybody. */
export const changesMax = 1000;

/**
 * With every change that could turn a yes into a no, in the same transaction. The lock of the one row gives
 * the numbers the order of the commits.
 */
export async function recordKeyChanges(db: Db, keyIds: string[]): Promise<void> {
  if (keyIds.length === 0) return;
  const { revision } = await db
    .updateTable('key_revision')
    .set({ revision: sql`revision + ${sql.lit(keyIds.length)}` })
    .returning('revision')
    .executeTakeFirstOrThrow();
  const changes = keyIds.map((key_id, index) => ({ revision: revision - index, key_id }));
  await db.insertInto('key_changes').values(changes).execute();
}

export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('key_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

interface KeyChanges {
  revision: number;
  /** Undefined: any key may have changed. */
  keyIds: string[] | undefined;
}

/** What happened after `since`, in one statement: the number and the list are of the same moment. */
export async function readChanges(db: Db, since: number): Promise<KeyChanges> {
  const rows = await db
    .selectFrom('key_revision')
    .leftJoin('key_changes', (join) => join.on('key_changes.revision', '>', since))
    .select(['key_revision.revision', 'key_changes.key_id'])
    .limit(changesMax + 1)
    .execute();
  const revision = rows[0]!.revision;
  const keyIds = rows.flatMap(({ key_id }) => key_id ?? []);
  const isWhole = keyIds.length === revision - since && keyIds.length <= changesMax;
  return { revision, keyIds: isWhole ? keyIds : undefined };
}

export async function deleteOldChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('key_changes')
    .where('revision', '<=', (eb) =>
      eb.selectFrom('key_revision').select(sql<number>`revision - ${sql.lit(changesMax)}`.as('oldest')),
    )
    .execute();
}
