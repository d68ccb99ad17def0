import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/platform/database.ts';
import { calls, ready } from '../../../src/urls.ts';
import { askForCode, openBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { CuttableProxy } from '../../helpers/cuttable-proxy.ts';
import { engine, engineMissing, freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

/** SQLite cannot fail over to another machine. */
describe.skipIf(engineMissing || engine === 'sqlite')('a failover of the database', () => {
  let database: TestDatabase;
  let proxy: CuttableProxy;
  let port: number;
  let portal: TestPortal;
  let browser: Browser;
  beforeAll(async () => {
    database = await freshDatabase();
    const real = new URL(database.url);
    proxy = new CuttableProxy(Number(real.port));
    port = await proxy.mend();
    const url = `postgres://portal@127.0.0.1:${port}${real.pathname}`;
    portal = await startPortal({}, { ...openPostgres(url), url, openAgain: () => openPostgres(url) });
    browser = await openBrowser(portal);
    await askForCode(portal, browser, 'before@teapot.example');
  });
  afterAll(async () => {
    await portal?.close();
    await proxy?.cut();
    await database?.close();
  });

  /** Ends all connections of the portal, like a server that stops. */
  const endConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);

  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const name = sql.id(new URL(database.url).pathname.slice(1));
    const mode = sql.raw(isReadOnly ? 'on' : 'off');
    await sql`set default_transaction_read_only = off`.execute(database.db);
    await sql`alter database ${name} set default_transaction_read_only = ${mode}`.execute(database.db);
    await endConnections();
  }

  let addresses = 0;
  /** Sends a request that writes. */
  const writes = async () => {
    const email = `someone-${++addresses}@teapot.example`;
    return (await browser.post(calls.sendVerificationCode, { email })).statusCode;
  };

  test('answers 503, recovers by itself, and counts no error as ours', async () => {
    const before = { ...portal.database.errors };
    const statuses: number[] = [];
    const ask = async (times: number) => {
      for (let count = 0; count < times; count++)
        statuses.push(await writes(), (await browser.get(ready)).statusCode);
    };
    await endConnections();
    await ask(6);
    await proxy.cut();
    await ask(2);
    await proxy.mend(port);
    await ask(2);
    // The name of the database leads to a standby for a while.
    await setReadOnly(true);
    await ask(12);
    await setReadOnly(false);
    await ask(12);
    expect([...new Set(statuses)].toSorted()).toEqual([200, 503]);
    expect(statuses.slice(-2)).toEqual([200, 200]);
    expect(portal.database.errors.unavailable).toBeGreaterThan(before.unavailable);
    expect(portal.database.errors.other).toBe(before.other);
    expect(portal.logLines.join('')).not.toContain('unexpected error');
  });
});
