import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import {
  askForCode,
  lastMailTo,
  openBrowser,
  otherCode,
  signUpForm,
  verifiedBrowser,
  verifyCode,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing, freshDatabase } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const minute = 60;

describe.skipIf(engineMissing)('the last step of sign-up', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newEmail = () => `climber-${++people}@teapot.example`;
  const users = async (email: string) =>
    (await portal.database.db.selectFrom('users').select('email').where('email', '=', email).execute())
      .length;

  async function expectNotVerified(browser: Browser, email: string): Promise<void> {
    const answer = await browser.post(calls.signUp, signUpForm(email));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      success: false,
      code: 'not-verified',
      error: 'Verify your email address first',
      errors: ['Verify your email address first'],
    });
    expect(await browser.user()).toBeUndefined();
  }

  test('tried first leaves no row', async () => {
    const { db } = portal.database;
    const count = async () => {
      const tables = ['users', 'sessions', 'verification_codes', 'mail_queue'] as const;
      return Promise.all(
        tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      );
    };
    const before = await count();
    const browser = await openBrowser(portal);
    await expectNotVerified(browser, newEmail());
    const invented = { email: newEmail(), code: '123456', verification_token: 'a'.repeat(43) };
    expect((await verifyCode(browser, invented)).statusCode).toBe(422);
    await expectNotVerified(browser, invented.email);
    expect(await count()).toEqual(before);
  });

  test('fails after a code that was only sent, or entered wrong', async () => {
    const browser = await openBrowser(portal);
    const asked = await askForCode(portal, browser, newEmail());
    await expectNotVerified(browser, asked.email);
    await verifyCode(browser, asked, otherCode(asked.code));
    await expectNotVerified(browser, asked.email);
    expect(await users(asked.email)).toBe(0);
  });

  test('fails for another address and in another browser', async () => {
    const email = newEmail();
    const browser = await verifiedBrowser(portal, email);
    await expectNotVerified(browser, newEmail());
    await expectNotVerified(await openBrowser(portal), email);
    expect((await browser.post(calls.signUp, signUpForm(email))).statusCode).toBe(200);
  });

  test('works up to thirty minutes after the code', async () => {
    const [early, late] = [newEmail(), newEmail()];
    const [one, other] = [await verifiedBrowser(portal, early), await verifiedBrowser(portal, late)];
    portal.clock.pass(30 * minute - 1);
    expect((await one.post(calls.signUp, signUpForm(early))).statusCode).toBe(200);
    portal.clock.pass(1);
    await expectNotVerified(other, late);
  });

  test('a rejected password can be corrected without a new code', async () => {
    const email = newEmail();
    const browser = await verifiedBrowser(portal, email);
    const refused = await browser.post(calls.signUp, signUpForm(email, { password: 'password' }));
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({
      success: false,
      code: 'bad-password',
      error: 'Password needs: one uppercase letter',
      errors: [
        'Password needs: one uppercase letter',
        'Password needs: one number',
        'Password needs: one special character',
      ],
    });
    const unequal = { ...signUpForm(email), password_confirmation: `${goodPassword} ` };
    expect((await browser.post(calls.signUp, unequal)).json().errors).toEqual(['Passwords do not match']);
    const common = await browser.post(calls.signUp, signUpForm(email, { password: 'Password-2026' }));
    expect(common.json().error).toMatch(/^This password is easy to guess/);
    expect(await users(email)).toBe(0);
    expect((await browser.post(calls.signUp, signUpForm(email))).statusCode).toBe(200);
  });

  test('a used code works neither to verify nor to sign up', async () => {
    const browser = await openBrowser(portal);
    const asked = await askForCode(portal, browser, newEmail());
    await verifyCode(browser, asked);
    const before = browser.cookies.get('visitor')!;
    expect((await browser.post(calls.signUp, signUpForm(asked.email))).statusCode).toBe(200);
    const replay = portal.browser();
    replay.cookies.set('visitor', before);
    await replay.open();
    expect((await verifyCode(replay, asked)).statusCode).toBe(422);
    await expectNotVerified(replay, asked.email);
    expect((await verifyCode(browser, asked)).statusCode).toBe(422);
    expect(await users(asked.email)).toBe(1);
  });

  test('sent fifty times at once makes one account', async () => {
    const email = newEmail();
    const browser = await verifiedBrowser(portal, email);
    const cookie = `visitor=${browser.cookies.get('visitor')}`;
    const send = () =>
      portal.server.inject({
        method: 'POST',
        url: calls.signUp,
        payload: signUpForm(email),
        headers: { cookie, 'x-csrf-token': browser.csrf },
      });
    const statuses = (await Promise.all(Array.from({ length: 50 }, send))).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The others find the code used, or the hashing queue full.
    expect(statuses.filter((status) => [422, 503].includes(status))).toHaveLength(49);
    expect(await users(email)).toBe(1);
  });

  test('two codes for one address make one account', async () => {
    const email = newEmail();
    const one = await verifiedBrowser(portal, email);
    portal.clock.pass(minute);
    const other = await verifiedBrowser(portal, email);
    const answers = await Promise.all(
      [one, other].map((browser) => browser.post(calls.signUp, signUpForm(email))),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422]);
    const refused = answers.find((answer) => answer.statusCode === 422)!;
    expect(refused.json().error).toBe('This email address already has an account. Sign in instead');
    expect(await users(email)).toBe(1);
  });

  test('extra fields change nothing', async () => {
    const email = newEmail();
    const browser = await verifiedBrowser(portal, email);
    const form = { ...signUpForm(email), id: 'mine', roles: ['all_access'], created_at: 0, verified: true };
    expect((await browser.post(calls.signUp, form)).json()).toEqual({
      success: true,
      user: { email, name: 'Alto Cumulus' },
    });
  });
});

describe.skipIf(engineMissing)('a database that fails in the last step', () => {
  test('leaves no account without its session, and the code valid for another try', async () => {
    let isAway = false;
    const database = await freshDatabase();
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        const isOpeningSession =
          node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('sessions');
        if (isAway && isOpeningSession) throw new Error('Connection terminated');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const portal = await startPortal({}, { ...database, db });
    const email = 'halfway@teapot.example';
    const browser = await verifiedBrowser(portal, email);
    const visitor = browser.cookies.get('visitor');
    isAway = true;
    expect((await browser.post(calls.signUp, signUpForm(email))).statusCode).toBe(503);
    isAway = false;
    expect(await portal.database.db.selectFrom('users').selectAll().execute()).toEqual([]);
    expect(browser.cookies.get('visitor')).toBe(visitor);
    expect((await browser.post(calls.signUp, signUpForm(email))).statusCode).toBe(200);
    expect(await browser.user()).toMatchObject({ email });
    await portal.close();
  });
});

describe.skipIf(engineMissing)('an address that has an account', () => {
  test('gets the same answer as any other, and an email with a sign-in link instead of a code', async () => {
    const portal = await startPortal();
    const email = 'settled@teapot.example';
    await portal.signUp(email);
    portal.clock.pass(minute);
    const answer = await (await openBrowser(portal)).post(calls.sendVerificationCode, { email });
    expect(answer.json()).toEqual({
      success: true,
      verification_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const mail = await lastMailTo(portal, email);
    expect(mail?.subject).toBe('You already have an account · Teapot Weather API');
    expect(mail?.text).toContain(`http://localhost:3000${pages.docs}`);
    expect(mail?.text).toContain('Forgot password?');
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/\b\d{6}\b/);
    await portal.close();
  });
});
