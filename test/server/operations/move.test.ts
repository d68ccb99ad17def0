import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { listTables, readRows } from '../../../src/operations/table-store.ts';
import { type Database, openPostgres, openSqlite } from '../../../src/platform/database.ts';
import { migrate } from '../../../src/platform/migrations.ts';
import { randomSecret } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { createPostgresDatabase, engine, engineMissing, migrationsFolder } from '../../helpers/database.ts';
import { createKey, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

/** From the engine of this run to the other one. */
describe.skipIf(engineMissing || inject('postgresUrl') === undefined)('a portal that moves', () => {
  const closing: (() => unknown)[] = [];
  let folder: string;
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-move-'));
    file = join(folder, 'portal.jsonl');
    portal = await startPortal();
    browser = await portal.signUp('mover@example.com');
    key = await createKey(browser, { name: 'Ünïcode "quoted"', expires_in_days: 30 });
    await browser.delete(calls.apiToken((await createKey(browser, { name: 'Gone' })).id));
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    // What it has counted is written with the end.
    await portal.server.close();
    const { status, stdout } = await runAdmin(portal, ['export', file, '--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      { file, rows: expect.any(Number), from: expect.any(String) },
    ]);
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  /** Empty, of the other engine. */
  async function newPlace(): Promise<{ database: Database & { url: string }; env: Record<string, string> }> {
    if (engine === 'sqlite') {
      const { url, drop } = await createPostgresDatabase();
      const database = openPostgres(url);
      closing.push(drop, () => database.close());
      await migrate(database, migrationsFolder, Date.now);
      return { database: { ...database, url }, env: { DATABASE_URL: url, DATA_DIR: '' } };
    }
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const path = join(dataDir, 'portal.db');
    const database = openSqlite(path);
    closing.push(() => database.close());
    await migrate(database, migrationsFolder, Date.now);
    return { database: { ...database, url: path }, env: { DATABASE_URL: '', DATA_DIR: dataDir } };
  }

  async function contentOf(database: Database): Promise<Record<string, unknown[]>> {
    const tables = await listTables(database);
    return Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table.name, await readRows(database.db, table, undefined, 10_000)]),
      ),
    );
  }

  test('takes every row along, and its people and keys go on as they were', async () => {
    const { database, env } = await newPlace();
    const before = await contentOf(portal.database);
    const { status, stderr } = await runAdmin(portal, ['import', file, '--json'], env);
    expect([status, stderr]).toEqual([0, '']);
    expect(await contentOf(database)).toEqual(before);
    expect(before.users).toHaveLength(1);
    const openAgain = () => (engine === 'sqlite' ? openPostgres(database.url) : openSqlite(database.url));
    const moved = await startPortal(
      { SECRET_KEY: portal.config.secretKeys.join(',') },
      { ...openAgain(), url: database.url, openAgain },
    );
    closing.push(() => moved.close());
    expect((await verify(moved, withSecret(key))).statusCode).toBe(200);
    const again = moved.browser();
    await again.open();
    expect((await again.signIn('mover@example.com', goodPassword)).statusCode).toBe(302);
    // What has not been sent by the clock of this test waits since months by that on the wall.
    await moved.mails();
    const checked = await runAdmin(portal, ['check', '--json'], env);
    expect([checked.status, JSON.parse(checked.stdout)]).toEqual([0, []]);
  });

  test('leaves an export that its owner alone may read, and overwrites none', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(key.token.slice(3, 20));
    expect(await runAdmin(portal, ['export', file])).toEqual({
      status: 2,
      stdout: '',
      stderr: `${file} is there already\n`,
    });
  });

  describe('changes nothing and says why', () => {
    const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const cases: [string, () => string, RegExp][] = [
      ['an export that is cut off', () => lines().slice(0, -1).join('\n'), /not whole/],
      ['one whose row was changed', () => `${lines().join('\n').replace('mover@', 'other@')}\n`, /not whole/],
      ['a file of something else', () => '{"kind":"backup"}\n{"rows":0}\n', /not an export/],
      ['a picture', () => '\u0089PNG\n\u0000\n', /not an export/],
      ['an empty file', () => '', /not an export/],
    ];
    test.each(cases)('of %s', async (_, text, reason) => {
      const { database, env } = await newPlace();
      const damaged = join(mkdtempSync(join(folder, 'bad-')), 'export');
      writeFileSync(damaged, text());
      const before = await contentOf(database);
      const { status, stdout, stderr } = await runAdmin(portal, ['import', damaged], env);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(reason);
      expect(await contentOf(database)).toEqual(before);
    });

    test('under another SECRET_KEY', async () => {
      const { database, env } = await newPlace();
      const { status, stderr } = await runAdmin(portal, ['import', file], {
        ...env,
        SECRET_KEY: randomSecret(),
      });
      expect([status, stderr]).toEqual([2, expect.stringContaining(`${key.external_id} does not open`)]);
      expect((await contentOf(database)).users).toEqual([]);
    });

    test('into a database that has people', async () => {
      const { status, stderr } = await runAdmin(portal, ['import', file]);
      expect([status, stderr]).toEqual([2, expect.stringContaining('There are people in')]);
      expect((await contentOf(portal.database)).users).toHaveLength(1);
    });

    test('of another release', async () => {
      const { database, env } = await newPlace();
      await database.db
        .insertInto('schema_migrations')
        .values({ name: '9999-later.sql', applied_at: 1 })
        .execute();
      const { status, stderr } = await runAdmin(portal, ['import', file], env);
      expect([status, stderr]).toEqual([2, expect.stringContaining('of an older release')]);
    });
  });
});
