import { type Generated, sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_revision: { id: number; revision: number };
    key_changes: { revision: number; key_id: string; mark: Generated<string> };
  }
}

/** More than these at once, and a process forgets everything; older ones are of no use to anybody. */
export const maxChanges = 1000;

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
  const mark = randomId();
  const changes = keyIds.map((key_id, index) => ({ revision: revision - index, key_id, mark }));
  await db.insertInto('key_changes').values(changes).execute();
}

/** A number alone may come a second time, after a backup was restored; its mark does not. */
export interface Revision {
  number: number;
  /** None: the release before has written it, or nothing has changed yet. */
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

interface KeyChanges {
  revision: Revision;
  /** Undefined: any key may have changed. */
  keyIds: string[] | undefined;
}

/** What happened after `since`, in one statement: the number and the list are of the same moment. */
export async function readChanges(db: Db, since: Revision): Promise<KeyChanges> {
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
  const number = rows[0]!.last;
  const markOf = (revision: number) => rows.find((row) => row.revision === revision)?.mark ?? null;
  const keyIds = rows.flatMap(({ revision, key_id }) =>
    revision !== null && revision > since.number ? [key_id!] : [],
  );
  const isWhole =
    keyIds.length === number - since.number &&
    keyIds.length <= maxChanges &&
    markOf(since.number) === since.mark;
  return { revision: { number, mark: markOf(number) }, keyIds: isWhole ? keyIds : undefined };
}

export async function deleteOldChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('key_changes')
    .where('revision', '<=', (eb) =>
      eb.selectFrom('key_revision').select(sql<number>`revision - ${sql.lit(maxChanges)}`.as('oldest')),
    )
    .execute();
}
