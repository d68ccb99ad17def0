import type { Updateable } from 'kysely';
import type { Db, Tables } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    users: {
      id: string;
      /** As `parseEmail` returns it. */
      email: string;
      name: string;
      password_hash: string;
      created_at: number;
      requests_per_hour: number;
      suspended_at: number | null;
      /** When the operator set `requests_per_hour`; null if the operator did not. */
      limit_set_at: number | null;
    };
  }
}

/** Finds the account of an address that `parseEmail` has returned. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const listUsers = (db: Db) => db.selectFrom('users').select(['id', 'email']).execute();

export const insertUser = (db: Db, user: Omit<Tables['users'], 'suspended_at' | 'limit_set_at'>) =>
  db
    .insertInto('users')
    .values({ ...user, suspended_at: null, limit_set_at: null })
    .execute();

type UserChange = Pick<
  Updateable<Tables['users']>,
  'name' | 'password_hash' | 'suspended_at' | 'requests_per_hour' | 'limit_set_at'
>;

/** Locks the person's row until the transaction ends. */
export const changeUser = (db: Db, userId: string, change: UserChange) =>
  db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirst();

/** Undefined if the account had another address. Throws a unique violation if another account has the new one. */
export const changeEmail = (db: Db, userId: string, from: string, to: string) =>
  db
    .updateTable('users')
    .set({ email: to })
    .where('id', '=', userId)
    .where('email', '=', from)
    .returning('id')
    .executeTakeFirst();

/** Deletes everything that belongs to the account too, by foreign keys. */
export const deleteUser = (db: Db, userId: string) =>
  db.deleteFrom('users').where('id', '=', userId).execute();

/** Undefined if the hash was another one. Otherwise locks the row and returns the present address. */
export const replacePasswordHash = (db: Db, userId: string, known: string, next: string) =>
  db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', userId)
    .where('password_hash', '=', known)
    .returning('email')
    .executeTakeFirst();
