import type { Db } from '../platform/database.ts';
import type { KeyRow } from './store.ts';

/** How near a key's expiry date is. */
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

export interface OwnedKey extends KeyRow {
  email: string;
  person_requests_per_hour: number;
  suspended_at: number | null;
}

/** Leaves out client IDs that don't exist. Includes the keys of connections. */
export const findOwnedKeys = (db: Db, clientIds: string[]): Promise<OwnedKey[]> =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select(['users.email', 'users.requests_per_hour as person_requests_per_hour', 'users.suspended_at'])
    .where('external_id', 'in', clientIds)
    .execute();

export const listPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.user_id', '=', 'users.id').on('api_keys.slot', 'is not', null),
    )
    .select((eb) => [
      'users.email',
      'users.name',
      'users.created_at',
      'users.requests_per_hour',
      'users.suspended_at',
      eb.fn.count<number>('api_keys.id').as('keys'),
    ])
    .groupBy('users.id')
    .orderBy('users.created_at')
    .execute();

/** The keys of one person, or of everyone. */
export const listOwnedKeys = (db: Db, userId: string | undefined) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.email')
    .where('slot', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('users.email')
    .orderBy('slot')
    .execute();

/** Undefined if the person's limit was at least as high. */
export const raisePersonLimit = (db: Db, userId: string, requestsPerHour: number) =>
  db
    .updateTable('users')
    .set({ requests_per_hour: requestsPerHour })
    .where('id', '=', userId)
    .where('requests_per_hour', '<', requestsPerHour)
    .returning('id')
    .executeTakeFirst();

/** Locks the person's row: until the transaction ends, nobody is suspended and no address changes. */
export const lockPerson = (db: Db, userId: string) =>
  db
    .updateTable('users')
    .set((eb) => ({ suspended_at: eb.ref('suspended_at') }))
    .where('id', '=', userId)
    .returning(['email', 'suspended_at'])
    .executeTakeFirst();

/** Returns those that no process has inserted before. */
export async function insertNotices(db: Db, notices: NoticeRow[]): Promise<NoticeKind[]> {
  if (notices.length === 0) return [];
  const inserted = await db
    .insertInto('notices')
    .values(notices)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  return inserted.map(({ kind }) => kind);
}

export const listNotices = (db: Db, keyIds: string[]) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('key_id', 'in', ['', ...keyIds])
    .orderBy('expires_at')
    .execute();

/** A page of the keys that expire between these times, with the address of their owners. */
export const listExpiringKeys = (
  db: Db,
  expiry: { after: number; before: number },
  page: { afterId: string; rows: number },
) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.expires_at', 'users.email'])
    .where('api_keys.expires_at', '>', expiry.after)
    .where('api_keys.expires_at', '<=', expiry.before)
    .where('api_keys.id', '>', page.afterId)
    .orderBy('api_keys.id')
    .limit(page.rows)
    .$narrowType<{ expires_at: number }>()
    .execute();
