import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openPostgres, openSqlite } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/open-database.ts';
import { root } from '../../src/platform/root.ts';
import { randomId } from '../../src/platform/secrets.ts';

export const migrationsFolder = join(root, 'db/migrations');

export type Engine = Database['engine'];
export const engine = (process.env.TEST_ENGINE ?? 'sqlite') as Engine;
/** Server tests for an engine that is not installed are skipped, and the closing line says how many. */
export const engineMissing = engine === 'postgres' && inject('postgresUrl') === undefined;

export interface TestDatabase extends Database {
  /** The settings with which another process opens the same database. */
  url: string;
  /** Opens another connection, as another process would. */
  openAgain(): Database;
}

/** Creates a new, empty database with the schema. */
export async function freshDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const database = engine === 'postgres' ? await freshPostgres() : freshSqlite();
  if (options.migrated !== false) await migrate(database, migrationsFolder, Date.now);
  return database;
}

function freshSqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'));
  const path = join(folder, 'portal.db');
  const database = openSqlite(path);
  return {
    ...database,
    url: path,
    openAgain: () => openSqlite(path),
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freshPostgres(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const database = openPostgres(url);
  return {
    ...database,
    url,
    openAgain: () => openPostgres(url),
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Creates an empty database for a portal in a separate process. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = inject('postgresUrl')!;
  const name = `test_${randomId()}`;
  await asAdmin(base, `create database ${name}`);
  return { url: base + name, drop: () => asAdmin(base, `drop database ${name} with (force)`) };
}

async function asAdmin(base: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}postgres` });
  await client.connect();
  await client.query(command).finally(() => client.end());
}

/** Returns the same database and records every statement. */
export function watched(database: TestDatabase): TestDatabase & { statements: string[] } {
  const statements: string[] = [];
  const executor = database.db.getExecutor();
  const db = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...database, db, statements };
}

/** Returns everything in the database as text, as someone with a stolen backup would read it. */
export async function dump(database: TestDatabase): Promise<string> {
  const text = await dumpRows(database);
  if (database.engine === 'postgres') return text;
  // Deleted rows may still be in the file.
  const { url } = database;
  return [text, ...[url, `${url}-wal`].map((path) => readFileSync(path, 'latin1'))].join('\n');
}

export async function dumpRows({ db }: TestDatabase): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  return rows
    .map((result, index) => `${tables[index]?.name}: ${JSON.stringify(result.rows, null, 1)}`)
    .join('\n');
}
