import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/platform/secrets.ts';
import { calls, pages } from '../../../src/urls.ts';
import {
  askForReset,
  openBrowser,
  setPassword,
  signUpForm,
  verifiedBrowser,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const day = 24 * 3600;

describe.skipIf(engineMissing)('sessions', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const idOf = (browser: Browser) => browser.cookies.get('visitor')!;
  const sessionsOf = (id: string) =>
    portal.database.db.selectFrom('sessions').selectAll().where('id_hash', '=', sha256(id)).execute();

  /** The thief has the cookie and nothing else. */
  function thief(id: string): Browser {
    const browser = portal.browser();
    browser.cookies.set('visitor', id);
    return browser;
  }

  async function signedIn(email: string): Promise<Browser> {
    const browser = await openBrowser(portal);
    await browser.signIn(email, goodPassword);
    return browser;
  }

  test('have an id of 256 random bits, of which the database holds a hash', async () => {
    const browser = await portal.signUp();
    expect(idOf(browser)).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(idOf(browser), 'base64url')).toHaveLength(32);
    expect(await sessionsOf(idOf(browser))).toHaveLength(1);
    const all = await portal.database.db.selectFrom('sessions').select('id_hash').execute();
    expect(all.map((row) => row.id_hash)).not.toContain(idOf(browser));
  });

  test('a visitor who only reads has no session', async () => {
    const browser = await openBrowser(portal);
    await browser.get(calls.authStatus);
    await browser.get(pages.landing);
    expect(await sessionsOf(idOf(browser))).toEqual([]);
  });

  describe('get a new id', () => {
    test('at sign-up, so that a planted or observed one is worthless', async () => {
      const browser = await verifiedBrowser(portal, 'fixed-1@teapot.example');
      const before = idOf(browser);
      await browser.post(calls.signUp, signUpForm('fixed-1@teapot.example'));
      expect(idOf(browser)).not.toBe(before);
      expect(await browser.user()).toBeDefined();
      expect(await thief(before).user()).toBeUndefined();
      expect(await sessionsOf(before)).toEqual([]);
    });

    test('at sign-in', async () => {
      await portal.signUp('fixed-2@teapot.example');
      const planted = await openBrowser(portal);
      const victim = thief(idOf(planted));
      await victim.open();
      expect(idOf(victim)).toBe(idOf(planted));
      await victim.signIn('fixed-2@teapot.example', goodPassword);
      expect(await victim.user()).toBeDefined();
      expect(await planted.user()).toBeUndefined();
      expect(idOf(victim)).not.toBe(idOf(planted));
    });

    test('at a second sign-in in the same browser, which ends the first', async () => {
      const browser = await portal.signUp('fixed-3@teapot.example');
      const before = idOf(browser);
      expect((await browser.signIn('fixed-3@teapot.example', goodPassword)).statusCode).toBe(302);
      expect(idOf(browser)).not.toBe(before);
      expect(await thief(before).user()).toBeUndefined();
    });
  });

  test('a cookie that is no id is replaced', async () => {
    for (const id of ['x', 'admin', 'a'.repeat(42), `${'a'.repeat(43)}!`]) {
      const browser = thief(id);
      await browser.open();
      expect(idOf(browser)).not.toBe(id);
      expect(idOf(browser)).toMatch(/^[\w-]{43}$/);
    }
  });

  test('a replayed cookie is not signed in after sign-out', async () => {
    const browser = await portal.signUp();
    const before = idOf(browser);
    const answer = await browser.get(calls.signOut);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, pages.docs]);
    expect(await browser.user()).toBeUndefined();
    expect(await thief(before).user()).toBeUndefined();
    expect(await sessionsOf(before)).toEqual([]);
    expect(idOf(browser)).not.toBe(before);
  });

  test('sign-out in one browser leaves the others signed in', async () => {
    const one = await portal.signUp('two-places@teapot.example');
    const other = await signedIn('two-places@teapot.example');
    await one.get(calls.signOut);
    expect(await other.user()).toBeDefined();
  });

  test('are not ended by another site or by a prefetch', async () => {
    const browser = await portal.signUp();
    const unasked: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
    ];
    for (const headers of unasked) {
      expect((await browser.get(calls.signOut, headers)).statusCode).toBe(302);
      expect(await browser.user()).toBeDefined();
    }
    await browser.get(calls.signOut, { 'sec-fetch-site': 'same-origin' });
    expect(await browser.user()).toBeUndefined();
  });

  test('are ended by opening the sign-out URL', async () => {
    const browser = await portal.signUp();
    await browser.get(calls.signOut, { 'sec-fetch-site': 'none' });
    expect(await browser.user()).toBeUndefined();
  });

  test('a new password ends all of them, also where it was set', async () => {
    const email = 'everywhere@teapot.example';
    const one = await portal.signUp(email);
    const other = await signedIn(email);
    const outsider = await portal.signUp();
    const before = idOf(one);
    const answer = await setPassword(one, await askForReset(portal, one, email), 'Another-Cloud-7');
    expect(answer.json().success).toBe(true);
    expect(idOf(one)).not.toBe(before);
    for (const browser of [one, other, thief(before)]) expect(await browser.user()).toBeUndefined();
    expect(await outsider.user()).toBeDefined();
  });

  test('end after 30 days without a visit, and not before', async () => {
    const [idle, visiting] = [await portal.signUp(), await portal.signUp()];
    portal.clock.pass(29 * day);
    expect(await visiting.user()).toBeDefined();
    portal.clock.pass(day + 1);
    expect(await idle.user()).toBeUndefined();
    expect(await visiting.user()).toBeDefined();
  });

  test('end after 90 days however often they are used', async () => {
    const browser = await portal.signUp();
    for (let round = 0; round < 6; round++) {
      portal.clock.pass(15 * day - 1);
      expect(await browser.user()).toBeDefined();
    }
    portal.clock.pass(7);
    expect(await browser.user()).toBeUndefined();
  });

  test('the status call and every answer that changes the session have the current token', async () => {
    const browser = await openBrowser(portal);
    browser.csrf = '';
    await browser.get(calls.authStatus);
    expect(browser.csrf).toHaveLength(95);
    await portal.signUp('teller@teapot.example');
    await browser.signIn('teller@teapot.example', goodPassword);
    expect((await browser.post(calls.verifyCode, {})).statusCode).toBe(422);
    await browser.get(calls.signOut);
    expect((await browser.post(calls.verifyCode, {})).statusCode).toBe(422);
  });
});
