import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KeyCache } from '../../../src/gateway/key-cache.ts';
import { maxChanges, recordKeyChanges } from '../../../src/keys/change-store.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing, freshDatabase, watched } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the key cache of a process', () => {
  let portal: TestPortal;
  let statements: string[];
  let cache: KeyCache;
  let keys: CreatedApiToken[];
  let nowMs = 0;
  beforeAll(async () => {
    const database = watched(await freshDatabase());
    statements = database.statements;
    portal = await startPortal({}, database);
    const browser = await portal.signUp();
    keys = [];
    for (const name of ['Vane', 'Cup', 'Dome', 'Sonde', 'Lidar'])
      keys.push(await createKey(browser, { name }));
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    cache = new KeyCache({ db, secrets, log: createLog('fatal'), monotonicMs: () => nowMs });
    await readAgain();
  });

  /** Looks up every key once more, after all changes are read, and counts those that are no longer in memory. */
  async function readAgain(): Promise<number> {
    await cache.recheck();
    const cold = keys.filter(({ external_id }) => !cache.findCached(external_id));
    statements.length = 0;
    for (const { external_id } of keys) await cache.find(external_id);
    expect(statements.filter((text) => /from "api_keys"/.test(text))).toHaveLength(cold.length);
    return cold.length;
  }

  /** A change is noticed within less time than this. */
  const aMomentLater = () => {
    nowMs += 100;
  };

  async function coldAfter(change: () => Promise<unknown>): Promise<number> {
    await change();
    aMomentLater();
    return readAgain();
  }

  test('stays if nothing changes', async () => {
    expect(await coldAfter(async () => {})).toBe(0);
  });

  test('loses the one key that changed, and no other', async () => {
    const [changed] = keys as [CreatedApiToken];
    await operatorOf(portal).grant(changed.external_id, 'all_access');
    aMomentLater();
    await cache.recheck();
    expect(keys.map(({ external_id }) => cache.findCached(external_id) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect((await cache.find(changed.external_id))?.roles).toEqual(['all_access']);
  });

  test('is cleared if a revision has no key', async () => {
    const { db } = portal.database;
    expect(await coldAfter(() => sql`update key_revision set revision = revision + 1`.execute(db))).toBe(5);
  });

  test('is cleared after too many changes to read', async () => {
    const { db } = portal.database;
    const change = (count: number) => () =>
      db.transaction().execute((trx) => recordKeyChanges(trx, Array<string>(count).fill('another')));
    expect(await coldAfter(change(maxChanges))).toBe(0);
    expect(await coldAfter(change(maxChanges + 1))).toBe(5);
  });

  test('does not need old changes', async () => {
    const { db } = portal.database;
    await db.transaction().execute((trx) => recordKeyChanges(trx, Array<string>(50).fill('another')));
    await cache.forgetOld();
    expect(await db.selectFrom('key_changes').selectAll().execute()).toHaveLength(maxChanges);
    aMomentLater();
    expect(await readAgain()).toBe(0);
  });
});
