import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createOperator, type Operator } from '../../../src/keys/operator.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('requests an hour', () => {
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
    key = await createKey(browser);
    closing.push(async () => browser.delete(calls.apiToken(key.id)));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function beside(): Promise<TestPortal> {
    const second = await startBeside(portal);
    closing.push(() => second.close());
    return second;
  }

  const call = (at = portal) => verify(at, withSecret(key));
  const remaining = (answer: Awaited<ReturnType<typeof call>>) =>
    Number(answer.headers['x-ratelimit-remaining']);
  const limitTo = (count: number) => operatorOf(portal).limit(key.external_id, String(count));

  async function allowed(count: number, at: TestPortal[] = [portal]): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => call(at[index % at.length])),
    );
    for (const answer of answers) expect([200, 429]).toContain(answer.statusCode);
    return answers.filter((answer) => answer.statusCode === 200).length;
  }

  const nextHour = () => (Math.floor(portal.clock.now() / 3_600_000) + 1) * 3600;
  const secondsToTheHour = () => nextHour() - portal.clock.now() / 1000;

  test('are in every answer: the limit, the rest, and the reset time', async () => {
    expect((await call()).headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
      'x-ratelimit-reset': String(nextHour()),
      'ratelimit-policy': '"hour";q=1000;w=3600',
      ratelimit: `"hour";r=999;t=${secondsToTheHour()}`,
    });
  });

  test('that a stopped process had leased are not lost', async () => {
    const second = await startBeside(portal);
    expect(remaining(await call(second))).toBe(999);
    await second.close();
    const { used } = await portal.database.db
      .selectFrom('key_quota')
      .select('used')
      .where('key_id', '=', key.id)
      .executeTakeFirstOrThrow();
    expect(Number(used)).toBe(1);
    expect(remaining(await call())).toBe(998);
  });

  test('count down one by one, over the end of a lease', async () => {
    const counted = [];
    for (let request = 0; request < 120; request++) counted.push(remaining(await call()));
    expect(counted).toEqual(Array.from({ length: 120 }, (_, index) => 999 - index));
  });

  test('end in 429 with the time to wait, and start again with the hour', async () => {
    await limitTo(5);
    const first = [await call(), await call(), await call(), await call(), await call()];
    expect(first.map((answer) => [answer.statusCode, remaining(answer)])).toEqual([
      [200, 4],
      [200, 3],
      [200, 2],
      [200, 1],
      [200, 0],
    ]);
    const answer = await call();
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({
      error: 'Too many requests: this key may make 5 an hour',
      success: false,
    });
    expect(answer.headers).toMatchObject({
      'retry-after': String(secondsToTheHour()),
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(nextHour()),
    });
    portal.clock.pass(secondsToTheHour() - 1);
    expect([(await call()).statusCode, (await call()).headers['retry-after']]).toEqual([429, '1']);
    portal.clock.pass(1);
    const again = await call();
    expect([again.statusCode, remaining(again)]).toEqual([200, 4]);
  });

  test('belong to one key: another one has its own', async () => {
    await limitTo(1);
    const other = await createKey(browser);
    closing.push(async () => browser.delete(calls.apiToken(other.id)));
    expect(await allowed(3)).toBe(1);
    expect((await verify(portal, withSecret(other))).statusCode).toBe(200);
  });

  test('may be zero', async () => {
    await limitTo(0);
    expect((await call()).statusCode).toBe(429);
  });

  test('are never more than the limit when they come at once', async () => {
    await limitTo(37);
    expect(await allowed(100)).toBe(37);
  });

  test('are never more than the limit over two processes, and at most their leases fewer', async () => {
    await limitTo(200);
    const second = await beside();
    const passed = await allowed(500, [portal, second]);
    expect(passed).toBeLessThanOrEqual(200);
    expect(passed).toBeGreaterThanOrEqual(200 - 2 * 10);
    expect(await allowed(50, [portal, second])).toBeLessThanOrEqual(200 - passed);
  });

  test('are never more than the limit when one process enters the next hour before the other', async () => {
    await limitTo(10);
    const ahead = await beside();
    ahead.clock.pass(secondsToTheHour());
    const passed = (await allowed(6, [ahead])) + (await allowed(10)) + (await allowed(10, [ahead]));
    expect(passed).toBe(10);
  });

  describe('changed by the operator, from another process', () => {
    let operator: Operator;
    beforeEach(() => {
      const { db, close } = portal.database.openAgain();
      closing.push(close);
      operator = createOperator({ db, now: portal.clock.now });
    });

    /** Calls until the response has the new limit; fails if that takes a second. */
    const untilTold = (limit: number) =>
      eventually(async () => {
        const answer = await call();
        return answer.headers['x-ratelimit-limit'] === String(limit) ? answer : undefined;
      }, 1);

    test('apply within a second', async () => {
      await call();
      await operator.limit(key.external_id, '7000');
      expect(remaining(await untilTold(7000))).toBeGreaterThan(6900);
    });

    test('that are fewer than were used deny all calls, whatever was leased', async () => {
      expect(await allowed(10)).toBe(10);
      await operator.limit(key.external_id, '10');
      expect((await untilTold(10)).statusCode).toBe(429);
      expect(await allowed(20)).toBe(0);
    });

    test('that are more continue from those used', async () => {
      await limitTo(3);
      expect(await allowed(5)).toBe(3);
      await operator.limit(key.external_id, '40');
      expect(remaining(await untilTold(40))).toBe(36);
      expect(await allowed(60)).toBe(36);
    });

    test('lose nothing of a lease', async () => {
      await call();
      await operator.limit(key.external_id, '100');
      const answer = await untilTold(100);
      const { used } = await portal.database.db
        .selectFrom('key_quota')
        .select('used')
        .executeTakeFirstOrThrow();
      expect(used).toBeLessThanOrEqual(100 - remaining(answer) + 5);
      expect(remaining(answer)).toBeGreaterThan(70);
    });
  });
});
