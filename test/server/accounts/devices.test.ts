import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { askForReset, openBrowser, setPassword } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { dump, engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const newPassword = 'Another-Cloud-7';
const day = 24 * 3600;

describe.skipIf(engineMissing)('a browser that has signed in to an account before', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newEmail = () => `regular-${++people}@teapot.example`;
  const statusOf = async (browser: Browser, email: string, password = goodPassword) =>
    (await browser.signIn(email, password)).statusCode;

  async function guessWrong(browser: Browser, email: string, times: number): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < times) statuses.push(await statusOf(browser, email, `wrong-${statuses.length}`));
    return statuses;
  }

  async function reset(browser: Browser, email: string): Promise<void> {
    const answer = await setPassword(browser, await askForReset(portal, browser, email), newPassword);
    expect(answer.json().success).toBe(true);
  }

  /** The person has signed in and out in this browser. The attacker is on another network. */
  async function regular() {
    const email = newEmail();
    await portal.signUp(email);
    const owner = await openBrowser(portal);
    expect(await statusOf(owner, email)).toBe(302);
    await owner.get(calls.signOut);
    const outsider = await openBrowser(portal);
    outsider.address = '198.51.100.9';
    return { email, owner, outsider };
  }

  test("is not blocked by other people's guesses", async () => {
    const { email, owner, outsider } = await regular();
    await guessWrong(outsider, email, 5);
    expect(await statusOf(outsider, email)).toBe(429);
    expect(await statusOf(owner, email)).toBe(302);
    expect(await statusOf(outsider, email)).toBe(429);
  });

  test('nor is one that has just set the password without signing in', async () => {
    const { email, outsider } = await regular();
    await guessWrong(outsider, email, 5);
    const forgetful = await openBrowser(portal);
    await reset(forgetful, email);
    expect(await forgetful.user()).toBeUndefined();
    expect(await statusOf(outsider, email, newPassword)).toBe(429);
    expect(await statusOf(forgetful, email, newPassword)).toBe(302);
  });

  test('nor is the one that signed up', async () => {
    const email = newEmail();
    const owner = await portal.signUp(email);
    await owner.get(calls.signOut);
    await guessWrong(await openBrowser(portal), email, 5);
    expect(await statusOf(owner, email)).toBe(302);
  });

  test('has its own free tries and growing delay, until a right password', async () => {
    const { email, owner, outsider } = await regular();
    expect(await guessWrong(owner, email, 4)).toEqual([401, 401, 401, 401]);
    expect(await statusOf(owner, email)).toBe(302);
    expect(await guessWrong(owner, email, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await owner.signIn(email, goodPassword)).headers['retry-after']).toBe('30');
    portal.clock.pass(30);
    expect(await statusOf(owner, email, 'wrong')).toBe(401);
    expect((await owner.signIn(email, goodPassword)).headers['retry-after']).toBe('60');
    expect(await guessWrong(outsider, email, 1)).toEqual([401]);
  });

  test('is unknown to every other account', async () => {
    const { owner, outsider } = await regular();
    const other = newEmail();
    await portal.signUp(other);
    expect(await guessWrong(owner, other, 3)).toEqual([401, 401, 401]);
    expect(await guessWrong(outsider, other, 3)).toEqual([401, 401, 429]);
    expect(await statusOf(owner, other)).toBe(429);
  });

  test('is known only by a cookie that the portal has set', async () => {
    const { email, owner, outsider } = await regular();
    await guessWrong(outsider, email, 5);
    const id = owner.cookies.get('device')!;
    for (const made of ['a'.repeat(43), `${id}x`, id.slice(1), '']) {
      outsider.cookies.set('device', made);
      expect(await statusOf(outsider, email)).toBe(429);
    }
    expect(await dump(portal.database)).not.toContain(id);
  });

  test('is forgotten when the password is changed elsewhere', async () => {
    const { email, owner, outsider } = await regular();
    await reset(outsider, email);
    await guessWrong(await openBrowser(portal), email, 5);
    expect(await statusOf(owner, email, newPassword)).toBe(429);
    expect(await statusOf(outsider, email, newPassword)).toBe(302);
  });

  test('is forgotten after ninety days, and remembered again with each sign-in', async () => {
    const { email, owner, outsider } = await regular();
    portal.clock.pass(80 * day);
    expect(await statusOf(owner, email)).toBe(302);
    portal.clock.pass(80 * day);
    await guessWrong(outsider, email, 5);
    expect(await statusOf(owner, email)).toBe(302);
    portal.clock.pass(90 * day);
    await guessWrong(outsider, email, 5);
    expect(await statusOf(owner, email)).toBe(429);
  });

  test('is one of at most twenty: the most recently used stay', async () => {
    const { email, owner, outsider } = await regular();
    for (let count = 0; count < 22; count++) {
      portal.clock.pass(1);
      expect(await statusOf(await openBrowser(portal), email)).toBe(302);
    }
    const rows = await portal.database.db
      .selectFrom('devices')
      .innerJoin('users', 'users.id', 'devices.user_id')
      .select('id_hash')
      .where('email', '=', email)
      .execute();
    expect(rows).toHaveLength(20);
    await guessWrong(outsider, email, 5);
    expect(await statusOf(owner, email)).toBe(429);
  });

  test("doesn't change the visible count of the address, with and without an account", async () => {
    const { email } = await regular();
    const seen = async (address: string, meanwhile: () => Promise<unknown>) => {
      const outsider = await openBrowser(portal);
      const before = await guessWrong(outsider, address, 4);
      await meanwhile();
      return [...before, ...(await guessWrong(outsider, address, 2))];
    };
    const unknown = await seen(newEmail(), async () => {});
    expect(unknown).toEqual([401, 401, 401, 401, 401, 429]);
    const signedIn = await seen(email, async () => {
      expect(await statusOf(await openBrowser(portal), email)).toBe(302);
    });
    expect(signedIn).toEqual(unknown);
    portal.clock.pass(2 * day);
    const afterReset = await seen(email, async () => reset(await openBrowser(portal), email));
    expect(afterReset).toEqual(unknown);
  });
});
