import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { openPostgres } from '../../../src/platform/database.ts';
import { calls, health, pages, ready } from '../../../src/urls.ts';
import { askForCode, openBrowser } from '../../helpers/account-steps.ts';
import { CuttableProxy } from '../../helpers/cuttable-proxy.ts';
import { engine, engineMissing, freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { freePort } from '../../helpers/postgres.ts';

describe.skipIf(engineMissing)('faults', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function portalOn(database?: TestDatabase): Promise<TestPortal> {
    const portal = await startPortal({}, database);
    closing.push(() => portal.close());
    return portal;
  }

  describe('an unexpected error', () => {
    async function broken(): Promise<TestPortal> {
      const database = await freshDatabase();
      const portal = await portalOn(database);
      await portal.mails();
      await database.db.schema.dropTable('sessions').execute();
      return portal;
    }

    test('gives only its request ID; the log has the details under that ID', async () => {
      const portal = await broken();
      const answer = await portal.browser().get(calls.authStatus);
      expect(answer.statusCode).toBe(500);
      const { success, code, error, errors } = answer.json();
      const id =
        /^Something went wrong on our side\. If it happens again, contact us with this request ID: ([0-9a-f]{24})$/.exec(
          error,
        )?.[1];
      expect([success, code, errors, id]).toEqual([false, 'server-error', [error], expect.any(String)]);
      expect(Object.keys(answer.json()).sort()).toEqual(['code', 'error', 'errors', 'success']);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      const logged = portal.logLines
        .map((line) => JSON.parse(line))
        .find((line) => line.reqId === id && line.level === 50);
      expect(logged).toMatchObject({
        msg: 'unexpected error',
        err: { message: expect.stringContaining('sessions') },
      });
    });

    test('gives a browser a page', async () => {
      const portal = await broken();
      const answer = await portal.browser().get(calls.authStatus, { accept: 'text/html' });
      expect(answer.statusCode).toBe(500);
      expect(answer.body).toMatch(
        /role="alert" data-code="server-error">Something went wrong on our side.*: [0-9a-f]{24}</,
      );
      expect(answer.body).not.toMatch(/sessions|select|at .*\.ts/);
    });
  });

  describe('a database that cannot be reached', () => {
    async function unreachable(): Promise<TestPortal> {
      const url = `postgres://portal@127.0.0.1:${await freePort()}/none`;
      return portalOn({ ...openPostgres(url), url, openAgain: () => openPostgres(url) });
    }

    test('gives 503 with Retry-After and no details of the database', async () => {
      const portal = await unreachable();
      const answer = await portal.browser().get(calls.authStatus);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      const error = 'The service is not available right now. Please try again in a moment.';
      expect(answer.json()).toEqual({ success: false, code: 'unavailable', error, errors: [error] });
    });

    test('leaves the documentation readable and fails the readiness check', async () => {
      const portal = await unreachable();
      expect((await portal.browser().open(pages.docs)).statusCode).toBe(200);
      expect((await portal.browser().get(health)).json()).toEqual({
        status: 'up',
        version: packageFile.version,
        commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
      });
      const answer = await portal.browser().get(ready);
      expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database unavailable' }]);
    });
  });

  test('a portal whose database answers is ready', async () => {
    const answer = await (await portalOn()).browser().get(ready);
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      200,
      { status: 'ready' },
      'no-store',
    ]);
  });

  if (engine === 'postgres')
    test('a standby that is not promoted yet gives 503 to changes', async () => {
      const database = await freshDatabase();
      closing.push(() => database.close());
      const name = sql.id(new URL(database.url).pathname.slice(1));
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db);
      const portal = await portalOn(database.openAgain() as TestDatabase);
      const browser = await openBrowser(portal);
      const answer = await browser.post(calls.forgotPassword, { email: 'vane@teapot.example' });
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    });

  // SQLite has no connection to lose.
  if (engine === 'postgres')
    describe('a lost connection', () => {
      test('causes errors while it lasts and needs no restart afterwards', async () => {
        const database = await freshDatabase();
        closing.push(() => database.close());
        const real = new URL(database.url);
        const line = new CuttableProxy(Number(real.port));
        const port = await line.mend();
        closing.push(() => line.cut());
        const url = `postgres://portal@127.0.0.1:${port}${real.pathname}`;
        const portal = await portalOn({ ...openPostgres(url), url, openAgain: () => openPostgres(url) });
        const browser = await openBrowser(portal);
        await askForCode(portal, browser, 'before@teapot.example');
        await line.cut();
        expect((await browser.get(calls.authStatus)).statusCode).toBe(503);
        expect((await browser.get(ready)).statusCode).toBe(503);
        await line.mend(port);
        expect((await browser.get(ready)).statusCode).toBe(200);
        await askForCode(portal, browser, 'after@teapot.example');
      });

      test('closed by the database costs at most one request per connection', async () => {
        const database = await freshDatabase();
        const portal = await portalOn(database);
        const browser = await openBrowser(portal);
        await browser.user();
        const operator = database.openAgain();
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(operator.db);
        await operator.close();
        const maxConnections = 10;
        const statuses: number[] = [];
        while (statuses.at(-1) !== 200 && statuses.length <= maxConnections) {
          statuses.push((await browser.get(calls.authStatus)).statusCode);
        }
        expect(statuses.at(-1)).toBe(200);
        expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true);
      });
    });
});
