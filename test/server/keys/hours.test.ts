import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken, KeyHour, TokensAnswer } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('the hourly usage of a key', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp('gust@example.com');
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  async function hourOf({ id }: CreatedApiToken): Promise<KeyHour> {
    const { hours }: TokensAnswer = (await browser.get(calls.apiTokens)).json();
    return hours[id]!;
  }
  async function call(times: number, of = key, at = portal): Promise<void> {
    for (let done = 0; done < times; done++) await verify(at, withSecret(of));
  }

  test('is zero before the first call, with its limit and its end', async () => {
    const end = (Math.floor(portal.clock.now() / 3_600_000) + 1) * 3_600_000;
    expect(await hourOf(key)).toEqual({ limit: 1000, used: 0, resets_at: new Date(end).toISOString() });
  });

  test('counts what was used, not what this process has leased', async () => {
    await call(3);
    expect(await hourOf(key)).toMatchObject({ limit: 1000, used: 3 });
    const other = await createKey(browser);
    await call(2, other);
    expect([(await hourOf(key)).used, (await hourOf(other)).used]).toEqual([3, 2]);
  });

  test("is the person's if that has fewer left", async () => {
    await operatorOf(portal).limit('gust@example.com', '6');
    expect(await hourOf(key)).toMatchObject({ limit: 6, used: 5 });
    await operatorOf(portal).limit('gust@example.com', '5000');
  });

  test('counts what another process has allowed or leased', async () => {
    const second = await startBeside(portal);
    await call(1, key, second);
    const { used } = await hourOf(key);
    expect(used).toBeGreaterThan(3);
    expect(used).toBeLessThanOrEqual(3 + 50);
    await second.close();
    await eventually(async () => ((await hourOf(key)).used === 4 ? true : undefined));
  });

  test('starts at zero in the next hour', async () => {
    portal.clock.pass(3600);
    expect(await hourOf(key)).toMatchObject({ limit: 1000, used: 0 });
  });
});
