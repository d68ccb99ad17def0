import type { Db } from '../platform/database.ts';

/** What is held about a person in tables of which nothing else reads it in this way. */

/** Of links and codes that were asked for: when, and nothing that could be used. */
export async function listOpenProofs(db: Db, emails: string[]) {
  const codes = await db
    .selectFrom('verification_codes')
    .select(['purpose', 'created_at'])
    .where('email', 'in', emails)
    .orderBy('created_at')
    .execute();
  const resets = await db
    .selectFrom('password_resets')
    .select('created_at')
    .where('email', 'in', emails)
    .orderBy('created_at')
    .execute();
  return { codes, resets };
}

export const findHour = (db: Db, userId: string) =>
  db.selectFrom('person_quota').select(['hour', 'used']).where('owner', '=', userId).executeTakeFirst();

export const listNotices = (db: Db, keyIds: string[]) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('key_id', 'in', ['', ...keyIds])
    .orderBy('expires_at')
    .execute();
