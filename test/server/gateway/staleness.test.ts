import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KeyCache } from '../../../src/gateway/key-cache.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createOperator } from '../../../src/keys/operator.ts';
import type { Db } from '../../../src/platform/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, startBeside, verify, withSecret, withToken } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('a key that is deleted, expired or restricted', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    closing.push(async () => browser.delete(calls.apiToken(key.id)));
    key = await createKey(browser, { name: 'Sundial', expires_in_days: 30 });
    expect(await status()).toBe(200);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const status = async (at = portal) => (await verify(at, withSecret(key))).statusCode;
  const tokenStatus = async () =>
    (await verify(portal, withToken(key, { iat: portal.clock.now() / 1000 }))).statusCode;

  /** Calls repeatedly, as a busy client does. Fails unless it is refused within a second and from then on. */
  async function refusedWithinASecond(): Promise<void> {
    await eventually(async () => ((await status()) === 403 ? true : undefined), 1);
    for (let round = 0; round < 20; round++)
      expect([await status(), await tokenStatus()]).toEqual([403, 403]);
  }

  test('is denied at the next request where it was deleted', async () => {
    const asking = Array.from({ length: 20 }, () => status());
    await browser.delete(calls.apiToken(key.id));
    expect([await status(), await tokenStatus()]).toEqual([403, 403]);
    await Promise.all(asking);
    expect(await status()).toBe(403);
  });

  test('is denied within a second where another process deleted it', async () => {
    const second = await startBeside(portal);
    closing.push(() => second.close());
    const twin = second.browser();
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    twin.csrf = browser.csrf;
    expect((await twin.delete(calls.apiToken(key.id))).statusCode).toBe(200);
    await refusedWithinASecond();
  });

  test("is denied within a second of the operator's command", async () => {
    expect((await runAdmin(portal, ['revoke', key.external_id])).status).toBe(0);
    await refusedWithinASecond();
  });

  test('is denied within a second after the operator expires it', async () => {
    const { db, close } = portal.database.openAgain();
    closing.push(close);
    await createOperator({ db, now: portal.clock.now }).expire(
      key.external_id,
      new Date(portal.clock.now()).toISOString(),
    );
    await refusedWithinASecond();
  });

  test('has a smaller role within a second', async () => {
    const { db, close } = portal.database.openAgain();
    closing.push(close);
    const operator = createOperator({ db, now: portal.clock.now });
    const path = '/api/v1/hdd';
    const reaches = async () => (await verify(portal, withSecret(key), { path })).statusCode;
    await operator.grant(key.external_id, 'all_access');
    await eventually(async () => ((await reaches()) === 200 ? true : undefined), 1);
    await operator.grant(key.external_id, 'free_user');
    await eventually(async () => ((await reaches()) === 403 ? true : undefined), 1);
  });

  test('has a larger role at once, because a denial is rechecked', async () => {
    const { db, close } = portal.database.openAgain();
    closing.push(close);
    const path = '/api/v1/hdd';
    const reaches = async () => (await verify(portal, withSecret(key), { path })).statusCode;
    expect(await reaches()).toBe(403);
    await createOperator({ db, now: portal.clock.now }).grant(key.external_id, 'all_access');
    // The database is asked at most this often. Answers are trusted for far longer.
    await sleep(60);
    expect(await reaches()).toBe(200);
  });

  describe('while it is being read', () => {
    /** This is the same database, but its answer about the key waits for the test. */
    function heldBack(db: Db) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const reading = Promise.withResolvers<void>();
      const held = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (result.rows.some((row) => 'secret_sealed' in row)) {
            reading.resolve();
            await promise;
          }
          return result;
        },
      });
      return { held, reading: reading.promise, release: resolve };
    }

    function knownKeysOn(db: Db): KeyCache {
      return new KeyCache({ db, secrets: new Secrets(portal.config.secretKeys), log: createLog('fatal') });
    }

    test('is not cached if it was deleted here meanwhile', async () => {
      const other = portal.database.openAgain();
      closing.push(other.close);
      const { held, reading, release } = heldBack(other.db);
      const known = knownKeysOn(held);
      const early = known.find(key.external_id);
      await reading;
      await createOperator({ db: portal.database.db, now: portal.clock.now }).revoke(key.external_id);
      known.invalidateAll();
      release();
      expect((await early)?.clientId).toBe(key.external_id);
      expect(await known.find(key.external_id)).toBeUndefined();
    });

    test('is not cached for more than a second if it was deleted elsewhere meanwhile', async () => {
      const other = portal.database.openAgain();
      closing.push(other.close);
      const { held, reading, release } = heldBack(other.db);
      const known = knownKeysOn(held);
      const early = known.find(key.external_id);
      await reading;
      await createOperator({ db: portal.database.db, now: portal.clock.now }).revoke(key.external_id);
      // On PostgreSQL another connection notices the change while the old row is still being read.
      await sleep(350);
      const noticing = known.find('wbc_nobody');
      await sleep(50);
      release();
      await Promise.all([early, noticing]);
      await sleep(600);
      expect(await known.find(key.external_id)).toBeUndefined();
    });
  });

  test('is denied once it has expired, however fresh the cache is', async () => {
    portal.clock.pass(30 * 24 * 3600 - 1);
    expect([await status(), await tokenStatus()]).toEqual([200, 200]);
    portal.clock.pass(1);
    expect([await status(), await tokenStatus()]).toEqual([403, 403]);
  });
});
