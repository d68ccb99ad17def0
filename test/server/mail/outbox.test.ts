import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
import { calls, devMail } from '../../../src/urls.ts';
import {
  askForCode,
  askForReset,
  openBrowser,
  signUpForm,
  verifiedBrowser,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { freePort } from '../../helpers/postgres.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('without a mail server', () => {
  let portal: TestPortal;
  afterEach(() => portal.close());

  const look = (
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
    url = portal.mailboxLink!,
  ) => portal.server.inject({ url, remoteAddress, headers: { host: 'localhost:3000', ...headers } });
  const open = (url: string) => look({}, '127.0.0.1', url);

  test('every message is a complete file that only its owner can read', async () => {
    portal = await startPortal();
    const asked = await askForCode(portal, await openBrowser(portal), email);
    const outbox = join(portal.config.dataDir, 'outbox');
    expect(portal.mailDestination).toBe(`${outbox}/*.eml`);
    const [file, ...others] = readdirSync(outbox);
    expect(others).toEqual([]);
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{24}\.eml$/);
    const mail = await PostalMime.parse(readFileSync(join(outbox, file!)));
    expect(mail.text).toContain(asked.code);
    expect(mail.html).toContain(asked.code);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    expect(statSync(join(outbox, file!)).mode & 0o777).toBe(0o600);
  });

  test('the dev mailbox shows a list, newest first, and each message', async () => {
    portal = await startPortal();
    expect((await look()).body).toContain('No emails yet.');
    const browser = await verifiedBrowser(portal, email);
    await browser.post(calls.signUp, signUpForm(email, { name: '<b onclick=x>Nimbo</b>' }));
    const token = await askForReset(portal, browser, email);
    const list = await look();
    expect(list.statusCode).toBe(200);
    const [, code] = /(\d{6}) is your verification code/.exec(list.body)!;
    expect(list.body).toContain(`data-code="${code}"`);
    for (const [, url] of list.body.matchAll(/(?:src="|url\()([^")]+)/g))
      expect([url, (await open(url!)).statusCode]).toEqual([url, 200]);
    expect(list.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const subjects = ['Set a new password', 'is your verification code'];
    expect(subjects.map((subject) => list.body.indexOf(subject))).toEqual(
      subjects.map((subject) => list.body.indexOf(subject)).toSorted((one, other) => one - other),
    );
    const [newest] = [...list.body.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, link]) => link!);
    const message = await open(newest!);
    expect(message.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(message.body).toContain(`reset_password_token=${token}</a>`);
    expect(message.body).not.toContain('<b onclick');
    const [, sandbox, framed] = /<iframe [^>]*sandbox="([^"]*)" srcdoc="([^"]*)"/.exec(message.body)!;
    expect(sandbox).toBe('allow-top-navigation-by-user-activation');
    expect(framed).toContain('reset_password_token');
  });

  test('only the link printed at start opens it, and it stays the same after a restart', async () => {
    portal = await startPortal({ SECRET_KEY: 's'.repeat(40) });
    await askForCode(portal, await openBrowser(portal), email);
    const [, link] = /href="(\/dev\/mail\/[^"]+)"/.exec((await look()).body)!;
    const wrong = [
      devMail,
      `${devMail}?token=`,
      `${devMail}?token=${'a'.repeat(52)}`,
      `${portal.mailboxLink}x`,
      `${portal.mailboxLink}&token=x`,
      link!.split('?')[0]!,
    ];
    for (const url of wrong) {
      const answer = await look({ accept: 'text/html' }, '127.0.0.1', url);
      expect([url, answer.statusCode]).toEqual([url, 403]);
      expect(answer.body).toContain('link that the portal printed when it started');
      expect(answer.body).not.toContain(email);
    }
    for (const id of ['nothing', '..%2Fsecret-key', '.hidden', 'a'.repeat(199)]) {
      const url = `${devMail}/${id}?${portal.mailboxLink!.split('?')[1]}`;
      expect([id, (await open(url)).statusCode]).toEqual([id, 404]);
    }
    const again = await startPortal({ SECRET_KEY: 's'.repeat(40) });
    expect(again.mailboxLink).toBe(portal.mailboxLink);
    await again.close();
    const rotated = await startPortal({ SECRET_KEY: `${'n'.repeat(40)},${'s'.repeat(40)}` });
    const answer = await rotated.server.inject({ url: portal.mailboxLink!, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(200);
    await rotated.close();
  });

  test('it is closed to the network, to proxies and to other host names', async () => {
    portal = await startPortal();
    await askForCode(portal, await openBrowser(portal), email);
    for (const address of ['192.0.2.1', '10.0.0.1', '::2', '::ffff:192.0.2.1', '128.0.0.1']) {
      expect((await look({}, address)).statusCode).toBe(404);
    }
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'via',
      'x-real-ip',
    ]) {
      expect((await look({ [name]: '127.0.0.1' })).statusCode).toBe(404);
    }
    for (const host of ['evil.example', 'localhost.evil.example:3000', '192.0.2.1:3000', 'x y']) {
      expect((await look({ host })).statusCode).toBe(404);
    }
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await look({}, address)).statusCode).toBe(200);
  });

  test('it does not exist in production', async () => {
    portal = await startPortal({ NODE_ENV: 'production' });
    expect(portal.mailboxLink).toBeUndefined();
    expect((await open(devMail)).statusCode).toBe(404);
  });

  test('it does not exist with a public URL', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    expect(portal.mailboxLink).toBeUndefined();
    expect((await open(devMail)).statusCode).toBe(404);
    expect((await look({ host: 'portal.example' }, '127.0.0.1', devMail)).statusCode).toBe(404);
  });

  test('with a mail server there is no page and no file', async () => {
    portal = await startPortal({
      SMTP_URL: `smtp://user:hunter2@127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'pot@teapot.example',
    });
    expect((await open(devMail)).statusCode).toBe(404);
    await (await openBrowser(portal)).post(calls.sendVerificationCode, { email });
    await portal.mail.drain();
    expect(readdirSync(portal.config.dataDir)).toEqual([]);
    expect(portal.mailDestination).not.toContain('hunter2');
  });
});
