import type { Db } from '../platform/database.ts';

/** How near a key's end is. */
export type NoticeKind = 'in-14-days' | 'in-7-days' | 'in-1-day' | 'ended';

interface NoticeRow {
  key_id: string;
  kind: NoticeKind;
  expires_at: number;
}

declare module '../platform/database.ts' {
  interface Tables {
    notices: NoticeRow;
  }
}

/** Returns those that nobody has noted before. */
export async function noteNotices(db: Db, notices: NoticeRow[]): Promise<NoticeKind[]> {
  if (notices.length === 0) return [];
  const noted = await db
    .insertInto('notices')
    .values(notices)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  return noted.map(({ kind }) => kind);
}

/** A page of the keys that end, or ended, between these times, with whom they belong to. */
export const listEndingKeys = (
  db: Db,
  ends: { after: number; before: number },
  page: { afterId: string; rows: number },
) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.expires_at', 'users.email'])
    .where('api_keys.expires_at', '>', ends.after)
    .where('api_keys.expires_at', '<=', ends.before)
    .where('api_keys.id', '>', page.afterId)
    .orderBy('api_keys.id')
    .limit(page.rows)
    .execute();
