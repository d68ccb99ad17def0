import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from './database.ts';

declare module './database.ts' {
  interface Tables {
    schema_migrations: { name: string; applied_at: number };
  }
}

/** Any number, as long as every process asks for the same one. */
const migrationLock = 7_243_118;

/**
 * Applies what is missing, in the order of the file names, in one transaction under a lock: all of it or
 * nothing, and once, however many processes start together. Returns the names applied.
 */
export function migrate(database: Database, folder: string, now: () => number): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return database.db.transaction().execute(async (trx) => {
    if (database.engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
      trx,
    );
    const applied = new Set(
      (await trx.selectFrom('schema_migrations').select('name').execute()).map((row) => row.name),
    );
    const pending = files.filter((file) => !applied.has(file));
    for (const file of pending) await apply(trx, folder, file, now());
    return pending;
  });
}

async function apply(
  trx: Transaction<Tables>,
  folder: string,
  file: string,
  appliedAt: number,
): Promise<void> {
  try {
    for (const statement of statementsOf(readFileSync(join(folder, file), 'utf8')))
      await sql.raw(statement).execute(trx);
  } catch (error) {
    throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error });
  }
  await trx.insertInto('schema_migrations').values({ name: file, applied_at: appliedAt }).execute();
}

/** A statement ends with a semicolon at the end of a line. */
const statementsOf = (text: string) =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
