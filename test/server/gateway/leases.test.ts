import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CachedKey, KeyCache } from '../../../src/gateway/key-cache.ts';
import { Quota } from '../../../src/gateway/quota.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const limit = 200;

describe.skipIf(engineMissing)('requests that a process has leased', () => {
  let portal: TestPortal;
  let keys: CachedKey[];
  beforeAll(async () => {
    portal = await startPortal();
    const browser = await portal.signUp('five@example.com');
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    const cache = new KeyCache({ db, secrets, log: createLog('fatal') });
    keys = [];
    for (let number = 0; number < 5; number++) {
      const { external_id } = await createKey(browser, { name: `Key ${number}` });
      await operatorOf(portal).limit(external_id, String(limit));
      keys.push((await cache.find(external_id))!);
    }
    await operatorOf(portal).limit('five@example.com', '100000');
  });
  afterAll(() => portal.close());

  /** Starts another process that has read the keys itself. */
  async function start(more: { maxLeases?: number } = {}) {
    portal.clock.pass(3600);
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    const quota = new Quota({ db, secrets, processes: { count: 1 }, now: portal.clock.now, ...more });
    const cache = new KeyCache({ db, secrets, log: createLog('fatal') });
    const own = await Promise.all(keys.map(async ({ clientId }) => (await cache.find(clientId))!));
    return { quota, cache, own };
  }

  async function counted(): Promise<number[]> {
    const hour = Math.floor(portal.clock.now() / 3_600_000);
    const { db } = portal.database;
    const rows = await db
      .selectFrom('key_quota')
      .select(['key_id', 'used'])
      .where('hour', '=', hour)
      .execute();
    return keys.map(({ id }) => rows.find(({ key_id }) => key_id === id)?.used ?? 0);
  }

  test('stay leased for a key that was read again', async () => {
    const { quota, cache, own } = await start();
    await quota.take(own[0]!);
    cache.invalidateAll();
    const anew = (await cache.find(own[0]!.clientId))!;
    expect(anew).not.toBe(own[0]);
    expect(quota.takeLeased(anew)?.remaining).toBe(limit - 2);
    expect(quota.takeLeased(own[0]!)?.remaining).toBe(limit - 3);
    expect(quota.leasesTaken).toBe(1);
  });

  test("can't be used after they were returned, and the next call takes a new lease", async () => {
    const { quota, own } = await start();
    await quota.take(own[0]!);
    expect(quota.takeLeased(own[0]!)?.allowed).toBe(true);
    await quota.returnLeases();
    expect((await counted())[0]).toBe(2);
    expect(quota.takeLeased(own[0]!)).toBeUndefined();
    expect((await quota.take(own[0]!))?.remaining).toBe(limit - 3);
  });

  test('of more keys than the maximum are returned in turn: none is lost, none used twice', async () => {
    const { quota, own } = await start({ maxLeases: 2 });
    const passed = own.map(() => 0);
    const ask = async (index: number) => {
      if ((await quota.take(own[index]!))?.allowed) passed[index]!++;
    };
    for (let round = 0; round < 30; round++)
      await Promise.all(Array.from({ length: 35 }, (_, call) => ask((call * 3 + round) % own.length)));
    // Calls are refused early only while returned leases are being written.
    expect(Math.min(...passed)).toBeGreaterThanOrEqual(0.95 * limit);
    expect(Math.max(...passed)).toBeLessThanOrEqual(limit);
    await quota.returnLeases();
    await expect.poll(counted).toEqual(passed);
  });
});
