import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import {
  askForReset,
  lastMailTo,
  openBrowser,
  signUpForm,
  verifiedBrowser,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('names and addresses', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  async function signUpAs(name: string) {
    const email = `named-${++people}@teapot.example`;
    const browser = await verifiedBrowser(portal, email);
    return { email, browser, answer: await browser.post(calls.signUp, signUpForm(email, { name })) };
  }

  async function resetMail(email: string) {
    await askForReset(portal, await openBrowser(portal), email);
    return (await lastMailTo(portal, email))!;
  }

  test('markup in a name is text: in the answer, in the mail and in its HTML', async () => {
    const name = `<img src=x onerror=alert(1)> & "Alto" 'C'`;
    const { email, browser, answer } = await signUpAs(name);
    expect(answer.json().user.name).toBe(name);
    expect((await browser.get(calls.authStatus)).headers['content-type']).toContain('application/json');
    const mail = await resetMail(email);
    expect(mail.text).toContain(`Hello ${name},`);
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).toContain(
      'Hello &#60;img src=x onerror=alert(1)&#62; &#38; &#34;Alto&#34; &#39;C&#39;,',
    );
  });

  test('line breaks and marks that change the reading direction are removed', async () => {
    const { email, answer } = await signUpAs('Alto\r\nBcc: all@teapot.example\r\n\r\n\u202eolleH\u2069\0');
    expect(answer.json().user.name).toBe('Alto Bcc: all@teapot.example olleH');
    const mail = await resetMail(email);
    expect(mail.headers.filter((header) => header.key === 'bcc')).toEqual([]);
    expect(mail.to).toEqual([{ address: email, name: '' }]);
    expect(mail.text).toContain('Hello Alto Bcc: all@teapot.example olleH,');
  });

  test.each([
    ['', 'Enter your full name'],
    [' \u200b\u202e ', 'Enter your full name'],
    ['A'.repeat(101), 'Full name can have at most 100 characters'],
    ['A'.repeat(10_000), 'Full name can have at most 100 characters'],
    ['A'.repeat(30_000), 'name is too long'],
  ])('a name like %.12j… is refused: %s', async (name, error) => {
    const { browser, answer } = await signUpAs(name);
    expect([answer.statusCode, answer.json().error]).toEqual([422, error]);
    expect(await browser.user()).toBeUndefined();
  });

  test('a name in any script is kept', async () => {
    for (const name of ['José Ñandú', '李雷', 'ياسمين', 'Zoë 🌦', 'علی\u200cرضا 👩\u200d🚀']) {
      const { browser, answer } = await signUpAs(name);
      expect(answer.statusCode).toBe(200);
      expect((await browser.user())?.name).toBe(name);
    }
  });

  describe('an address that a mail header would read as several', () => {
    test.each([
      'a@teapot.example\r\nBcc: all@teapot.example',
      'a@teapot.example%0d%0aBcc: all@teapot.example',
      'a@teapot.example, b@teapot.example',
      'a@teapot.example;b@teapot.example',
      'Alto <a@teapot.example>',
      '<a@teapot.example>',
      '"a@evil.example"@teapot.example',
      'a@teapot.example\0.evil.example',
      'a@teapot.example\u2028b@teapot.example',
    ])('%j is refused, and no mail is queued', async (email) => {
      const browser = await openBrowser(portal);
      for (const url of [calls.sendVerificationCode, calls.forgotPassword]) {
        const answer = await browser.post(url, { email });
        expect([answer.statusCode, answer.json().error]).toEqual([422, 'Enter a valid email address']);
      }
      expect(
        await portal.database.db.selectFrom('mail_queue').select('id').where('done_at', 'is', null).execute(),
      ).toEqual([]);
    });
  });

  test('every email has one recipient and only our headers', async () => {
    await signUpAs('Alto');
    const outbox = join(portal.config.dataDir, 'outbox');
    const allowed =
      /^(From|To|Subject|Message-ID|Auto-Submitted|Content-Transfer-Encoding|Date|MIME-Version|Content-Type): /;
    for (const file of readdirSync(outbox)) {
      const [head] = readFileSync(join(outbox, file), 'utf8').split('\n\n') as [string];
      const headers = head.replaceAll(/\n[ \t]/g, ' ').split('\n');
      expect(headers.filter((header) => !allowed.test(header))).toEqual([]);
      expect(headers.filter((header) => /^To: /.test(header))).toHaveLength(1);
    }
  });

  test('a password is stored exactly: blanks, case and any script', async () => {
    const password = '  Ünïcödé 🌦 7!  ';
    const email = `named-${++people}@teapot.example`;
    const browser = await verifiedBrowser(portal, email);
    expect((await browser.post(calls.signUp, signUpForm(email, { password }))).statusCode).toBe(200);
    const status = async (given: string) =>
      (await (await openBrowser(portal)).signIn(email, given)).statusCode;
    expect(await status(password.trim())).toBe(401);
    expect(await status(password)).toBe(302);
    expect(await status(goodPassword)).toBe(401);
  });
});
