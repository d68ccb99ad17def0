import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressHashes } from '../../../src/accounts/address-history.ts';
import { KeyCache } from '../../../src/gateway/key-cache.ts';
import { Quota } from '../../../src/gateway/quota.ts';
import { moveHourUse } from '../../../src/gateway/quota-store.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const email = 'stratus@example.com';

describe.skipIf(engineMissing)('requests an hour of one person', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeEach(async () => {
    portal = await startPortal();
    browser = await portal.signUp(email);
  });
  afterEach(() => portal.close());

  const call = (key: CreatedApiToken) => verify(portal, withSecret(key));
  async function allowed(key: CreatedApiToken, count: number): Promise<number> {
    const answers = await Promise.all(Array.from({ length: count }, () => call(key)));
    return answers.filter(({ statusCode }) => statusCode === 200).length;
  }

  test('are one sum over all keys, and the answer has the smaller rest', async () => {
    await operatorOf(portal).limit(email, '30');
    const [one, other] = [await createKey(browser), await createKey(browser)];
    await operatorOf(portal).limit(other.external_id, '25');
    expect((await call(one)).headers).toMatchObject({
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
    });
    expect((await call(other)).headers).toMatchObject({
      'x-ratelimit-limit': '25',
      'x-ratelimit-remaining': '24',
    });
    expect(await allowed(one, 18)).toBe(18);
    expect(await allowed(other, 20)).toBe(10);
    const answer = await call(other);
    expect([answer.statusCode, answer.json().error]).toEqual([
      429,
      'Too many requests: your keys together may make 30 an hour',
    ]);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0' });
  });

  test('are not renewed by creating and deleting keys', async () => {
    await operatorOf(portal).limit(email, '40');
    let passed = 0;
    for (let round = 0; round < 8; round++) {
      const key = await createKey(browser);
      passed += await allowed(key, 10);
      await browser.delete(calls.apiToken(key.id));
    }
    expect(passed).toBeLessThanOrEqual(40);
    expect(passed).toBeGreaterThanOrEqual(38);
  });

  const parts = () => {
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    const quota = new Quota({ db, secrets, processes: { count: 1 }, now: portal.clock.now });
    return { db, secrets, quota, cache: new KeyCache({ db, secrets, log: createLog('fatal') }) };
  };

  test('are not renewed by deleting the account and signing up again, until the hour ends', async () => {
    await operatorOf(portal).limit(email, '40');
    const used = await allowed(await createKey(browser), 12);
    const { db, secrets } = parts();
    const deleteAccount = () =>
      db.transaction().execute(async (trx) => {
        const person = await trx
          .selectFrom('users')
          .select(['id', 'email'])
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        await moveHourUse(trx, person.id, addressHashes(secrets, email));
        await trx.deleteFrom('users').where('id', '=', person.id).execute();
      });
    /** Signs up again, and returns how many calls the rest of the hour allows. */
    const comeBack = async () => {
      portal.clock.pass(61);
      const key = await createKey(await portal.signUp(email));
      await operatorOf(portal).limit(email, '40');
      return allowed(key, 60);
    };
    await deleteAccount();
    const owners = await db.selectFrom('person_quota').select('owner').execute();
    expect(owners).toEqual([{ owner: expect.not.stringContaining('stratus') }]);
    const second = await comeBack();
    expect(used + second).toBeLessThanOrEqual(40);
    expect(used + second).toBeGreaterThanOrEqual(38);
    await deleteAccount();
    expect(await comeBack()).toBe(0);
    await deleteAccount();
    portal.clock.pass(3600);
    expect(await comeBack()).toBe(40);
  });

  test('may cost more than one per call: never above the limit, and a cheaper call still passes', async () => {
    const key = await createKey(browser);
    await operatorOf(portal).limit(key.external_id, '20');
    const { quota, cache } = parts();
    const cached = (await cache.find(key.external_id))!;
    const taken = [8, 8, 8, 5, 4, 1].map(async (cost) => (await quota.take(cached, cost))?.allowed);
    expect(await Promise.all(taken)).toEqual([true, true, false, false, true, false]);
  });

  test('of a deleted key are not counted, and leave no row', async () => {
    const { db } = portal.database;
    const key = await createKey(browser);
    const { quota, cache } = parts();
    const cached = (await cache.find(key.external_id))!;
    const before = await db.selectFrom('person_quota').selectAll().execute();
    await db.deleteFrom('api_keys').where('id', '=', key.id).execute();
    expect(await Promise.all([1, 5, 1].map((cost) => quota.take(cached, cost)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await db.selectFrom('person_quota').selectAll().execute()).toEqual(before);
  });
});
