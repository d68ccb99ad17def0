import type { Generated } from 'kysely';
import { type Db, isUniqueViolation } from '../platform/database.ts';
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

/** Where two accounts share a mailbox, the spelling tells which is meant. */
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

/** The address comes in canonical. */
export async function insertUser(
  db: Db,
  user: {
    id: string;
    email: string;
    name: string;
    password_hash: string;
    created_at: number;
    requests_per_hour?: number;
  },
): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, canonical_email: user.email })
    .execute();
}

export async function restrictUser(
  db: Db,
  userId: string,
  restriction: { suspended_at?: number; requests_per_hour?: number; limit_set_at?: number },
): Promise<void> {
  await db.updateTable('users').set(restriction).where('id', '=', userId).execute();
}

/** The oldest first. */
export const listUsersWithoutCanonicalEmail = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('canonical_email', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Unless another account has it. */
export async function setCanonicalEmail(db: Db, userId: string, canonical: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ canonical_email: canonical })
    .where('id', '=', userId)
    .where('canonical_email', 'is', null)
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
}

export async function renameUser(db: Db, userId: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute();
}

/** False when it had another address meanwhile. Throws a unique violation when another account has the new one. */
export async function changeEmail(
  db: Db,
  userId: string,
  from: string,
  to: { email: string; canonical_email: string | null },
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set(to)
    .where('id', '=', userId)
    .where('email', '=', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** With everything that belongs to it. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/**
 * Undefined when another one has taken its place. Otherwise the row is held until the transaction ends, and the
 * address is the one that the account has now.
 */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  known: string,
  next: string,
): Promise<{ email: string } | undefined> {
  return db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', userId)
    .where('password_hash', '=', known)
    .returning('email')
    .executeTakeFirst();
}
