import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import {
  type AskedCode,
  askForCode,
  askForReset,
  openBrowser,
  signUpForm,
  verifyCode,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { dump, engineMissing, freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { freePort } from '../../helpers/postgres.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('a stolen database', () => {
  let database: TestDatabase;
  let portal: TestPortal;
  let browser: Browser;
  let asked: AskedCode;
  const secretKey = 's'.repeat(40);

  beforeAll(async () => {
    database = await freshDatabase();
    portal = await startPortal({ SECRET_KEY: secretKey }, database);
    browser = await openBrowser(portal);
    asked = await askForCode(portal, browser, email);
  });
  afterAll(() => portal.close());

  const asWord = (text: string) => new RegExp(`(?<![\\w-])${text}(?![\\w-])`);

  test('contains no usable code, token or cookie', async () => {
    const text = await dump(database);
    expect(text).toContain(email);
    expect(text).not.toMatch(asWord(asked.code));
    expect(text).not.toContain(asked.verification_token);
    expect(text).not.toContain(browser.cookies.get('visitor'));
    expect(text).not.toContain(secretKey);
  });

  test('does not reveal the code by brute force: it is hashed with a key that is not in the database', async () => {
    const thief = await startPortal({}, { ...database, ...database.openAgain() });
    const there = thief.browser();
    there.cookies.set('visitor', browser.cookies.get('visitor')!);
    await there.open();
    expect((await verifyCode(there, asked)).statusCode).toBe(422);
    await thief.close();
    expect((await verifyCode(browser, asked)).statusCode).toBe(200);
  });

  test('contains no password, reset token or kind of email', async () => {
    await browser.post(calls.signUp, signUpForm(email));
    const token = await askForReset(portal, browser, email);
    const text = await dump(database);
    expect(text).toContain('$argon2id$');
    for (const secret of [
      goodPassword,
      token,
      browser.cookies.get('visitor')!,
      'password-reset',
      'verification-code',
      'Set a new',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('reveals nothing about waiting emails, and keeps nothing of sent ones', async () => {
    const waiting = await freshDatabase();
    const env = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'pot@teapot.example' };
    const stuck = await startPortal(env, waiting);
    await (await openBrowser(stuck)).post(calls.sendVerificationCode, { email });
    await stuck.mail.drain();
    const [row] = await waiting.db.selectFrom('mail_queue').selectAll().execute();
    expect(row?.sealed).toMatch(/^[0-9a-f]{8}(\.[\w-]+){3}$/);
    expect(await dump(waiting)).not.toMatch(/verification-code|"code"|expiresAt/);
    await stuck.close();
    const sent = await database.db.selectFrom('mail_queue').select(['sealed', 'done_at']).execute();
    expect(sent.length).toBeGreaterThan(0);
    for (const mail of sent) expect(mail).toEqual({ sealed: null, done_at: expect.any(Number) });
  });

  test('contains no address in the rate limit counters', async () => {
    await browser.signIn('unheard-of@teapot.example', 'x');
    const [limits, delays] = await Promise.all([
      database.db.selectFrom('rate_limits').select('bucket').execute(),
      database.db.selectFrom('sign_in_delays').select('bucket').execute(),
    ]);
    expect(limits.length).toBeGreaterThan(3);
    expect(delays).toHaveLength(1);
    expect(JSON.stringify([limits, delays])).not.toMatch(/@|teapot|203\.0\.113/);
  });
});
