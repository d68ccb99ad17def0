import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAll } from '../../../src/admin/import.ts';
import { findInvalidRows } from '../../../src/admin/store.ts';
import type { TokenAnswer } from '../../../src/oauth/tokens.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { app, bearer, callMcp, connectApp, personOf } from '../../helpers/connected-app.ts';
import { engineMissing, freshDatabase } from '../../helpers/database.ts';
import { goodPassword, realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const other = { id: 'registered-1', name: 'Unknown app', domain: undefined };

describe.skipIf(engineMissing)("connected apps on the operator's command line", () => {
  let portal: TestPortal;
  let browser: Browser;
  let cirrus: TokenAnswer[];
  let stratus: TokenAnswer[];
  beforeAll(async () => {
    portal = await startPortal({}, undefined, realContent);
    browser = await portal.signUp('cirrus@example.com');
    await portal.signUp('stratus@example.com');
    const connect = async (email: string) => {
      const { id } = await personOf(portal, email);
      const first = await connectApp(portal, id);
      portal.clock.pass(1);
      return [first, await connectApp(portal, id, other)];
    };
    [cirrus, stratus] = [await connect('cirrus@example.com'), await connect('stratus@example.com')];
  });
  afterAll(() => portal.close());

  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await runAdmin(portal, [...args, '--json']);
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const statusesOf = (tokens: TokenAnswer[]) =>
    Promise.all(tokens.map(async (each) => (await callMcp(portal, bearer(each))).status));

  const soon = (tokens: TokenAnswer[], expected: number[]) =>
    eventually(async () => (isDeepStrictEqual(await statusesOf(tokens), expected) ? true : undefined), 1);

  test('are listed, of all accounts or of one, and counted; their keys are not', async () => {
    expect(await json('connections')).toHaveLength(4);
    expect(await json('connections', 'cirrus@example.com')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Unknown app',
        domain: null,
        owner: 'cirrus@example.com',
        client_id: 'registered-1',
        redirect_host: 'helper.example',
        created_at: '2026-03-14T15:09:27.000Z',
        tokens_renewed_at: '2026-03-14T15:09:27.000Z',
      },
      expect.objectContaining({ name: 'Weather Helper', domain: 'helper.example', client_id: app.id }),
    ]);
    expect(await json('keys')).toEqual([]);
    expect((await json('people')).map(({ keys }: { keys: number }) => keys)).toEqual([0, 0]);
    expect(await json('status')).toMatchObject({ keys: 0, connections: 4 });
    expect(await findInvalidRows(portal.database)).toEqual([]);
    expect(await runAdmin(portal, ['connections', 'nobody@example.com'])).toMatchObject({
      status: 2,
      stderr: 'No account with email nobody@example.com\n',
    });
  });

  test('belong to the data that their person downloads, without any token', async () => {
    const download = await browser.post(calls.accountExport, { password: goodPassword });
    const { keys, connected_apps: apps, records } = download.json();
    expect(keys).toEqual([]);
    expect(apps).toMatchObject([
      { name: 'Unknown app', domain: null, scope: 'weather:read', calls: [] },
      { name: 'Weather Helper', domain: 'helper.example', client_id: app.id },
    ]);
    expect(records).toContainEqual(
      expect.objectContaining({
        event: 'connection-created',
        details: { app: 'Weather Helper', client_id: app.id, domain: 'helper.example' },
      }),
    );
    for (const token of cirrus.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]))
      expect(download.body).not.toContain(token);
  });

  test('move to another database with their tokens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-move-'));
    const file = join(folder, 'portal.jsonl');
    expect((await runAdmin(portal, ['export', file])).status).toBe(0);
    const database = await freshDatabase();
    const secrets = new Secrets(portal.config.secretKeys);
    await importAll(database, file, { secrets, trustUnsigned: false });
    expect(await database.db.selectFrom('oauth_tokens').selectAll().execute()).toHaveLength(8);
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test('end within a second: one by its ID, or all of an app by its client ID', async () => {
    expect(await statusesOf([...cirrus, ...stratus])).toEqual([200, 200, 200, 200]);
    const [{ id }] = await json('connections', 'cirrus@example.com');
    expect((await runAdmin(portal, ['disconnect', id])).stdout).toBe(
      'Ended 1 connection. Tokens stop working within a second.\n',
    );
    await soon(cirrus, [200, 401]);
    expect(await json('disconnect', app.id)).toEqual({ id: app.id, disconnected: 2 });
    await soon([...cirrus, ...stratus], [401, 401, 401, 200]);
    expect(await json('audit', 'event=connection-ended')).toMatchObject(
      [1, 2, 3].map(() => ({
        actor: expect.stringMatching(/^operator /),
        details: { reason: 'disconnected' },
      })),
    );
    expect(await runAdmin(portal, ['disconnect', id])).toMatchObject({
      status: 2,
      stderr: `No connection or client with ID ${id}\n`,
    });
  });
});
