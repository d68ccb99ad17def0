import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openExport } from '../../../src/admin/export.ts';
import { listTables, readRows } from '../../../src/admin/table-store.ts';
import { createProcesses } from '../../../src/gateway/processes.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { type Database, openPostgres, openSqlite } from '../../../src/platform/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { migrate } from '../../../src/platform/open-database.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { createPostgresDatabase, engine, engineMissing, migrationsFolder } from '../../helpers/database.ts';
import { createKey, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

/** The portal moves from the engine of this run to the other one. */
describe.skipIf(engineMissing || inject('postgresUrl') === undefined)(
  'moving a portal to another database',
  () => {
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
      // Closing the portal writes its counts.
      await portal.server.close();
      const { status, stdout } = await runAdmin(portal, ['export', file, '--json']);
      expect([status, JSON.parse(stdout)]).toEqual([
        0,
        { file, rows: expect.any(Number), from: expect.any(String) },
      ]);
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });
    afterAll(async () => {
      await portal.close();
      rmSync(folder, { recursive: true });
    });

    /** Creates an empty database on the other engine, with tables unless the import has to create them. */
    async function newPlace({ hasTables = true } = {}): Promise<{
      database: Database & { url: string };
      env: Record<string, string>;
    }> {
      if (engine === 'sqlite') {
        const { url, drop } = await createPostgresDatabase();
        const database = openPostgres(url);
        closing.push(drop, () => database.close());
        if (hasTables) await migrate(database, migrationsFolder, Date.now);
        return { database: { ...database, url }, env: { DATABASE_URL: url, DATA_DIR: '' } };
      }
      const dataDir = mkdtempSync(join(folder, 'data-'));
      const path = join(dataDir, 'portal.db');
      const database = openSqlite(path);
      closing.push(() => database.close());
      if (hasTables) await migrate(database, migrationsFolder, Date.now);
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

    test('creates the database, keeps every row, and accounts and keys continue to work', async () => {
      const { database, env } = await newPlace({ hasTables: false });
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
      // Emails that wait by the clock of this test have waited for months by the real clock. The one about the second
      // key is due after a minute.
      moved.clock.pass(61);
      await moved.mails();
      const checked = await runAdmin(portal, ['check', '--json'], env);
      expect([checked.status, JSON.parse(checked.stdout)]).toEqual([0, []]);
    });

    test('writes an export that only its owner can read, and overwrites no file', async () => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8')).not.toContain(key.token.slice(3, 20));
      expect(await runAdmin(portal, ['export', file])).toEqual({
        status: 2,
        stdout: '',
        stderr: `${file} already exists\n`,
      });
    });

    test('warns on standard error while a process is running, because its later changes are missing', async () => {
      const { db } = portal.database;
      const log = createLog('fatal');
      const running = [0, 1].map(() => createProcesses({ db, now: Date.now, log }));
      for (const each of running) await each.start();
      const { status, stdout, stderr } = await runAdmin(portal, ['export', join(folder, 'live'), '--json']);
      expect([status, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ rows: expect.any(Number) }),
      ]);
      expect(stderr).toBe(
        'Warning: 2 processes are running on this database. Later changes are not in the file: stop every portal before you move.\n',
      );
      for (const each of running) await each.stop();
      expect(await runAdmin(portal, ['export', join(folder, 'quiet')])).toMatchObject({
        status: 0,
        stderr: '',
      });
    });

    const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    type Row = Record<string, unknown>;
    type Line = [table: string, row: Row];
    type Sign = (sha256: string) => string | undefined;

    /** Changes the rows of the export and corrects its checksum: anyone who has the file can do this. */
    function forge(change: (rows: Line[]) => unknown[], sign?: Sign): string {
      const [heading, ...rest] = lines();
      const end = JSON.parse(rest.pop()!) as { signature?: string };
      const rows = change(rest.map((line) => JSON.parse(line) as Line));
      const text = [
        heading!,
        ...rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))),
        '',
      ].join('\n');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const signature = sign ? sign(sha256) : end.signature;
      const path = join(mkdtempSync(join(folder, 'forged-')), 'export');
      writeFileSync(path, `${text}${JSON.stringify({ rows: rows.length, sha256, signature })}\n`);
      return path;
    }

    /** Changes the first row of a table. */
    const withRow = (table: string, change: (row: Row) => Row) => (rows: Line[]) => {
      const index = rows.findIndex(([name]) => name === table);
      return rows.map((line, at): Line => (at === index ? [table, change(line[1])] : line));
    };
    const withAllAccess = withRow('api_keys', (row) => ({
      ...row,
      roles: 'all_access',
      requests_per_hour: 20_000,
    }));

    describe('imports only files that are signed with the same SECRET_KEY', () => {
      const signedElsewhere = (sha256: string) => new Secrets([randomSecret()]).sign('export', sha256);
      test.each<[string, Sign | undefined]>([
        ['that was changed after it was signed', undefined],
        ['without a signature', () => undefined],
        ['signed with another SECRET_KEY', signedElsewhere],
      ])('a file %s is rejected unless the operator trusts it', async (_, sign) => {
        const forged = forge(withAllAccess, sign);
        const { database, env } = await newPlace();
        const before = await contentOf(database);
        expect(await runAdmin(portal, ['import', forged], env)).toEqual({
          status: 2,
          stdout: '',
          stderr: `${forged} is not signed with this SECRET_KEY. It contains 1 account and 1 key, 1 of them with all access, and limits of up to 20000 calls per hour. If you trust the file, add --trust-unsigned\n`,
        });
        expect(await contentOf(database)).toEqual(before);
        expect(await runAdmin(portal, ['import', forged, '--trust-unsigned'], env)).toMatchObject({
          status: 0,
          stderr: '',
        });
        expect((await contentOf(database)).api_keys).toMatchObject([{ roles: 'all_access' }]);
      });

      test('accepts older entries of SECRET_KEY', async () => {
        const { database, env } = await newPlace();
        const secretKeys = [randomSecret(), ...portal.config.secretKeys].join(',');
        const { status, stderr } = await runAdmin(portal, ['import', file], {
          ...env,
          SECRET_KEY: secretKeys,
        });
        expect([status, stderr]).toEqual([0, '']);
        expect((await contentOf(database)).users).toHaveLength(1);
      });

      test('notices a file that changes after the check', async () => {
        const copy = join(folder, 'copy.jsonl');
        writeFileSync(copy, readFileSync(file));
        const opened = await openExport(copy, new Secrets(portal.config.secretKeys));
        expect(opened.isSigned).toBe(true);
        writeFileSync(copy, readFileSync(forge(withAllAccess)));
        await expect(Array.fromAsync(opened.rows())).rejects.toThrow('was changed while it was read');
      });

      test('other commands reject the option', async () => {
        expect(await runAdmin(portal, ['people', '--trust-unsigned'])).toMatchObject({
          status: 2,
          stderr: 'Unknown option --trust-unsigned. Options: --as <name>, --json, --help\n',
        });
      });
    });

    describe('names the invalid row and imports nothing', () => {
      const inUsers = (change: (row: Row) => Row) => withRow('users', change);
      const again = (table: string) => (rows: Line[]) =>
        rows.flatMap((line) => (line[0] === table ? [line, line] : [line]));
      test.each<[string, (rows: Line[]) => unknown[], RegExp]>([
        ['a table that is not there', (rows) => [['nobody', {}], ...rows], /line 2: unknown table "nobody"$/],
        [
          'a table that is not exported',
          (rows) => [['schema_migrations', { name: 'x' }], ...rows],
          /line 2: unknown table "schema_migrations"$/,
        ],
        [
          'a column that is not there',
          inUsers((row) => ({ ...row, admin: 1 })),
          /line 2, table users: unknown column "admin"$/,
        ],
        [
          'a column that is missing',
          inUsers(({ email: _, ...row }) => row),
          /line 2, table users: column email is missing$/,
        ],
        [
          'a text for a number',
          inUsers((row) => ({ ...row, requests_per_hour: 'many' })),
          /line 2, table users: column requests_per_hour must be a whole number$/,
        ],
        [
          'a number that is too big for its column',
          inUsers((row) => ({ ...row, requests_per_hour: 2 ** 31 })),
          /line 2, table users: column requests_per_hour must be a whole number below 2147483648$/,
        ],
        [
          'an object for a text',
          inUsers((row) => ({ ...row, name: { first: 'x' } })),
          /line 2, table users: column name must be text$/,
        ],
        [
          'a text that PostgreSQL cannot hold',
          inUsers((row) => ({ ...row, name: 'a\0b' })),
          /line 2, table users: column name must be text without NUL characters$/,
        ],
        [
          'nothing where something must be',
          inUsers((row) => ({ ...row, id: null })),
          /line 2, table users: column id must not be null$/,
        ],
        ['a person twice', again('users'), /line 3, table users: a row with the same key already exists$/],
        [
          'a key of nobody',
          withRow('api_keys', (row) => ({ ...row, user_id: 'nobody' })),
          /line 3, table api_keys: it refers to a row that is not in the file$/,
        ],
        [
          'a sixth key',
          withRow('api_keys', (row) => ({ ...row, slot: 6 })),
          /line 3, table api_keys: the database rejects it: .*check/i,
        ],
        ['a line that is not JSON', (rows) => ['["users", {', ...rows], /line 2: this is not a row$/],
        ['a row that is a list', (rows) => [['users', []], ...rows], /line 2: this is not a row$/],
        ['a line of something else', (rows) => [{ users: 1 }, ...rows], /line 2: this is not a row$/],
      ])('for %s', async (_, change, reason) => {
        const { database, env } = await newPlace();
        const before = await contentOf(database);
        const { status, stdout, stderr } = await runAdmin(
          portal,
          ['import', forge(change), '--trust-unsigned'],
          env,
        );
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr.trimEnd()).toMatch(reason);
        expect(stderr.trimEnd()).not.toContain('\n');
        expect(await contentOf(database)).toEqual(before);
      });

      test('finds an invalid row after the first batch', async () => {
        const { database, env } = await newPlace();
        const event = (id: number) => [
          'audit_events',
          {
            id: `e${id}`,
            at: 1,
            actor: 'x',
            event: 'x',
            target: 'x',
            details: '{}',
            outcome: 'ok',
            address: null,
          },
        ];
        const events = Array.from({ length: 1200 }, (_, index) => event(index === 1100 ? 7 : index));
        const forged = forge((rows) => [...rows.filter(([table]) => table !== 'audit_events'), ...events]);
        const { stderr } = await runAdmin(portal, ['import', forged, '--trust-unsigned'], env);
        const line = readFileSync(forged, 'utf8').split('\n').length - 2 - 99;
        expect(stderr).toBe(
          `${forged}, line ${line}, table audit_events: a row with the same key already exists\n`,
        );
        expect((await contentOf(database)).users).toEqual([]);
      });
    });

    describe('changes nothing and prints the reason', () => {
      const cases: [string, () => string, RegExp][] = [
        ['an export that is cut off', () => lines().slice(0, -1).join('\n'), /incomplete or was changed/],
        [
          'one whose row was changed',
          () => `${lines().join('\n').replace('mover@', 'other@')}\n`,
          /incomplete or was changed/,
        ],
        ['a file of something else', () => '{"kind":"backup"}\n{"rows":0}\n', /not an export/],
        ['a picture', () => '\u0089PNG\n\u0000\n', /not an export/],
        ['an empty file', () => '', /not an export/],
      ];
      test.each(cases)('for %s', async (_, text, reason) => {
        const { database, env } = await newPlace();
        const damaged = join(mkdtempSync(join(folder, 'bad-')), 'export');
        writeFileSync(damaged, text());
        const before = await contentOf(database);
        const { status, stdout, stderr } = await runAdmin(portal, ['import', damaged], env);
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(reason);
        expect(await contentOf(database)).toEqual(before);
      });

      test('for a missing file', async () => {
        const { env } = await newPlace();
        const { status, stderr } = await runAdmin(portal, ['import', join(folder, 'nothing')], env);
        expect([status, stderr]).toEqual([2, `${join(folder, 'nothing')} cannot be read: ENOENT\n`]);
      });

      test('with another SECRET_KEY', async () => {
        const { database, env } = await newPlace();
        const { status, stderr } = await runAdmin(portal, ['import', file], {
          ...env,
          SECRET_KEY: randomSecret(),
        });
        expect([status, stderr]).toEqual([
          2,
          expect.stringContaining(`${key.external_id} cannot be decrypted`),
        ]);
        expect((await contentOf(database)).users).toEqual([]);
      });

      test('into a database with accounts', async () => {
        const { status, stderr } = await runAdmin(portal, ['import', file]);
        expect([status, stderr]).toEqual([2, expect.stringContaining('already has accounts')]);
        expect((await contentOf(portal.database)).users).toHaveLength(1);
      });

      test('from another release', async () => {
        const { database, env } = await newPlace();
        await database.db
          .insertInto('schema_migrations')
          .values({ name: '9999-later.sql', applied_at: 1 })
          .execute();
        const { status, stderr } = await runAdmin(portal, ['import', file], env);
        expect([status, stderr]).toEqual([2, expect.stringContaining('from an older release')]);
      });
    });
  },
);
