import type { Generated, Insertable, Updateable } from 'kysely';
import { type Db, isUniqueViolation, type Tables } from '../platform/database.ts';
import type { EmailAddress } from './email.ts';

declare module '../platform/database.ts' {
  interface Tables {
    users: {
      id: string;
      email: string;
      canonical_email: string | null;
      name: string;
      password_hash: string;
      created_at: number;
      requests_per_hour: Generated<number>;
      suspended_at: number | null;
      /** When the operator set `requests_per_hour`; null if the operator did not. */
      limit_set_at: number | null;
    };
  }
}

/** If two accounts share a mailbox, the spelling decides which one is meant. */
export const findUserByEmail = (db: Db, { spelling, canonical }: EmailAddress) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email', '=', spelling), eb('canonical_email', '=', canonical)]))
    .orderBy((eb) => eb.case().when('email', '=', spelling).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst();

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const listUsers = (db: Db) => db.selectFrom('users').select(['id', 'email']).execute();

/** `email` must be canonical. */
export const insertUser = (db: Db, user: Omit<Insertable<Tables['users']>, 'canonical_email'>) =>
  db
    .insertInto('users')
    .values({ ...user, canonical_email: user.email })
    .execute();

type UserChange = Pick<
  Updateable<Tables['users']>,
  'name' | 'password_hash' | 'suspended_at' | 'requests_per_hour' | 'limit_set_at'
>;

/** Locks the person's row until the transaction ends. */
export const changeUser = (db: Db, userId: string, change: UserChange) =>
  db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirst();

/** Oldest first. */
export const listUsersWithoutCanonicalEmail = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('canonical_email', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Does nothing if another account has the address. */
export const setCanonicalEmail = (db: Db, userId: string, canonical: string) =>
  db
    .updateTable('users')
    .set({ canonical_email: canonical })
    .where('id', '=', userId)
    .where('canonical_email', 'is', null)
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });

/** Undefined if the account had another address. Throws a unique violation if another account has the new one. */
export const changeEmail = (
  db: Db,
  userId: string,
  from: string,
  to: { email: string; canonical_email: string | null },
) =>
  db
    .updateTable('users')
    .set(to)
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
