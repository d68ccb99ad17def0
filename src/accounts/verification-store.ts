import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** A code works for one purpose alone. */
export type CodePurpose = 'sign-up' | 'change-email';

interface CodeRow {
  token_hash: string;
  session_hash: string;
  email: string;
  purpose: CodePurpose;
  code_signature: string;
  tries: number;
  created_at: number;
  verified_at: number | null;
  used_at: number | null;
}

interface ResetRow {
  token_hash: string;
  email: string;
  created_at: number;
  used_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    verification_codes: CodeRow;
    password_resets: ResetRow;
  }
}

export const insertCode = (db: Db, code: Omit<CodeRow, 'tries' | 'verified_at' | 'used_at'>) =>
  db
    .insertInto('verification_codes')
    .values({ ...code, tries: 0 })
    .execute();

/** Counts the try before the code is compared, so that guesses sent at once cannot share one. */
export const countTry = (
  db: Db,
  code: Pick<CodeRow, 'token_hash' | 'session_hash' | 'email' | 'purpose'>,
  limits: { createdAfter: number; maxTries: number },
) =>
  db
    .updateTable('verification_codes')
    .set({ tries: sql`tries + 1` })
    .where((eb) => eb.and(code))
    .where('created_at', '>', limits.createdAfter)
    .where('tries', '<', limits.maxTries)
    .where('used_at', 'is', null)
    .returning(['code_signature', 'tries'])
    .executeTakeFirst();

export const markVerified = (db: Db, tokenHash: string, verifiedAt: number) =>
  db
    .updateTable('verification_codes')
    .set({ verified_at: verifiedAt })
    .where('token_hash', '=', tokenHash)
    .execute();

export const findVerified = (
  db: Db,
  code: Pick<CodeRow, 'session_hash' | 'email' | 'purpose'>,
  verifiedAfter: number,
) =>
  db
    .selectFrom('verification_codes')
    .select('token_hash')
    .where((eb) => eb.and(code))
    .where('verified_at', '>', verifiedAfter)
    .where('used_at', 'is', null)
    .executeTakeFirst();

/** Undefined if another request has used it already. */
export const consumeCode = (db: Db, tokenHash: string, usedAt: number) =>
  db
    .updateTable('verification_codes')
    .set({ used_at: usedAt })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();

export const deleteCodesOf = (db: Db, emails: string[]) =>
  db.deleteFrom('verification_codes').where('email', 'in', emails).execute();

export const deleteCodesBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('verification_codes').where('created_at', '<', createdBefore).execute();

export const insertReset = (db: Db, reset: Omit<ResetRow, 'used_at'>) =>
  db.insertInto('password_resets').values(reset).execute();

export const findReset = (db: Db, tokenHash: string) =>
  db.selectFrom('password_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Consumes every link of this address. False if this one was used already. */
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

export const deleteResetsOf = (db: Db, emails: string[]) =>
  db.deleteFrom('password_resets').where('email', 'in', emails).execute();

export const deleteResetsBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('password_resets').where('created_at', '<', createdBefore).execute();

/** When codes and reset links were sent to these addresses, without anything that could be used. */
export async function listSentProofs(db: Db, emails: string[]) {
  const codes = db
    .selectFrom('verification_codes')
    .select(['purpose', 'created_at'])
    .where('email', 'in', emails);
  const resets = db.selectFrom('password_resets').select('created_at').where('email', 'in', emails);
  return {
    codes: await codes.orderBy('created_at').execute(),
    resets: await resets.orderBy('created_at').execute(),
  };
}
