import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CachedKey, KeyCache } from '../../../src/gateway/key-cache.ts';
import { createProcesses } from '../../../src/gateway/processes.ts';
import { Quota } from '../../../src/gateway/quota.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const hourSeconds = 3600;

describe.skipIf(engineMissing)('a process with a wrong clock', () => {
  let portal: TestPortal;
  let key: CachedKey;
  beforeAll(async () => {
    portal = await startPortal();
    const { external_id } = await createKey(await portal.signUp(), { name: 'Sundial' });
    await operatorOf(portal).limit(external_id, '100');
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    key = (await new KeyCache({ db, secrets, log: createLog('fatal') }).find(external_id))!;
  });
  afterAll(() => portal.close());

  /** Starts another process whose clock is off by this many hours. */
  function processOff(hours: () => number) {
    const now = () => portal.clock.now() + hours() * hourSeconds * 1000;
    const { db } = portal.database;
    const processes = createProcesses({ db, now, log: createLog('fatal') });
    const quota = new Quota({ db, secrets: new Secrets(portal.config.secretKeys), processes, now });
    return { processes, quota };
  }

  async function passed(quota: Quota, calls: number): Promise<number> {
    let allowed = 0;
    // Each process has read the key itself.
    const own = { ...key };
    for (let call = 0; call < calls; call++) if ((await quota.take(own))?.allowed) allowed++;
    return allowed;
  }

  test('that jumps ahead and back gets no hour twice', async () => {
    let off = 0;
    const { quota } = processOff(() => off);
    expect(await passed(quota, 150)).toBe(100);
    off = 5;
    expect(await passed(quota, 40)).toBe(40);
    off = 0;
    // It loses its lease of the next hour.
    const left = await passed(quota, 150);
    expect(left).toBeGreaterThanOrEqual(50);
    expect(left).toBeLessThanOrEqual(60);
    off = 5;
    expect(await passed(quota, 150)).toBe(0);
  });

  test('does not give a process with a right clock an hour twice', async () => {
    portal.clock.pass(24 * hourSeconds);
    const [right, ahead] = [processOff(() => 0), processOff(() => 7)];
    let allowed = 0;
    for (let turn = 0; turn < 10; turn++)
      allowed += (await passed(right.quota, 30)) + (await passed(ahead.quota, 30));
    // One hour's quota can be used for each hour that the clocks have shown.
    expect(allowed).toBeLessThanOrEqual(200);
  });

  test('leaves no future hour: what was counted in it counts now', async () => {
    portal.clock.pass(24 * hourSeconds);
    const { db } = portal.database;
    const [right, ahead] = [processOff(() => 0), processOff(() => 48)];
    await db.deleteFrom('processes').execute();
    await right.processes.beat();
    await ahead.processes.beat();
    expect(await passed(ahead.quota, 1)).toBe(1);
    await ahead.quota.returnLeases();
    const counted = () =>
      db
        .selectFrom('key_quota')
        .select(['hour', 'used'])
        .where('key_id', '=', key.id)
        .executeTakeFirstOrThrow();
    const present = Math.floor(portal.clock.now() / 3_600_000);
    await right.quota.forgetOld();
    expect(await counted()).toEqual({ hour: present + 48, used: 1 });
    await ahead.processes.stop();
    await right.quota.forgetOld();
    expect(await counted()).toEqual({ hour: present, used: 1 });
    expect(await passed(right.quota, 110)).toBe(99);
  });
});

describe.skipIf(engineMissing)('a process whose database goes back', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  let other: CreatedApiToken;
  let elapsedMs = 0;
  let cache: KeyCache;
  beforeAll(async () => {
    portal = await startPortal();
    const browser = await portal.signUp();
    key = await createKey(browser, { name: 'Vane' });
    other = await createKey(browser, { name: 'Cup' });
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    cache = new KeyCache({ db, secrets, log: createLog('fatal'), monotonicMs: () => elapsedMs });
  });
  afterAll(() => portal.close());

  /** Restores the earlier state by hand, as a lagging replica or a backup shows it. */
  async function stateOf() {
    const { db } = portal.database;
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    const { revision } = await db.selectFrom('key_revision').select('revision').executeTakeFirstOrThrow();
    return async () => {
      await db.insertInto('api_keys').values(row).execute();
      await db.deleteFrom('key_changes').where('revision', '>', revision).execute();
      await sql`update key_revision set revision = ${revision}`.execute(db);
    };
  }

  const later = (ms: number) => (elapsedMs += ms);

  test('allows nobody until it can no longer be a lagging replica', async () => {
    expect((await cache.find(key.external_id))?.id).toBe(key.id);
    const goBack = await stateOf();
    await operatorOf(portal).revoke(key.external_id);
    later(500);
    await cache.recheck();
    expect(await cache.find(key.external_id)).toBeUndefined();
    await goBack();
    for (let round = 0; round < 10; round++) {
      later(2500);
      expect(cache.findCached(key.external_id)).toBeUndefined();
      await expect(cache.find(key.external_id)).rejects.toThrow('not available');
      await expect(cache.find(other.external_id)).rejects.toThrow('not available');
    }
    later(10_000);
    expect((await cache.find(key.external_id))?.id).toBe(key.id);
  });

  test('continues at once when it has caught up', async () => {
    const { db } = portal.database;
    await cache.find(other.external_id);
    await sql`update key_revision set revision = revision - 1`.execute(db);
    later(1000);
    await expect(cache.find(other.external_id)).rejects.toThrow('not available');
    await sql`update key_revision set revision = revision + 1`.execute(db);
    later(100);
    expect((await cache.find(other.external_id))?.id).toBe(other.id);
  });

  test('notices it even if as many changes were made before the next read', async () => {
    await operatorOf(portal).grant(other.external_id, 'all_access');
    later(1000);
    expect((await cache.find(key.external_id))?.roles).toEqual(['free_user']);
    const { db } = portal.database;
    const restored = await db.selectFrom('key_revision').select('revision').executeTakeFirstOrThrow();
    // The backup is older than the grant. One change of another key since gives the same number again.
    await db.deleteFrom('key_changes').where('revision', '=', restored.revision).execute();
    await sql`update key_revision set revision = revision - 1`.execute(db);
    await operatorOf(portal).grant(key.external_id, 'all_access');
    later(1000);
    expect((await cache.find(key.external_id))?.roles).toEqual(['all_access']);
  });
});
