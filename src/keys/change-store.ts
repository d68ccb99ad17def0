import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_revision: { id: number; revision: number };
    key_changes: { revision: number; key_id: string; mark: string };
  }
}

/** After more changes than these at once a process clears its whole cache, so older ones are of no use. */
export const maxChanges = 1000;

/**
 * Belongs in the transaction of every change that could turn an allowed call into a denied one. The lock of the one row
 * gives the numbers the order of the commits.
 */
export async function recordKeyChanges(db: Db, keyIds: string[]): Promise<void> {
  if (keyIds.length === 0) return;
  const { revision } = await db
    .updateTable('key_revision')
    .set({ revision: sql`revision + ${sql.lit(keyIds.length)}` })
    .returning('revision')
    .executeTakeFirstOrThrow();
  const mark = randomId();
  const changes = keyIds.map((key_id, index) => ({ revision: revision - index, key_id, mark }));
  await db.insertInto('key_changes').values(changes).execute();
}

/** The number alone may occur twice, after a backup was restored. The mark does not. */
export interface Revision {
  number: number;
  /** Null if nothing has changed yet. */
  mark: string | null;
}

export async function readRevision(db: Db): Promise<Revision> {
  const { revision, mark } = await db
    .selectFrom('key_revision')
    .leftJoin('key_changes', 'key_changes.revision', 'key_revision.revision')
    .select(['key_revision.revision', 'key_changes.mark'])
    .executeTakeFirstOrThrow();
  return { number: revision, mark };
}

/**
 * Reads the changes after `since` in one statement, so that number and list are of the same moment. `keyIds` is
 * undefined if any key may have changed.
 */
export async function readChanges(
  db: Db,
  since: Revision,
): Promise<{ revision: Revision; keyIds: string[] | undefined }> {
  const rows = await db
    .selectFrom('key_revision')
    .leftJoin('key_changes', (join) => join.on('key_changes.revision', '>=', since.number))
    .select([
      'key_revision.revision as last',
      'key_changes.revision',
      'key_changes.key_id',
      'key_changes.mark',
    ])
    .orderBy('key_changes.revision', 'desc')
    .limit(maxChanges + 2)
    .execute();
  const [newest] = rows;
  if (!newest) throw new Error('The table key_revision is empty');
  const number = newest.last;
  const markOf = (revision: number) => rows.find((row) => row.revision === revision)?.mark ?? null;
  const keyIds = rows.flatMap(({ revision, key_id }) =>
    key_id !== null && revision !== null && revision > since.number ? [key_id] : [],
  );
  const isComplete =
    keyIds.length === number - since.number &&
    keyIds.length <= maxChanges &&
    markOf(since.number) === since.mark;
  return { revision: { number, mark: markOf(number) }, keyIds: isComplete ? keyIds : undefined };
}

export const deleteOldChanges = (db: Db) =>
  db
    .deleteFrom('key_changes')
    .where('revision', '<=', (eb) =>
      eb.selectFrom('key_revision').select(sql<number>`revision - ${sql.lit(maxChanges)}`.as('oldest')),
    )
    .execute();
