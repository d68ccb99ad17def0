import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { openBrowser, otherCode } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing, freshDatabase, watched } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const hashes = vi.hoisted(() => ({ made: 0 }));

// The hash is Node's own, with a counter.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (...args) => {
    hashes.made++;
    return crypto.argon2(...args);
  };
  return { ...crypto, argon2 };
});

/** A caller must not learn whether an address has an account: neither from the response nor from the work it causes. */
describe.skipIf(engineMissing)('a known and an unknown address get the same', () => {
  const known = 'known@teapot.example';
  const unknown = 'nobody@teapot.example';
  let portal: TestPortal;
  let statements: string[];

  beforeAll(async () => {
    const database = watched(await freshDatabase());
    statements = database.statements;
    portal = await startPortal({}, database);
    await portal.signUp(known);
    // The work of the queue after the answer is not measured here.
    await portal.mail.stop();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.clock.pass(24 * 3600));

  /** The process announces itself to the others by the clock, whatever is called. */
  const heartbeat = /"processes"/;

  interface Seen {
    status: number;
    headers: unknown;
    body: string;
    statements: string[];
    hashes: number;
  }

  /** Returns what a caller sees of one call, and its cost. Random values are left out. */
  async function look(
    ask: (browser: Browser) => Promise<LightMyRequestResponse>,
    browser: Browser,
  ): Promise<Seen> {
    statements.length = 0;
    hashes.made = 0;
    const answer = await ask(browser);
    const { date, 'x-csrf-token': token, 'set-cookie': cookie, ...headers } = answer.headers;
    return {
      status: answer.statusCode,
      headers: { ...headers, token: String(token).length, cookie: String(cookie).length },
      body: answer.body.replace(/"verification_token":"[\w-]{43}"/, '"verification_token":"…"'),
      statements: statements.filter((text) => !heartbeat.test(text)),
      hashes: hashes.made,
    };
  }

  async function compare(
    ask: (email: string) => (browser: Browser) => Promise<LightMyRequestResponse>,
  ): Promise<Seen> {
    const first = await look(ask(unknown), await openBrowser(portal));
    const second = await look(ask(known), await openBrowser(portal));
    expect(second).toEqual(first);
    expect(first.statements.length).toBeGreaterThan(0);
    return first;
  }

  test('at sign-in: page, queries and one hash, from the first attempt of the process on', async () => {
    const seen = await compare((email) => (browser) => browser.signIn(email, 'Wrong-password-1'));
    expect([seen.status, seen.hashes]).toEqual([401, 1]);
  });

  test('at every further wrong password, before and during the delay', async () => {
    for (let round = 0; round < 5; round++) {
      await compare((email) => (browser) => browser.signIn(email, `Wrong-password-${round}`));
    }
    const seen = await compare((email) => (browser) => browser.signIn(email, 'Wrong-password-9'));
    expect([seen.status, seen.hashes]).toEqual([429, 0]);
  });

  test('when a password is forgotten', async () => {
    const seen = await compare((email) => (browser) => browser.post(calls.forgotPassword, { email }));
    expect([seen.status, seen.body, seen.hashes]).toEqual([200, '{"success":true}', 0]);
  });

  test('when it is forgotten again at once', async () => {
    await compare((email) => (browser) => browser.post(calls.forgotPassword, { email }));
    const seen = await compare((email) => (browser) => browser.post(calls.forgotPassword, { email }));
    expect(seen.status).toBe(429);
  });

  test('when a code is asked for', async () => {
    const seen = await compare((email) => (browser) => browser.post(calls.sendVerificationCode, { email }));
    expect([seen.status, seen.body]).toEqual([200, '{"success":true,"verification_token":"…"}']);
  });

  test('when a wrong code is entered, until it is dead and after', async () => {
    const tokens = new Map<string, { browser: Browser; token: string }>();
    for (const email of [known, unknown]) {
      const browser = await openBrowser(portal);
      const { verification_token: token } = (
        await browser.post(calls.sendVerificationCode, { email })
      ).json();
      tokens.set(email, { browser, token });
    }
    const enter = (email: string) => async () => {
      const { browser, token } = tokens.get(email)!;
      return browser.post(calls.verifyCode, { email, code: otherCode('000000'), verification_token: token });
    };
    for (let count = 1; count < 5; count++) {
      expect(await compare(enter)).toMatchObject({
        status: 422,
        body: expect.stringContaining('"code":"wrong-code"'),
      });
    }
    for (let count = 5; count < 7; count++) {
      expect(await compare(enter)).toMatchObject({
        status: 422,
        body: expect.stringContaining('"code":"dead-code"'),
      });
    }
  });

  test('when the last step is tried without a code', async () => {
    const seen = await compare(
      (email) => (browser) =>
        browser.post(calls.signUp, { name: 'A', email, password: 'x', password_confirmation: 'x' }),
    );
    expect([seen.status, seen.hashes]).toEqual([422, 0]);
    expect(seen.body).toContain('Verify your email address first');
  });
});
