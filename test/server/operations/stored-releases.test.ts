import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../../src/admin/status.ts';
import { openPostgres, openSqlite } from '../../../src/platform/database.ts';
import { migrate } from '../../../src/platform/open-database.ts';
import { root } from '../../../src/platform/root.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { api, calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { bearer, callMcp, refresh } from '../../helpers/connected-app.ts';
import {
  createPostgresDatabase,
  engine,
  engineMissing,
  migrationsFolder,
  type TestDatabase,
} from '../../helpers/database.ts';
import { basic, listKeys, verify } from '../../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';

const fixtures = join(root, 'test/fixtures');
const releases = globSync('release-*', { cwd: fixtures });

/** Written by test/store-release.ts. */
interface Contents {
  storedAt: string;
  publicUrl: string;
  secretKey: string;
  password: string;
  keys: Record<
    'vane' | 'tracker' | 'trackerBefore' | 'deleted' | 'suspended',
    Record<'clientId' | 'secret', string>
  >;
  app: Record<'client_id' | 'access_token' | 'refresh_token', string>;
}

describe.skipIf(engineMissing).each(releases)('the stored database of %s', (release) => {
  const folder = join(fixtures, release);
  const contents = JSON.parse(readFileSync(join(folder, 'contents.json'), 'utf8')) as Contents;
  const { keys, app, password } = contents;
  let portal: TestPortal;
  let ada: Browser;
  beforeAll(async () => {
    const database = await openStored(folder);
    await migrate(database, migrationsFolder, Date.now);
    const env = { SECRET_KEY: contents.secretKey, PUBLIC_URL: contents.publicUrl };
    portal = await startPortal(env, database, realContent);
    // Two minutes later, because an address can ask for one code a minute.
    portal.clock.pass((Date.parse(contents.storedAt) - portal.clock.now()) / 1000 + 120);
    ada = portal.browser();
    await ada.open();
    await ada.signIn('ada@example.com', password);
  });
  afterAll(() => portal.close());

  const statusOf = async ({ clientId, secret }: Contents['keys']['vane'], path?: string) =>
    (await verify(portal, basic(clientId, secret), path === undefined ? {} : { path })).statusCode;

  test('has its people: they sign in, unless they are suspended, and a changed address counts', async () => {
    expect(await ada.user()).toMatchObject({ email: 'ada@example.com', name: 'Alto Cumulus' });
    const eve = portal.browser();
    await eve.open();
    expect((await eve.signIn('eve@example.com', password)).statusCode).not.toBe(302);
    expect((await eve.signIn('eve@example.org', password)).statusCode).toBe(302);
    const carl = await portal.signUp('carl@example.com');
    expect((await carl.post(calls.apiTokens, { name: 'Again' })).json().code).toBe('suspended');
  });

  test('has its keys: both secrets of a rotated one work, a deleted and a suspended one do not', async () => {
    expect((await listKeys(ada)).map(({ name, roles, secrets }) => [name, roles, secrets.length])).toEqual([
      ['Weather vane', ['free_user'], 1],
      ['Balloon tracker', ['all_access'], 2],
    ]);
    const every = Object.entries(keys).map(async ([name, key]) => [name, await statusOf(key)]);
    expect(Object.fromEntries(await Promise.all(every))).toEqual({
      ...{ vane: 200, tracker: 200, trackerBefore: 200 },
      ...{ deleted: 403, suspended: 403 },
    });
    const paid = `${api}/observations.json`;
    expect([await statusOf(keys.tracker, paid), await statusOf(keys.vane, paid)]).toEqual([200, 403]);
  });

  test('has usage, denials and requests', async () => {
    const [vane, tracker] = await listKeys(ada);
    expect([vane?.usage.today, tracker?.usage.today]).toEqual([1, 2]);
    const { refusals } = (await ada.get(calls.tokenDenials(vane!.id))).json();
    expect(refusals.map(({ cause }: { cause: string }) => cause).sort()).toEqual([
      'role-too-small',
      'wrong-secret',
    ]);
    const { requests } = (await ada.get(calls.accessRequests)).json();
    expect(requests).toMatchObject([{ state: 'open', purpose: 'A map of the wind' }]);
  });

  test('has connected apps, whose tokens work', async () => {
    const { connections } = (await ada.get(calls.connections)).json();
    expect(connections).toMatchObject([{ name: 'Teapot', usage: { today: 1 } }]);
    expect((await callMcp(portal, bearer(app))).status).toBe(200);
    const renewed = await refresh(portal, app.refresh_token, { client_id: app.client_id });
    expect((await callMcp(portal, bearer(renewed.json()))).status).toBe(200);
  });

  test('has no row that the check finds, and the admin commands read it', async () => {
    // Emails that waited when it was stored.
    await portal.mails();
    expect(await check(portal.database, new Secrets([contents.secretKey]), portal.clock.now())).toEqual([]);
    expect((await runAdmin(portal, ['people'])).stdout).toContain('bob@example.com');
  });
});

/** Opens a copy, as it was stored. */
async function openStored(folder: string): Promise<TestDatabase> {
  const read = (name: string) => gunzipSync(readFileSync(join(folder, name)));
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(String(read('portal.sql.gz'))).finally(() => client.end());
    const database = openPostgres(url);
    return { ...database, url, openAgain: () => openPostgres(url), close: () => database.close().then(drop) };
  }
  const own = mkdtempSync(join(tmpdir(), 'portal-stored-'));
  const url = join(own, 'portal.db');
  writeFileSync(url, read('portal.db.gz'));
  const database = openSqlite(url);
  return {
    ...database,
    url,
    openAgain: () => openSqlite(url),
    close: () => database.close().then(() => rmSync(own, { recursive: true })),
  };
}
