import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** What a code is good for, and for nothing else. */
export type CodePurpose = 'sign-up' | 'change-email';

declare module '../platform/database.ts' {
  interface Tables {
    verification_codes: {
      token_hash: string;
      session_hash: string;
      email: string;
      purpose: CodePurpose;
      code_signature: string;
      tries: number;
      created_at: number;
      verified_at: number | null;
      used_at: number | null;
    };
  }
}

export async function insertCode(
  db: Db,
  code: {
    token_hash: string;
    session_hash: string;
    email: string;
    purpose: CodePurpose;
    code_signature: string;
    created_at: number;
  },
): Promise<void> {
  await db
    .insertInto('verification_codes')
    .values({ ...code, tries: 0 })
    .execute();
}

/** Counts the try before the code is looked at, so that guesses sent together cannot share one. */
export const takeTry = (
  db: Db,
  code: {
    tokenHash: string;
    sessionHash: string;
    email: string;
    purpose: CodePurpose;
    createdAfter: number;
    triesMax: number;
  },
) =>
  db
    .updateTable('verification_codes')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', code.tokenHash)
    .where('session_hash', '=', code.sessionHash)
    .where('email', '=', code.email)
    .where('purpose', '=', code.purpose)
    .where('created_at', '>', code.createdAfter)
    .where('tries', '<', code.triesMax)
    .where('used_at', 'is', null)
    .returning(['code_signature', 'tries'])
    .executeTakeFirst();

export async function markVerified(db: Db, tokenHash: string, verifiedAt: number): Promise<void> {
  await db
    .updateTable('verification_codes')
    .set({ verified_at: verifiedAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export const findVerified = (
  db: Db,
  code: { sessionHash: string; email: string; purpose: CodePurpose; verifiedAfter: number },
) =>
  db
    .selectFrom('verification_codes')
    .select('token_hash')
    .where('session_hash', '=', code.sessionHash)
    .where('email', '=', code.email)
    .where('purpose', '=', code.purpose)
    .where('verified_at', '>', code.verifiedAfter)
    .where('used_at', 'is', null)
    .executeTakeFirst();

/** False when someone else was quicker. */
export async function useUp(db: Db, tokenHash: string, usedAt: number): Promise<boolean> {
  const used = await db
    .updateTable('verification_codes')
    .set({ used_at: usedAt })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteCodesOf(db: Db, emails: string[]): Promise<void> {
  await db.deleteFrom('verification_codes').where('email', 'in', emails).execute();
}

export async function deleteCodesBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('verification_codes').where('created_at', '<', createdBefore).execute();
}

declare module '../platform/database.ts' {
  interface Tables {
    password_resets: {
      token_hash: string;
      email: string;
      spelling: string | null;
      created_at: number;
      used_at: number | null;
    };
  }
}

export async function insertReset(
  db: Db,
  reset: { token_hash: string; email: string; spelling?: string; created_at: number },
): Promise<void> {
  await db.insertInto('password_resets').values(reset).execute();
}

export const findReset = (db: Db, tokenHash: string) =>
  db.selectFrom('password_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Uses up every link of this address, this one included. False when this one was used already. */
export async function consumeResets(
  db: Db,
  tokenHash: string,
  email: string,
  usedAt: number,
): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: usedAt })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute();
  return used.some((row) => row.token_hash === tokenHash);
}

export async function deleteResetsOf(db: Db, emails: string[]): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('spelling', 'in', emails)]))
    .execute();
}

export async function deleteResetsBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('password_resets').where('created_at', '<', createdBefore).execute();
}

/** When codes and reset links were sent to these addresses, without anything that could be used. */
export async function listSentProofs(db: Db, emails: string[]) {
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
