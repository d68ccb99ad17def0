import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deletionPhrase } from '../../../src/account-settings/contract.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import {
  alertIn,
  askForCode,
  openBrowser,
  otherCode,
  setPassword,
  verifyCode,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing, freshDatabase } from '../../helpers/database.ts';
import { createKey } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('limits for a network address', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function start(
    env: Record<string, string>,
    ...database: Parameters<typeof startPortal>[1][]
  ): Promise<TestPortal> {
    const portal = await startPortal(env, ...database);
    closing.push(() => portal.close());
    return portal;
  }

  let people = 0;
  /** Sends requests for one new person after another, from one address. */
  async function ask(browser: Browser, headers: Record<string, string> = {}): Promise<number> {
    const answer = await browser.post(
      calls.forgotPassword,
      { email: `person-${++people}@teapot.example` },
      headers,
    );
    return answer.statusCode;
  }

  async function from(portal: TestPortal, address: string): Promise<Browser> {
    const browser = await openBrowser(portal);
    browser.address = address;
    return browser;
  }

  test('allow thirty resets an hour, and tell the next one when to retry', async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '1' });
    const browser = await openBrowser(portal);
    for (let count = 0; count < 30; count++) expect(await ask(browser)).toBe(200);
    portal.clock.pass(600);
    const answer = await browser.post(calls.forgotPassword, { email: 'one-more@teapot.example' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3000']);
    expect(answer.json().error).toBe(
      'Too many requests to reset a password. Please try again in 50 minutes.',
    );
    expect(await ask(await from(portal, '198.51.100.1'))).toBe(200);
    portal.clock.pass(3000);
    expect(await ask(browser)).toBe(200);
  });

  test('apply to sign-ins with any email address, and are shown in an alert', async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.05' });
    const browser = await openBrowser(portal);
    for (const name of ['a', 'b', 'c'])
      expect((await browser.signIn(`${name}@teapot.example`, 'x')).statusCode).toBe(401);
    const answer = await browser.signIn('d@teapot.example', 'x');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900']);
    expect(alertIn(answer.body)).toBe('Too many sign-in attempts. Please try again in 15 minutes.');
  });

  test.each([
    ['codes', 'POST', calls.sendVerificationCode, 'Too many requests for a code.'],
    ['tries of codes', 'POST', calls.verifyCode, 'Too many attempts to enter a code.'],
    ['sign-ups', 'POST', calls.signUp, 'Too many sign-up attempts.'],
    ['new passwords', 'PUT', calls.password, 'Too many attempts to set a password.'],
  ] as const)('hold for %s', async (_, method, url, sentence) => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.001' });
    const browser = await openBrowser(portal);
    const send = () => (method === 'PUT' ? browser.put(url, {}) : browser.post(url, {}));
    expect((await send()).statusCode).toBe(422);
    const answer = await send();
    expect(answer.statusCode).toBe(429);
    expect(answer.json().error).toBe(`${sentence} Please try again in 1 hour.`);
  });

  test('count all addresses of an IPv6 network together, and every spelling of an IPv4 address', async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.001' });
    expect(await ask(await from(portal, '2001:db8:1:2::1'))).toBe(200);
    expect(await ask(await from(portal, '2001:db8:1:2:ffff::9'))).toBe(429);
    expect(await ask(await from(portal, '2001:db8:1:3::1'))).toBe(200);
    expect(await ask(await from(portal, '192.0.2.1'))).toBe(200);
    expect(await ask(await from(portal, '::ffff:192.0.2.1'))).toBe(429);
  });

  test('grow with an IPv6 network: twice as much for its /56, four times for its /48, whatever the /64', async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.001' });
    const askFrom = async (network: string) => ask(await from(portal, `2001:db8:1:${network}::1`));
    // Refused requests of one address do not count for its neighbours.
    const sameHouse = [
      await askFrom('201'),
      await askFrom('201'),
      await askFrom('202'),
      await askFrom('203'),
    ];
    expect(sameHouse).toEqual([200, 429, 200, 429]);
    const sameStreet = [await askFrom('301'), await askFrom('401'), await askFrom('501')];
    expect(sameStreet).toEqual([200, 200, 429]);
    expect(await ask(await from(portal, '2001:db8:2:301::1'))).toBe(200);
  });

  test("can't be avoided by claiming another address", async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.001' });
    const browser = await from(portal, '192.0.2.1');
    expect(await ask(browser)).toBe(200);
    const spoofed = [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'client-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ];
    for (const name of spoofed) expect(await ask(browser, { [name]: '198.51.100.1' })).toBe(429);
  });

  test('use the client address of a trusted proxy, not what the client claims', async () => {
    const portal = await start({ RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: '1' });
    const proxy = await from(portal, '10.0.0.1');
    expect(await ask(proxy, { 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    expect(await ask(proxy, { 'x-forwarded-for': '192.0.2.2' })).toBe(200);
    expect(await ask(proxy, { 'x-forwarded-for': '198.51.100.77, 192.0.2.1' })).toBe(429);
    expect(await ask(proxy, { 'x-forwarded-for': '198.51.100.78, 192.0.2.3' })).toBe(200);
  });

  test('apply across all processes on one database', async () => {
    const database = await freshDatabase();
    closing.push(() => database.close());
    const env = { RATE_LIMIT_FACTOR: '0.1', SECRET_KEY: 's'.repeat(40) };
    const [one, other] = [
      await start(env, { ...database, ...database.openAgain() }),
      await start(env, { ...database, ...database.openAgain() }),
    ];
    const [near, far] = [await openBrowser(one), await openBrowser(other)];
    const statuses = [await ask(near), await ask(far), await ask(near), await ask(far)];
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("don't relax the limits of an email address across two processes", async () => {
    const database = await freshDatabase();
    closing.push(() => database.close());
    const env = { RATE_LIMIT_FACTOR: '100000', SECRET_KEY: 's'.repeat(40) };
    const [one, other] = [
      await start(env, { ...database, ...database.openAgain() }),
      await start(env, { ...database, ...database.openAgain() }),
    ];
    const [near, far] = [await openBrowser(one), await openBrowser(other)];
    const guesses: number[] = [];
    for (const browser of [near, far, near, far, near, far]) {
      guesses.push((await browser.signIn('nimbo@teapot.example', 'x')).statusCode);
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    const asked = await askForCode(one, near, 'alto@teapot.example');
    far.cookies.set('visitor', near.cookies.get('visitor')!);
    await far.open();
    expect((await far.post(calls.sendVerificationCode, { email: asked.email })).statusCode).toBe(429);
    for (const browser of [near, far, near, far, near]) {
      expect((await verifyCode(browser, asked, otherCode(asked.code))).statusCode).toBe(422);
    }
    expect((await verifyCode(far, asked)).statusCode).toBe(422);
  });
});

describe.skipIf(engineMissing)('limits on harmless actions', () => {
  let portal: TestPortal;
  let owner: Browser;
  let keys: CreatedApiToken[];
  const email = 'busy@teapot.example';
  const password = goodPassword;
  const nextPassword = 'Stratus-4-over-Kiel';
  beforeAll(async () => {
    portal = await startPortal({ RATE_LIMIT_FACTOR: '1' });
    owner = await portal.signUp(email);
    keys = [await createKey(owner), await createKey(owner)];
    for (const { id } of keys)
      expect((await owner.post(calls.rotateToken(id), { overlap: '7d', password })).statusCode).toBe(200);
  });
  afterAll(() => portal.close());

  /** Repeats the request until it is refused. */
  async function exhaust(act: () => ReturnType<Browser['send']>): Promise<number> {
    for (let count = 1; count <= 200; count++) if ((await act()).statusCode === 429) return count;
    throw new Error('There is no limit');
  }

  test('are reached by renaming, by new keys, by sign-ins and by opening links', async () => {
    const [{ id, external_id }] = keys as [CreatedApiToken];
    const outsider = await openBrowser(portal);
    expect(await exhaust(() => owner.put(calls.accountName, { name: 'Alto Cumulus' }))).toBe(61);
    expect(await exhaust(() => owner.put(calls.apiToken(id), { name: 'Vane', external_id }))).toBeGreaterThan(
      90,
    );
    expect(await exhaust(() => owner.post(calls.accountExport, { password }))).toBeLessThan(12);
    expect(await exhaust(() => outsider.signIn('nobody@teapot.example', 'x'))).toBeLessThan(62);
    const opened = () => outsider.post(calls.passwordLink, { reset_password_token: 'x' });
    expect(await exhaust(opened)).toBe(31);
  });

  test.each<[string, () => ReturnType<Browser['send']>]>([
    ['revoke an old secret', () => owner.post(calls.revokeOldSecret(keys[0]!.id), {})],
    ['discard a new secret', () => owner.post(calls.discardNewSecret(keys[1]!.id), { password })],
    ['delete a key', () => owner.delete(calls.apiToken(keys[0]!.id))],
    ['sign out everywhere else', () => owner.delete(calls.accountSessions)],
    [
      'change the password',
      () =>
        owner.put(calls.accountPassword, {
          current_password: password,
          password: nextPassword,
          password_confirmation: nextPassword,
        }),
    ],
    [
      'delete the account',
      () => owner.post(calls.accountDeletion, { phrase: deletionPhrase(email), password: nextPassword }),
    ],
  ])('do not keep anybody from what protects them: they %s', async (_, act) => {
    const answer = await act();
    expect([answer.statusCode, answer.json().success]).toEqual([200, true]);
  });

  test("don't block links that undo an email change or set a password", async () => {
    const visitor = await openBrowser(portal);
    const undone = await visitor.post(calls.undoEmail, { undo_token: 'x' });
    const set = await setPassword(visitor, 'x', nextPassword);
    expect([undone.json().code, set.json().code]).toEqual(['unknown-link', 'unknown-link']);
  });
});

describe.skipIf(engineMissing)('limits on protective actions', () => {
  test("are separate: wrong passwords at one don't block another", async () => {
    const portal = await startPortal({ RATE_LIMIT_FACTOR: '1' });
    const owner = await portal.signUp('guessed@teapot.example');
    const change = { current_password: 'Wrong-1-guess', password: 'x', password_confirmation: 'x' };
    for (let count = 0; count < 70; count++) await owner.put(calls.accountPassword, change);
    expect((await owner.put(calls.accountPassword, change)).statusCode).toBe(429);
    expect((await owner.delete(calls.accountSessions)).statusCode).toBe(200);
    await portal.close();
  });
});
