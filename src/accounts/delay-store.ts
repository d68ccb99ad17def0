import type { Db } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    sign_in_delays: { bucket: string; failures: number; blocked_until: number; updated_at: number };
  }
}

export const findDelay = (db: Db, bucket: string) =>
  db.selectFrom('sign_in_delays').selectAll().where('bucket', '=', bucket).executeTakeFirst();

/** One failure more, in one statement: two processes cannot count the same one. Returns the new count. */
export async function countFailure(
  db: Db,
  bucket: string,
  now: number,
  forgetBefore: number,
): Promise<number> {
  const { failures } = await db
    .insertInto('sign_in_delays')
    .values({ bucket, failures: 1, blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('sign_in_delays.updated_at', '<', forgetBefore)
          .then(1)
          .else(eb('sign_in_delays.failures', '+', 1))
          .end(),
        updated_at: now,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function blockUntil(db: Db, bucket: string, blockedUntil: number): Promise<void> {
  await db
    .updateTable('sign_in_delays')
    .set({ blocked_until: blockedUntil })
    .where('bucket', '=', bucket)
    .execute();
}

export async function deleteDelay(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('sign_in_delays').where('bucket', '=', bucket).execute();
}

export async function deleteDelaysBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('sign_in_delays').where('updated_at', '<', before).execute();
}
