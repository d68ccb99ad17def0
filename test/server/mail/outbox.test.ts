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

  const look = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    portal.server.inject({ url: devMail, remoteAddress, headers: { host: 'localhost:3000', ...headers } });

  test('every message is a whole file in the outbox, for the owner of the folder alone', async () => {
    portal = await startPortal();
    const asked = await askForCode(portal, await openBrowser(portal), email);
    const outbox = join(portal.config.dataDir, 'outbox');
    expect(portal.mailPlace).toBe(`${outbox}/*.eml`);
    const [file, ...others] = readdirSync(outbox);
    expect(others).toEqual([]);
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{24}\.eml$/);
    const mail = await PostalMime.parse(readFileSync(join(outbox, file!)));
    expect(mail.text).toContain(asked.code);
    expect(mail.html).toContain(asked.code);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    expect(statSync(join(outbox, file!)).mode & 0o777).toBe(0o600);
  });

  test('it can be read in the browser of this machine, newest first, as text', async () => {
    portal = await startPortal();
    expect((await look()).body).toContain('No mail yet.');
    const browser = await verifiedBrowser(portal, email);
    await browser.post(calls.signUp, signUpForm(email, { name: '<b>Nimbo</b>' }));
    const token = await askForReset(portal, browser, email);
    const answer = await look();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.body.indexOf('Set a new password')).toBeLessThan(
      answer.body.indexOf('is your verification code'),
    );
    expect(answer.body).toContain(`reset_password_token=${token}</a>`);
    expect(answer.body).not.toContain('<b>');
  });

  test('nobody else reads it: not from the network, not through a proxy, not by another name of this machine', async () => {
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

  test('in production it is not there', async () => {
    portal = await startPortal({ NODE_ENV: 'production' });
    expect((await look()).statusCode).toBe(404);
  });

  test('under a public address it is not there', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    expect((await look()).statusCode).toBe(404);
    expect((await look({ host: 'portal.example' })).statusCode).toBe(404);
  });

  test('with a mail server there is neither page nor file', async () => {
    portal = await startPortal({
      SMTP_URL: `smtp://user:hunter2@127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'pot@teapot.example',
    });
    expect((await look()).statusCode).toBe(404);
    await (await openBrowser(portal)).post(calls.sendVerificationCode, { email });
    await portal.mail.drain();
    expect(readdirSync(portal.config.dataDir)).toEqual([]);
    expect(portal.mailPlace).not.toContain('hunter2');
  });
});
