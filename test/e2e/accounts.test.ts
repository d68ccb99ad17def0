import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { randomSecret } from '../../src/platform/secrets.ts';
import { createPostgresDatabase } from '../helpers/database.ts';
import { codeIn } from '../helpers/portal.ts';
import { freePort } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { startSmtp, type TestSmtp } from '../helpers/smtp.ts';
import {
  chromiumMissing,
  hasFocus,
  openOwnPortalBrowser,
  type PortalBrowser,
  soon,
  toast,
  toasts,
} from './portal-browser.ts';

const engines = [
  { engine: 'SQLite', missing: false },
  { engine: 'PostgreSQL', missing: inject('postgresUrl') === undefined },
];

describe.each(engines)('on $engine, with mail through a real server', ({ engine, missing }) => {
  describe.skipIf(chromiumMissing || missing)('a person', () => {
    let portalBrowser: PortalBrowser;
    let smtp: TestSmtp;
    let dropDatabase = async () => {};

    beforeAll(async () => {
      const smtpPort = await freePort();
      smtp = await startSmtp(smtpPort);
      const env: Record<string, string> = {
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        MAIL_FROM: 'portal@example.com',
      };
      if (engine === 'PostgreSQL') {
        const database = await createPostgresDatabase();
        dropDatabase = database.drop;
        Object.assign(env, { DATABASE_URL: database.url, SECRET_KEY: randomSecret() });
      }
      portalBrowser = await openOwnPortalBrowser(env);
    });
    afterAll(async () => {
      await portalBrowser.close();
      await smtp.close();
      await dropDatabase();
    });

    const mail = (subject: string): Promise<Email> =>
      eventually(() => smtp.received.find((received) => received.subject?.includes(subject)));

    test('signs up, verifies, signs out, signs in, resets the password and signs in again', async () => {
      const page = await portalBrowser.open('/docs/forecast-api/points');
      const header = page.getByRole('banner');
      const dialog = page.getByRole('dialog');

      await header.getByRole('button', { name: 'Get API Keys' }).click();
      await dialog.getByLabel('Full name').fill('Alto Cumulus');
      await dialog.getByLabel('Email').fill('alto@example.com');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByLabel('Password', { exact: true }).fill('Cirrus-9-over-Boston');
      expect(await dialog.getByRole('button', { name: 'Complete Account Setup' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Confirm password').fill('Cirrus-9-over-Boston');
      await dialog.getByRole('button', { name: 'Complete Account Setup' }).click();
      await toast(page, 'Verification code sent to your email!');
      const code = codeIn(await mail('verification code'));
      await dialog.getByLabel('Verification code').fill(code);
      await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
      await toast(page, 'Account created successfully!');
      await page.keyboard.press('Escape');
      await header.getByText('alto@example.com').first().waitFor();

      await header.getByRole('button', { name: 'Sign out' }).click();
      await header.getByRole('button', { name: 'Sign in' }).waitFor();

      await header.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await dialog.getByLabel('Email').fill('Alto@Example.com');
      await dialog.getByLabel('Password', { exact: true }).fill('Cirrus-9-over-Boston');
      await dialog.getByLabel('Password', { exact: true }).press('Enter');
      await toast(page, 'Successfully signed in!');
      await header.getByText('alto@example.com').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs/forecast-api/points');
      await header.getByRole('button', { name: 'Sign out' }).click();

      await header.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByRole('button', { name: 'Forgot password?' }).click();
      await dialog.getByLabel('Email').fill('alto@example.com');
      await page.keyboard.press('Enter');
      await dialog.getByRole('heading', { name: 'Check your email' }).waitFor();
      const link = /https?:\S+reset_password_token=\S+/.exec(
        (await mail('Set a new password')).text ?? '',
      )?.[0];
      await page.goto(link!);
      const main = page.getByRole('main');
      // The password that was forgotten is refused at its field only.
      await fillNewPassword(page, 'Cirrus-9-over-Boston');
      await main.getByText('This is already your password. Choose another one').waitFor();
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      expect(await toasts(page)).toEqual([]);
      await fillNewPassword(page, 'Stratus-7-under-Berlin');
      await mail('Your password was changed');

      // The address is filled in wherever the dialog is opened from, and signing in on this page leads to the keys.
      await header.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(await dialog.getByLabel('Email').inputValue()).toBe('alto@example.com');
      await page.keyboard.press('Escape');
      await main.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
      expect(await dialog.getByLabel('Email').inputValue()).toBe('alto@example.com');
      const password = dialog.getByLabel('Password', { exact: true });
      await soon(() => hasFocus(password)).toBe(true);
      await password.fill('Stratus-7-under-Berlin');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/api-keys');
      await page.getByText('0/5 Keys Used').waitFor();
      await header.getByText('alto@example.com').first().waitFor();

      await page.goto(link!);
      await page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
      await page.getByText('This link has already been used.').waitFor();
      await main.getByText("You're signed in as alto@example.com.").waitFor();
      await main.getByRole('link', { name: 'API Keys' }).click();
      await page.getByText('0/5 Keys Used').waitFor();
      portalBrowser.forgive(/422/);
    });
  });
});

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.keyboard.press('Enter');
}
