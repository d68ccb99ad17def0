import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { pages } from '../../src/urls.ts';
import { utcDate } from '../../src/web/time/format-time.ts';
import { eventually } from '../helpers/process.ts';
import { axeFindings, axeFindingsInTheDark } from './axe.ts';
import { addKeyOverHttp, codeFor, goodPassword } from './people.ts';
import {
  chromiumMissing,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
  toast,
} from './portal-browser.ts';

const run = promisify(execFile);
const nextPassword = 'Stratus-4-over-Kiel';

let portalBrowser: PortalBrowser;
beforeAll(async () => {
  if (!chromiumMissing) portalBrowser = await openPortalBrowser();
});
afterAll(() => portalBrowser?.close());

describe.skipIf(chromiumMissing)('the account page', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });
  const fillPassword = (page: Page, password = goodPassword) =>
    dialogOf(page).getByLabel('Password', { exact: true }).fill(password);

  test('asks visitors to sign in, and is linked from header, drawer and footer', async () => {
    const page = await portalBrowser.open(pages.account);
    await page.getByRole('heading', { name: 'Sign in to see your account' }).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Account' }).waitFor();
    const person = await portalBrowser.openAs('links@example.com', pages.docs);
    await person.getByRole('banner').getByRole('link', { name: 'links@example.com' }).click();
    await person.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    const onPhone = await portalBrowser.openAs('drawer@example.com', pages.docs, phone);
    await onPhone.getByRole('button', { name: 'Menu' }).click();
    await dialogOf(onPhone).getByRole('link', { name: 'Account drawer@example.com' }).click();
    await onPhone.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  });

  test('changes name and password, and signs out of all other sessions', async () => {
    const email = 'changer@example.com';
    const page = await portalBrowser.openAs(email, pages.account);
    await page.getByLabel('Full name').fill('Nimbo Stratus');
    await button(page, 'Save name').click();
    await toast(page, 'Name updated');

    await button(page, 'Change password').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Current password').fill('Wrong-1-guess');
    await dialog.getByLabel('New password').fill(nextPassword);
    await dialog.getByLabel('Confirm password').fill(nextPassword);
    await dialog.getByRole('button', { name: 'Save new password' }).click();
    await dialog.getByText('Wrong password. Try again').waitFor();
    await dialog.getByLabel('Current password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Save new password' }).click();
    await toast(page, 'Password changed');

    const other = await portalBrowser.open(pages.account);
    await button(other, 'Sign in').click();
    await dialogOf(other).getByLabel('Email').fill(email);
    await fillPassword(other, nextPassword);
    await other.keyboard.press('Enter');
    await other.getByText('This browser').waitFor();
    expect(await other.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).count()).toBe(2);
    await button(other, 'Sign out of all other sessions').click();
    await toast(other, 'Signed out of 1 other session');
    await other.getByText('No other sessions.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to see your account' }).waitFor();
    portalBrowser.forgive(/422/);
  });

  test('changes the email, and the old address can undo it', async () => {
    const [before, after] = ['before@example.com', 'after@example.com'];
    const page = await portalBrowser.openAs(before, pages.account);
    await button(page, 'Change email').click();
    await dialogOf(page).getByLabel('New email').fill(after);
    await fillPassword(page);
    await dialogOf(page).getByRole('button', { name: 'Send code' }).click();
    await dialogOf(page)
      .getByLabel('Verification code')
      .fill(await codeFor(portalBrowser.portal, after));
    await dialogOf(page).getByRole('button', { name: 'Change email' }).click();
    await toast(page, `Email changed to ${after}`);
    await page.getByRole('banner').getByRole('link', { name: after, exact: true }).waitFor();

    await addKeyOverHttp(portalBrowser.portal, page.request, 'Not mine');

    const link = await eventually(async () => {
      const mails = await portalBrowser.portal.mails();
      const mail = mails.find(
        ({ to, subject }) => to?.[0]?.address === before && subject?.includes('changed'),
      );
      return /http\S+undo_token=\S+/.exec(mail?.text ?? '')?.[0];
    });
    const owner = await portalBrowser.open(link.slice(portalBrowser.portal.url.length));
    expect(await owner.getByLabel('Keep those keys and secrets, because I created them').isChecked()).toBe(
      false,
    );
    await button(owner, 'Undo email change').click();
    await owner.getByRole('heading', { name: 'Email restored' }).waitFor();
    await owner.getByText('Revoked keys: "Not mine".').waitFor();
    await owner.getByRole('main').getByRole('link', { name: 'Set a new password' }).click();
    await owner.getByLabel('Password', { exact: true }).fill(nextPassword);
    await owner.getByLabel('Confirm password').fill(nextPassword);
    await owner.getByRole('button', { name: 'Save new password' }).click();
    await owner.getByRole('heading', { name: 'Password changed' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to see your account' }).waitFor();
  });

  test('downloads all data as one file', async () => {
    const email = 'taker@example.com';
    const page = await portalBrowser.openAs(email, pages.account);
    await page.getByRole('link', { name: 'privacy page' }).waitFor();
    await button(page, 'Download your data').click();
    await fillPassword(page);
    const saving = page.waitForEvent('download');
    await dialogOf(page).getByRole('button', { name: 'Download' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('account.json');
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(data).toMatchObject({ account: { email }, sessions: [{ browser: 'Chrome on Linux' }] });
  });

  test('deletes the account with the phrase and the password, and returns to the documentation', async () => {
    const email = 'leaver@example.com';
    const page = await portalBrowser.openAs(email, pages.account);
    await button(page, 'Delete account').click();
    const dialog = dialogOf(page);
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await fillPassword(page);
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Confirmation').fill(`DELETE ${email}`);
    await confirm.click();
    await toast(page, 'Your account was deleted');
    await soon(() => new URL(page.url()).pathname).toBe(pages.docs);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('passes axe in light and dark with its dialogs, and fits a phone', async () => {
    const page = await portalBrowser.openAs('eyes@example.com', pages.account);
    await page.getByText('This browser').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Delete account').click();
    await dialogOf(page).getByLabel('Confirmation').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await axeFindingsInTheDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

describe.skipIf(chromiumMissing)('the keys page', () => {
  async function openWithKey(email: string): Promise<Page> {
    const page = await portalBrowser.openAs(email, pages.apiKeys);
    await page.getByRole('button', { name: 'Add Key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key name').fill('Weathercock');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return page;
  }

  test('sends, shows and withdraws a request for all access, and offers none after it was granted', async () => {
    const page = await openWithKey('asker@example.com');
    const request = page.getByRole('button', { name: 'Request all access' });
    await request.click();
    await page.getByLabel('What are you building').fill('Storm tracks for sailors');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send request' }).click();
    await toast(page, 'Request sent');
    await page.getByText('Storm tracks for sailors').waitFor();
    await page.reload();
    await page.getByText('Storm tracks for sailors').waitFor();
    await page.getByRole('button', { name: 'Withdraw request' }).click();
    await request.waitFor();

    const missions = await portalBrowser.openTab(page, '/docs/data-api/missions');
    await missions.getByText('None of your keys has access.').first().waitFor();
    await request.click();
    await page.getByLabel('What are you building').fill('Storm tracks for pilots');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Storm tracks for pilots').waitFor();
    const clientId = (await page.getByText(/^wbc_/).first().textContent())!;
    const env = { PATH: process.env.PATH, DATA_DIR: portalBrowser.portal.dataDir };
    const grant = ['run.mjs', 'src/admin.ts', 'grant', clientId, 'all_access'];
    await run(process.execPath, grant, { cwd: root, env });
    await page.reload();
    await page.getByText('Weathercock can call every endpoint, granted on').waitFor();
    expect(await request.count()).toBe(0);
    await missions.reload();
    await missions.getByText('Your key Weathercock has access.').first().waitFor();
  });

  test('sets the expiry date, and a later one with the password', async () => {
    const page = await openWithKey('ender@example.com');
    const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await page.getByRole('tab', { name: 'Expiry' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('This key never expires.').waitFor();
    await panel.getByLabel('Expiry date').fill(dayIn(30));
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(`This key expires on ${utcDate(dayIn(30))}`).waitFor();
    await panel.getByLabel('Expiry date').fill(dayIn(60));
    await panel.getByLabel('Password').fill(goodPassword);
    expect(await axeFindings(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(`This key expires on ${utcDate(dayIn(60))}`).waitFor();
  });
});
