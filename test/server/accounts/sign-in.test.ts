import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import { alertIn, askForReset, openBrowser, outdateHash, setPassword } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('sign-in', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** The person has an account, and nobody is signed in in this browser. */
  async function newUser() {
    const email = `pilot-${++people}@teapot.example`;
    await portal.signUp(email);
    const browser = await openBrowser(portal);
    const guess = async (password: string) => (await browser.signIn(email, password)).statusCode;
    const guessWrong = async (times: number) => {
      const statuses: number[] = [];
      while (statuses.length < times) statuses.push(await guess(`wrong-${statuses.length}`));
      return statuses;
    };
    return { email, browser, guess, guessWrong };
  }

  test('with the right password redirects, and the status call returns the person', async () => {
    const { email, browser } = await newUser();
    const answer = await browser.signIn(email, goodPassword);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, pages.docs]);
    expect((await browser.get(calls.authStatus)).json()).toEqual({
      authenticated: true,
      user: { email, name: 'Alto Cumulus' },
    });
  });

  test('with a wrong one answers a 401 page with an alert, and signs nobody in', async () => {
    const { email, browser } = await newUser();
    const answer = await browser.signIn(email, `${goodPassword}x`);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(alertIn(answer.body)).toBe('Invalid email or password');
    expect((await browser.get(calls.authStatus)).json()).toEqual({ authenticated: false });
  });

  test('ignores the case of the address, and not of the password', async () => {
    const { email, browser, guess } = await newUser();
    expect(await guess(goodPassword.toUpperCase())).toBe(401);
    expect(await guess(` ${goodPassword}`)).toBe(401);
    expect((await browser.signIn(` ${email.toUpperCase()} `, goodPassword)).statusCode).toBe(302);
  });

  test.each([
    ['nothing', ''],
    ['no password', 'user%5Bemail%5D=a%40b.cd'],
    ['a list for an address', 'user%5Bemail%5D%5B%5D=a%40b.cd&user%5Bpassword%5D=x'],
    ['50 kB of password', `user%5Bemail%5D=a%40b.cd&user%5Bpassword%5D=${'x'.repeat(50_000)}`],
    ['broken escapes', 'user%5Bemail%5D=%E0%A4%A&user%5Bpassword%5D=%zz'],
  ])('with %s is a wrong one like any other', async (_, payload) => {
    const browser = await openBrowser(portal);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-csrf-token': browser.csrf };
    const answer = await browser.send({ method: 'POST', url: calls.signIn, payload, headers });
    expect([answer.statusCode, alertIn(answer.body)]).toEqual([401, 'Invalid email or password']);
  });

  describe('after wrong passwords', () => {
    test('five are free, then there is a delay, and the answer says how long', async () => {
      const { email, browser, guessWrong } = await newUser();
      expect(await guessWrong(5)).toEqual([401, 401, 401, 401, 401]);
      const answer = await browser.signIn(email, 'wrong again');
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe('30');
      expect(alertIn(answer.body)).toBe(
        'Too many wrong passwords for this address. Please try again in 30 seconds.',
      );
    });

    test("the right password has to wait too, so that guessing can't continue", async () => {
      const { guess, guessWrong } = await newUser();
      await guessWrong(5);
      expect(await guess(goodPassword)).toBe(429);
      portal.clock.pass(30);
      expect(await guess(goodPassword)).toBe(302);
    });

    test('the delay doubles, up to a quarter of an hour', async () => {
      const { email, browser, guess, guessWrong } = await newUser();
      await guessWrong(5);
      const waits: number[] = [];
      for (let round = 0; round < 7; round++) {
        const wait = Number((await browser.signIn(email, 'x')).headers['retry-after']);
        waits.push(wait);
        portal.clock.pass(wait - 1);
        expect(await guess('x')).toBe(429);
        portal.clock.pass(1);
        expect(await guess('x')).toBe(401);
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    });

    test('a right one clears the count of its own browser alone', async () => {
      const { email, guess, guessWrong } = await newUser();
      expect(await guessWrong(4)).toEqual([401, 401, 401, 401]);
      expect(await guess(goodPassword)).toBe(302);
      expect(await guessWrong(5)).toEqual([401, 401, 401, 401, 401]);
      const outsider = await openBrowser(portal);
      expect((await outsider.signIn(email, 'x')).statusCode).toBe(401);
      expect((await outsider.signIn(email, 'x')).statusCode).toBe(429);
    });

    test('a day without failures clears it for everyone', async () => {
      const { guessWrong } = await newUser();
      await guessWrong(4);
      portal.clock.pass(24 * 3600 + 1);
      expect(await guessWrong(5)).toEqual([401, 401, 401, 401, 401]);
    });

    test('guesses sent at once are counted one by one', async () => {
      const { email, browser } = await newUser();
      const guesses = Array.from({ length: 15 }, (_, index) => browser.signIn(email, `wrong-${index}`));
      const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    });

    test('a flood for one address gets 429 with a time to retry', async () => {
      const { email, browser } = await newUser();
      const answers = await Promise.all(Array.from({ length: 40 }, () => browser.signIn(email, 'wrong')));
      const refused = answers.filter((answer) => answer.statusCode === 429);
      expect(refused).toHaveLength(35);
      for (const answer of refused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    });

    test('another spelling or browser has the same delay, another address has not', async () => {
      const { email, guessWrong } = await newUser();
      await guessWrong(5);
      const outsider = await openBrowser(portal);
      outsider.address = '198.51.100.9';
      expect((await outsider.signIn(email.toUpperCase(), goodPassword)).statusCode).toBe(429);
      expect((await outsider.signIn('somebody-else@teapot.example', 'x')).statusCode).toBe(401);
    });

    test('nobody can lock another out: the reset works, and sign-in after it', async () => {
      const { email, guess, guessWrong } = await newUser();
      await guessWrong(5);
      const owner = await openBrowser(portal);
      const token = await askForReset(portal, owner, email);
      expect((await setPassword(owner, token, 'Another-Cloud-7')).json().success).toBe(true);
      expect((await owner.signIn(email, 'Another-Cloud-7')).statusCode).toBe(302);
      expect(await guess('Another-Cloud-7')).toBe(429);
    });
  });

  test('a hash with old parameters is upgraded at sign-in', async () => {
    const { email, guess } = await newUser();
    const stored = () =>
      portal.database.db
        .selectFrom('users')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
    const old = await outdateHash(portal, email, goodPassword);
    expect(await guess('wrong')).toBe(401);
    expect((await stored()).password_hash).toBe(old);
    expect(await guess(goodPassword)).toBe(302);
    expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await guess(goodPassword)).toBe(302);
  });
});
