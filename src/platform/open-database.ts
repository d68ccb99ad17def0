import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Generated, sql, type Transaction } from 'kysely';
import packageFile from '../../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite, type Tables } from './database.ts';
import {
  describeConnectionError,
  describeDatabaseError,
  EnvironmentError,
  withOperatorMessage,
} from './environment-error.ts';
import { root } from './root.ts';

export const sqlitePath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'portal.db');

/** The database that the environment names, once it answers. `patient` waits for a lock as long as it takes. */
export const openDatabase = (config: Config, { patient = false } = {}): Promise<Database> =>
  withOperatorMessage(config.databaseUrl ? describeConnectionError : describeDatabaseError(config), () => {
    const database = open(config, patient);
    return onceDone(database, () => sql`select 1`.execute(database.db));
  });

function open(config: Config, patient: boolean): Database {
  if (!config.databaseUrl) return openSqlite(sqlitePath(config));
  return patient ? openPostgres(config.databaseUrl, 1, 0) : openPostgres(config.databaseUrl);
}

/** With every table of this release. Another process may be at it for minutes, and nobody waits for an answer yet. */
export async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config, { patient: true });
  const migrations = join(root, 'db/migrations');
  return withOperatorMessage(describeDatabaseError(config), () =>
    onceDone(database, () => migrate(database, migrations, Date.now)),
  );
}

async function onceDone(database: Database, act: () => Promise<unknown>): Promise<Database> {
  try {
    await act();
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

declare module './database.ts' {
  interface Tables {
    schema_migrations: { name: string; applied_at: number; oldest_release: Generated<string | null> };
  }
}

/** Any number, as long as every process asks for the same one. */
const migrationLock = 7_243_118;

/**
 * Applies what is missing, in the order of the file names, in one transaction under a lock: all of it or
 * nothing, and once, however many processes start together. Returns the names applied. A release that is too old
 * for what a newer one has made of the database does nothing, and says which is needed.
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
    await addOldestRelease(trx, database.engine);
    const applied = await trx.selectFrom('schema_migrations').select(['name', 'oldest_release']).execute();
    refuseIfTooOld(applied.filter(({ name }) => !files.includes(name)));
    const pending = files.filter((file) => !applied.some(({ name }) => name === file));
    for (const file of pending) await apply(trx, folder, file, now());
    return pending;
  });
}

/** The first releases had the table without it. */
async function addOldestRelease(trx: Transaction<Tables>, engine: Database['engine']): Promise<void> {
  if (engine === 'sqlite') {
    const { rows } =
      await sql`select 1 from pragma_table_info('schema_migrations') where name = 'oldest_release'`.execute(
        trx,
      );
    if (rows.length > 0) return;
  }
  const unlessThere = sql.raw(engine === 'postgres' ? 'if not exists' : '');
  await sql`alter table schema_migrations add column ${unlessThere} oldest_release text`.execute(trx);
}

/** Of those that this release does not know, each says itself who can still work with it. */
function refuseIfTooOld(unknown: { oldest_release: string | null }[]): void {
  const needed = unknown
    .flatMap(({ oldest_release }) => oldest_release ?? [])
    .reduce((most, each) => (isOlderRelease(most, each) ? each : most), packageFile.version);
  if (needed === packageFile.version) return;
  throw new EnvironmentError(
    `A newer release has changed this database: it needs release ${needed} or newer, and this is ${packageFile.version}`,
  );
}

async function apply(
  trx: Transaction<Tables>,
  folder: string,
  file: string,
  appliedAt: number,
): Promise<void> {
  const text = readFileSync(join(folder, file), 'utf8');
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(trx);
  } catch (error) {
    throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error });
  }
  const oldest_release = oldestReleaseOf(text) ?? null;
  await trx
    .insertInto('schema_migrations')
    .values({ name: file, applied_at: appliedAt, oldest_release })
    .execute();
}

/** The oldest that still works when this is applied, which is told in its first line. */
export const oldestReleaseOf = (text: string) => /^-- Oldest release: (\d+\.\d+\.\d+)\n/.exec(text)?.[1];

/** A statement ends with a semicolon at the end of a line. */
const statementsOf = (text: string) =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** Of two releases like 1.4.0, by number and not by letter. */
export function isOlderRelease(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((release) => release.split('.').map(Number));
  for (const [place, number] of ours!.entries()) {
    const difference = number - (theirs![place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
