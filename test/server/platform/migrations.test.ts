import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { EnvironmentError } from '../../../src/platform/environment-error.ts';
import { migrate } from '../../../src/platform/open-database.ts';
import { root } from '../../../src/platform/root.ts';
import {
  engine,
  engineMissing,
  freshDatabase,
  migrationsFolder,
  type TestDatabase,
} from '../../helpers/database.ts';

describe.skipIf(engineMissing)('migrations', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await freshDatabase({ migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  const tables = async () => (await database.db.introspection.getTables()).map((table) => table.name).sort();
  const run = (from = folder) => migrate(database, from, () => 1_000);

  test('are applied in the order of their names, with every statement', async () => {
    write({
      '0002-more.sql':
        "-- Oldest release: 1.0.0\n-- A comment; with a semicolon.\ninsert into cups (label)\n  values ('tea; hot');\n\nalter table cups add column size integer;\n",
      '0001-cups.sql': 'create table cups (label text not null);\n',
      'notes.txt': 'not a migration;',
    });
    expect(await run()).toEqual(['0001-cups.sql', '0002-more.sql']);
    const cups = await database.db
      .withTables<{ cups: { label: string; size: number | null } }>()
      .selectFrom('cups')
      .selectAll()
      .execute();
    expect(cups).toEqual([{ label: 'tea; hot', size: null }]);
    expect(await database.db.selectFrom('schema_migrations').selectAll().orderBy('name').execute()).toEqual([
      { name: '0001-cups.sql', applied_at: 1_000, oldest_release: null },
      { name: '0002-more.sql', applied_at: 1_000, oldest_release: '1.0.0' },
    ]);
  });

  test('are applied once: the next start applies only new ones', async () => {
    write({ '0001-cups.sql': 'create table cups (label text);' });
    await run();
    expect(await run()).toEqual([]);
    write({ '0002-saucers.sql': 'create table saucers (label text);' });
    expect(await run()).toEqual(['0002-saucers.sql']);
    expect(await tables()).toEqual(['cups', 'saucers', 'schema_migrations']);
  });

  test('change nothing when one fails, and the error names it', async () => {
    write({
      '0001-cups.sql': "create table cups (label text);\ninsert into cups (label) values ('blue');",
      '0002-broken.sql': 'create table saucers (label text);\ncreate tabel spoons (label text);',
    });
    await expect(run()).rejects.toThrow(/^Migration 0002-broken\.sql failed: .*tabel/);
    expect(await tables()).toEqual([]);
    write({ '0002-broken.sql': 'create table saucers (label text);' });
    expect(await run()).toEqual(['0001-cups.sql', '0002-broken.sql']);
  });

  test('a failing one does not change existing tables', async () => {
    write({ '0001-cups.sql': 'create table cups (label text);' });
    await run();
    write({ '0002-broken.sql': "insert into cups (label) values ('blue');\ndrop table spoons;" });
    await expect(run()).rejects.toThrow('0002-broken.sql');
    expect(await tables()).toEqual(['cups', 'schema_migrations']);
    const cups = await database.db
      .withTables<{ cups: { label: string } }>()
      .selectFrom('cups')
      .selectAll()
      .execute();
    expect(cups).toEqual([]);
  });

  test('of a newer release do not stop this one if they allow it', async () => {
    write({
      '0001-cups.sql': '-- Oldest release: 1.0.0\ncreate table cups (label text);\n',
      '0002-lids.sql': `-- Oldest release: ${packageFile.version}\ncreate table lids (label text);\n`,
    });
    await run();
    rmSync(join(folder, '0002-lids.sql'));
    expect(await run()).toEqual([]);
  });

  test('of a newer release stop this one if it is too old, and nothing changes', async () => {
    write({
      '0001-cups.sql': '-- Oldest release: 1.0.0\ncreate table cups (label text);\n',
      '0002-lids.sql': '-- Oldest release: 9.10.0\ncreate table lids (label text);\n',
      '0003-rims.sql': '-- Oldest release: 9.9.0\ncreate table rims (label text);\n',
    });
    await run();
    for (const file of ['0002-lids.sql', '0003-rims.sql']) rmSync(join(folder, file));
    write({ '0002-other.sql': 'create table others (label text);\n' });
    await expect(run()).rejects.toThrow(
      `A newer release has changed this database: it needs release 9.10.0 or newer, and this is ${packageFile.version}`,
    );
    expect(await tables()).toEqual(['cups', 'lids', 'rims', 'schema_migrations']);
  });

  test('do not touch a database from before release 1.0', async () => {
    // That release did not have this rule, so its tables are created here.
    const { db } = database;
    await sql`create table schema_migrations (name text primary key, applied_at bigint not null, oldest_release text)`.execute(
      db,
    );
    await sql`insert into schema_migrations values ('0001-platform.sql', 1, '0.1.0')`.execute(db);
    const error = await run(migrationsFolder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(String(error)).toMatch(
      /from before release 1\.0 and cannot be upgraded: start with an empty one$/,
    );
    expect(await tables()).toEqual(['schema_migrations']);
  });

  test('of processes that start together are each applied once', async () => {
    const program = `
      import { openPostgres, openSqlite } from ${JSON.stringify(join(root, 'src/platform/database.ts'))};
      import { migrate } from ${JSON.stringify(join(root, 'src/platform/open-database.ts'))};
      const database = ${engine === 'postgres' ? 'openPostgres' : 'openSqlite'}(${JSON.stringify(database.url)});
      console.log(JSON.stringify(await migrate(database, ${JSON.stringify(migrationsFolder)}, Date.now)));
      await database.close();`;
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', program]);
    const applied = (await Promise.all([start(), start(), start()])).flatMap(
      ({ stdout }) => JSON.parse(stdout) as string[],
    );
    expect(applied.sort()).toEqual(readdirSync(migrationsFolder).sort());
    expect(await run(migrationsFolder)).toEqual([]);
  });
});
