import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import packageFile from '../../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { type Database, type Db, openPostgres, openSqlite } from './database.ts';
import {
  describeConnectionError,
  describeDatabaseError,
  EnvironmentError,
  withOperatorMessage,
} from './environment-error.ts';
import { asSystemError } from './errors.ts';
import { root } from './root.ts';

declare module './database.ts' {
  interface Tables {
    schema_migrations: { name: string; applied_at: number; oldest_release: string | null };
  }
}

export const sqlitePath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'portal.db');

/** Opens the configured database and waits for its first answer. `patient` waits for a lock as long as it takes. */
export const openDatabase = (config: Config, { patient = false } = {}): Promise<Database> =>
  withOperatorMessage(config.databaseUrl ? describeConnectionError : describeDatabaseError(config), () => {
    const { databaseUrl } = config;
    const settings = patient ? ([1, 0] as const) : [];
    const database = databaseUrl ? openPostgres(databaseUrl, ...settings) : openSqlite(sqlitePath(config));
    return closeOnError(database, () => sql`select 1`.execute(database.db));
  });

/** Opens the database with every table of this release. Another process can be migrating for minutes: this waits. */
export async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config, { patient: true });
  const folder = join(root, 'db/migrations');
  return withOperatorMessage(describeDatabaseError(config), () =>
    closeOnError(database, () => migrate(database, folder, Date.now)),
  );
}

async function closeOnError(database: Database, run: () => Promise<unknown>): Promise<Database> {
  try {
    await run();
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

/** Any number works as long as every process uses the same one. */
const migrationLock = 7_243_118;

/**
 * Applies missing migrations in the order of their file names and returns their names. One transaction under a lock
 * applies all or none of them, and only once if several processes start together. Throws if a newer release has changed
 * the database so that this one cannot work with it.
 */
export function migrate(database: Database, folder: string, now: () => number): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return database.db.transaction().execute(async (trx) => {
    if (database.engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists schema_migrations
      (name text primary key, applied_at bigint not null, oldest_release text)`.execute(trx);
    const applied = await trx.selectFrom('schema_migrations').selectAll().execute();
    if (applied.some(({ name }) => name === firstBefore1)) throw new EnvironmentError(tooOld);
    requireNewEnough(applied.filter(({ name }) => !files.includes(name)));
    const pending = files.filter((file) => !applied.some(({ name }) => name === file));
    for (const file of pending) await apply(trx, folder, file, now());
    return pending;
  });
}

/** The first migration of databases from before 1.0. */
const firstBefore1 = '0001-platform.sql';
const tooOld = 'This database is from before release 1.0 and cannot be upgraded: start with an empty one';

/** Each migration that this release does not know names the oldest release that can still work with it. */
function requireNewEnough(unknown: { oldest_release: string | null }[]): void {
  const needed = unknown
    .flatMap(({ oldest_release }) => oldest_release ?? [])
    .reduce((newest, each) => (isOlderRelease(newest, each) ? each : newest), packageFile.version);
  if (needed === packageFile.version) return;
  throw new EnvironmentError(
    `A newer release has changed this database: it needs release ${needed} or newer, and this is ${packageFile.version}`,
  );
}

async function apply(trx: Db, folder: string, file: string, appliedAt: number): Promise<void> {
  const text = readFileSync(join(folder, file), 'utf8');
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(trx);
  } catch (error) {
    throw new Error(`Migration ${file} failed: ${asSystemError(error).message}`, { cause: error });
  }
  const oldest_release = oldestReleaseOf(text) ?? null;
  const row = { name: file, applied_at: appliedAt, oldest_release };
  await trx.insertInto('schema_migrations').values(row).execute();
}

/** The first line of a migration names the oldest release that still works when it is applied. */
export const oldestReleaseOf = (text: string) => /^-- Oldest release: (\d+\.\d+\.\d+)\n/.exec(text)?.[1];

/** A statement ends with a semicolon at the end of a line. */
const statementsOf = (text: string) =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** Compares releases such as 1.4.0 and 1.10.0 by number. */
export const isOlderRelease = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;
