import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createUsageCounter } from '../../../src/gateway/call-counters.ts';
import type { CreatedApiToken, KeyUsage } from '../../../src/keys/contract.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import {
  createKey,
  freePath,
  listKeys,
  operatorOf,
  startBeside,
  verify,
  withSecret,
} from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('usage counts', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp();
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  const usage = async (): Promise<KeyUsage> => (await listKeys(browser))[0]!.usage;
  /** Counts are written every second. A busy machine may take longer. */
  const usageWhen = (isDone: (usage: KeyUsage) => boolean) =>
    eventually(async () => {
      const counted = await usage();
      return isDone(counted) ? counted : undefined;
    });

  async function call(times: number, path = freePath): Promise<void> {
    for (let done = 0; done < times; done++) await verify(portal, withSecret(key), { path });
  }

  const nobodies = (length: number) => Array.from({ length }, (_, index) => `nobody-${index}`);

  /** Counts as another process would, and records its statements. */
  function watchedCounter() {
    let made = 0;
    const db = portal.database.db.withPlugin({
      transformQuery({ node }) {
        made++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counter = createUsageCounter({ db, now: portal.clock.now, log: createLog('fatal') });
    return { counter, statements: () => made };
  }

  test('are the requests of today, of the last 7 days, and the last use', async () => {
    await call(3);
    const at = new Date(portal.clock.now()).toISOString();
    expect(await usageWhen(({ today }) => today >= 3)).toEqual({
      last_used_at: at,
      today: 3,
      last_7_days: [0, 0, 0, 0, 0, 0, 3],
    });
  });

  test('include calls to the sandbox, and no denied call', async () => {
    await portal.server.inject({
      url: `${freePath}?coordinates=1,2`,
      headers: { authorization: withSecret(key) },
    });
    await call(2, '/api/v1/observations.json');
    await verify(portal, withSecret({ ...key, token: 'wb_wrong' }));
    await call(1);
    expect((await usageWhen(({ today }) => today >= 5)).today).toBe(5);
  });

  test('start at zero at midnight UTC and leave the week after it', async () => {
    portal.clock.pass(24 * 3600);
    expect(await usage()).toMatchObject({ today: 0, last_7_days: [0, 0, 0, 0, 0, 5, 0] });
    await call(2);
    await usageWhen(({ today }) => today === 2);
    portal.clock.pass(5 * 24 * 3600);
    expect(await usage()).toMatchObject({ today: 0, last_7_days: [5, 2, 0, 0, 0, 0, 0] });
    portal.clock.pass(24 * 3600);
    expect(await usage()).toMatchObject({ last_7_days: [2, 0, 0, 0, 0, 0, 0] });
    portal.clock.pass(24 * 3600);
    const { last_used_at, last_7_days } = await usage();
    expect(last_7_days).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(Date.parse(last_used_at!)).toBe(portal.clock.now() - 7 * 24 * 3600 * 1000);
  });

  test('add up over processes', async () => {
    const second = await startBeside(portal);
    browser = await portal.signUp('two@example.com');
    key = await createKey(browser);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => verify(index % 2 ? portal : second, withSecret(key))),
    );
    expect((await usageWhen(({ today }) => today >= 40)).today).toBe(40);
    await second.close();
  });

  test('cost one statement for any number of requests', async () => {
    const { counter, statements } = watchedCounter();
    const before = (await usage()).today;
    for (let request = 0; request < 1000; request++) counter.count(key.id, 'other', 'allowed');
    await counter.flush();
    expect([statements(), (await usage()).today - before]).toEqual([1, 1000]);
  });

  test('of many keys are written without blocking other work', async () => {
    const { counter } = watchedCounter();
    for (const nobody of nobodies(2000)) counter.count(nobody, 'other', 'allowed');
    let turns = 0;
    const turn = () => {
      turns++;
      waiting = setImmediate(turn);
    };
    let waiting = setImmediate(turn);
    await counter.flush();
    clearImmediate(waiting);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  test('of very many keys are followed by a pause, in which a key that is used again is one row', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { counter, statements } = watchedCounter();
    const many = nobodies(20_000);
    for (const nobody of many) counter.count(nobody, 'other', 'allowed');
    await counter.flush();
    const written = statements();
    counter.count(many[1]!, 'other', 'allowed');
    await vi.advanceTimersByTimeAsync(9900);
    expect(statements()).toBe(written);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await eventually(() => statements() > written || undefined);
  });

  test('of a failed write are merged with those since', async () => {
    const { counter, statements } = watchedCounter();
    const { db } = portal.database;
    const before = (await usage()).today;
    counter.count(key.id, 'other', 'allowed');
    await sql`alter table key_calls rename to key_calls_gone`.execute(db);
    const failing = counter.flush();
    counter.count(key.id, 'other', 'allowed');
    await expect(failing).rejects.toThrow('key_calls');
    await sql`alter table key_calls_gone rename to key_calls`.execute(db);
    await counter.flush();
    expect([statements(), (await usage()).today - before]).toEqual([2, 2]);
  });

  test('wait for a database that fails for a moment, and are written completely afterwards', async () => {
    const { db } = portal.database;
    await sql`alter table key_calls rename to key_calls_gone`.execute(db);
    const logged = portal.logLines.length;
    await call(4);
    await eventually(() => portal.logLines.slice(logged).find((line) => line.includes('usage counts wait')));
    await sql`alter table key_calls_gone rename to key_calls`.execute(db);
    await call(1);
    expect((await usageWhen(({ today }) => today >= 1047)).today).toBe(1047);
  });

  test('are deleted with the key', async () => {
    await call(1);
    await operatorOf(portal).revoke(key.external_id);
    await portal.server.close();
    const rows = await portal.database.db
      .selectFrom('key_calls')
      .selectAll()
      .where('key_id', '=', key.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
