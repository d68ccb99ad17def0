import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls, gatewayVerify } from '../../../src/urls.ts';
import { environmentOf } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, operatorOf, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually, type PortalProcess, startPortalProcess } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('real processes on one database', () => {
  let portal: TestPortal;
  let browser: Browser;
  let one: PortalProcess;
  let other: PortalProcess;
  beforeAll(async () => {
    portal = await startPortal();
    // The processes use the real clock, so a session with another time would not be valid.
    portal.clock.pass((Date.now() - portal.clock.now()) / 1000);
    browser = await portal.signUp();
    one = await startPortalProcess(environmentOf(portal));
    other = await startPortalProcess(environmentOf(portal));
  }, 60_000);
  afterAll(async () => {
    for (const process of [one, other]) await process?.close();
    await portal.close();
  });

  const verifyAt = async (process: PortalProcess, key: CreatedApiToken) => {
    const headers = { authorization: withSecret(key) };
    return (await fetch(`${process.url}${gatewayVerify}${freePath}`, { headers })).status;
  };

  const callAs = (process: PortalProcess, method: string, path: string, body?: object) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      cookie,
      'x-csrf-token': browser.csrf,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    return fetch(process.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };

  test('accept a new key of the other process at once, and deny it within a second of its deletion', async () => {
    const created = await callAs(one, 'POST', calls.apiTokens, { name: 'Shared' });
    expect(created.status).toBe(201);
    const { token: key } = (await created.json()) as { token: CreatedApiToken };
    expect([await verifyAt(other, key), await verifyAt(one, key)]).toEqual([200, 200]);
    expect((await callAs(one, 'DELETE', calls.apiToken(key.id))).status).toBe(200);
    expect(await verifyAt(one, key)).toBe(403);
    await eventually(async () => ((await verifyAt(other, key)) === 403 ? true : undefined), 1);
    for (let round = 0; round < 20; round++) expect(await verifyAt(other, key)).toBe(403);
  });

  test('allow no request above the limit, and at most their leases fewer', async () => {
    const key = await createKey(browser, { name: 'Limited' });
    await operatorOf(portal).limit(key.external_id, '120');
    const statuses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => verifyAt(index % 2 ? one : other, key)),
    );
    const passed = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(passed).toBeLessThanOrEqual(120);
    expect(passed).toBeGreaterThanOrEqual(120 - 2 * 6);
  });

  describe('that end', () => {
    let key: CreatedApiToken;
    beforeAll(async () => {
      key = await createKey(browser, { name: 'Counted' });
    });

    const counted = async () => {
      const rows = portal.database.db.selectFrom('key_calls').selectAll().where('key_id', '=', key.id);
      return (await rows.execute()).reduce((sum, { requests }) => sum + requests, 0);
    };

    test('by kill -9 lose no key that was acknowledged, and no count that is older than a second', async () => {
      for (let request = 0; request < 7; request++) expect(await verifyAt(one, key)).toBe(200);
      await sleep(1000);
      const created = await callAs(one, 'POST', calls.apiTokens, { name: 'Just in time' });
      await one.kill('SIGKILL');
      expect(await counted()).toBe(7);
      const { token: kept } = (await created.json()) as { token: CreatedApiToken };
      expect(await verifyAt(other, kept)).toBe(200);
    });

    test('by SIGTERM lose no count and keep no lease, even with an open connection', async () => {
      const used = async () => {
        const { db } = portal.database;
        const quota = db.selectFrom('key_quota').select('used').where('key_id', '=', key.id);
        return (await quota.executeTakeFirstOrThrow()).used;
      };
      const before = await used();
      for (let request = 0; request < 5; request++) expect(await verifyAt(other, key)).toBe(200);
      expect(await used()).toBeGreaterThan(before + 5);
      const held = connect(Number(new URL(other.url).port), 'localhost').on('error', () => {});
      await once(held, 'connect');
      held.write('GET / HTTP/1.1\r\n');
      expect(await other.kill('SIGTERM')).toBe(0);
      expect(await counted()).toBe(12);
      // The lease of the killed process is lost. This process keeps what it has used.
      expect(await used()).toBe(before + 5);
    });
  });
});
