import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import {
  type AskedCode,
  askForCode,
  askForReset,
  openBrowser,
  otherCode,
  setPassword,
  signUpForm,
  verifyCode,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const email = 'nimbo@teapot.example';
const address = '203.0.113.7';
/** This value is a keyed hash. */
const account = expect.stringMatching(/^[0-9a-f]{8}\.[\w-]{43}$/);
const newPassword = 'Another-Cloud-7';

/** The tests are the steps of one story. Each leaves one record. */
describe.skipIf(engineMissing)('security records', () => {
  let portal: TestPortal;
  let browser: Browser;
  let asked: AskedCode;
  let actor: string;
  const secrets: string[] = [goodPassword, newPassword, 'Wrong-password-1'];
  const allLines: string[] = [];

  beforeAll(async () => {
    portal = await startPortal();
    browser = await openBrowser(portal);
  });
  beforeEach(() => {
    secrets.push(browser.csrf, ...browser.cookies.values());
    allLines.push(...portal.logLines.splice(0));
  });
  afterAll(() => portal.close());

  interface LogLine {
    time: string;
    reqId: string;
    security?: Record<string, string>;
  }

  /** Returns the records of the last call. Each has a UTC time and the id of its request. */
  function records(): Record<string, string>[] {
    const lines = portal.logLines.map((line) => JSON.parse(line) as LogLine).filter((line) => line.security);
    for (const line of lines) {
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(line.reqId).toMatch(/^[0-9a-f]{24}$/);
    }
    return lines.map((line) => line.security!);
  }

  test('a code that was sent', async () => {
    asked = await askForCode(portal, browser, email);
    secrets.push(asked.code, asked.verification_token);
    expect(records()).toEqual([
      {
        event: 'code-sent',
        outcome: 'ok',
        actor: 'anonymous',
        address,
        account,
        target: calls.sendVerificationCode,
      },
    ]);
  });

  test('a wrong code and the right one', async () => {
    await verifyCode(browser, asked, otherCode(asked.code));
    const target = calls.verifyCode;
    const refused = {
      event: 'code-verified',
      outcome: 'refused',
      actor: 'anonymous',
      address,
      account,
      target,
      reason: '422 Invalid verification code',
    };
    expect(records()).toEqual([refused]);
    await verifyCode(browser, asked);
    expect(records()).toEqual([
      refused,
      { event: 'code-verified', outcome: 'ok', actor: 'anonymous', address, account, target },
    ]);
  });

  test('a failed sign-up', async () => {
    await browser.post(calls.signUp, signUpForm(email, { password: 'Wrong-password' }));
    expect(records()).toEqual([
      {
        event: 'sign-up',
        outcome: 'refused',
        actor: 'anonymous',
        address,
        account,
        target: calls.signUp,
        reason: '422 Password needs: one number',
      },
    ]);
  });

  test('a sign-up', async () => {
    await browser.post(calls.signUp, signUpForm(email));
    const user = await portal.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    actor = user.id;
    expect(records()).toEqual([{ event: 'sign-up', outcome: 'ok', actor, address, target: calls.signUp }]);
  });

  test('a sign-out of a signed-in person', async () => {
    await browser.get(calls.signOut);
    await browser.get(calls.signOut);
    expect(records()).toEqual([{ event: 'sign-out', outcome: 'ok', actor, address, target: calls.signOut }]);
  });

  test('a failed sign-in', async () => {
    await browser.signIn(email, 'Wrong-password-1');
    expect(records()).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        actor: 'anonymous',
        address,
        account,
        target: calls.signIn,
        reason: '401 Invalid email or password',
      },
    ]);
  });

  test('a sign-in', async () => {
    await browser.signIn(email, goodPassword);
    expect(records()).toEqual([{ event: 'sign-in', outcome: 'ok', actor, address, target: calls.signIn }]);
  });

  test('a sign-in that must wait', async () => {
    for (let count = 0; count < 5; count++) await browser.signIn(email, 'Wrong-password-1');
    portal.logLines.length = 0;
    await browser.signIn(email, 'Wrong-password-1');
    expect(records()).toMatchObject([
      { event: 'sign-in', outcome: 'refused', reason: expect.stringMatching(/^429 /) },
    ]);
  });

  test('a reset requested, done, and failed', async () => {
    const token = await askForReset(portal, browser, email);
    secrets.push(token);
    await browser.open(`${pages.resetPassword}?reset_password_token=${token}`);
    await browser.get(`${calls.authStatus}?reset_password_token=${token}`);
    await setPassword(browser, token, newPassword);
    await setPassword(browser, token, newPassword);
    expect(records()).toMatchObject([
      { event: 'reset-requested', outcome: 'ok', target: calls.forgotPassword },
      { event: 'password-reset', outcome: 'ok', actor, target: calls.password },
      { event: 'password-reset', outcome: 'refused', reason: expect.stringContaining('already been used') },
    ]);
  });

  test('a request from another site', async () => {
    await browser.post(calls.forgotPassword, { email }, { origin: 'https://evil.example' });
    await browser.signIn(email, goodPassword, { 'sec-fetch-site': 'cross-site' });
    expect(records()).toMatchObject([
      {
        event: 'request',
        outcome: 'refused',
        address,
        target: calls.forgotPassword,
        reason: expect.stringMatching(/^403 /),
      },
      {
        event: 'request',
        outcome: 'refused',
        address,
        target: calls.signIn,
        reason: expect.stringMatching(/^403 /),
      },
    ]);
  });

  test('a request over the limit', async () => {
    await browser.post(calls.forgotPassword, { email });
    expect(records()).toMatchObject([
      {
        event: 'request',
        outcome: 'refused',
        address,
        target: calls.forgotPassword,
        reason: expect.stringMatching(/^429 /),
      },
    ]);
  });

  test('have the address of the client behind a trusted proxy, and no line break from anywhere', async () => {
    const proxied = await startPortal({ TRUST_PROXY: '1' });
    const visitor = await openBrowser(proxied);
    await visitor.post(calls.forgotPassword, { email }, { 'x-forwarded-for': '192.0.2.44' });
    await visitor.signIn('a@b.cd\r\n{"security":"forged"}', 'x\r\ny');
    const lines = proxied.logLines.join('').trimEnd().split('\n');
    const found = lines.map((line) => (JSON.parse(line) as LogLine).security).filter(Boolean);
    expect(found.map((record) => [record?.event, record?.address])).toEqual([
      ['reset-requested', '192.0.2.44'],
      ['sign-in', address],
    ]);
    await proxied.close();
  });

  test('none of these records contains a password, code, cookie or token', () => {
    const text = allLines.join('');
    expect(allLines.length).toBeGreaterThan(20);
    expect(secrets.length).toBeGreaterThan(10);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(email);
  });
});
