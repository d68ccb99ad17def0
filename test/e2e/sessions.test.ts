import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pages } from '../../src/urls.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { fillTwoSteps, goodPassword, signUpOverHttp } from './people.ts';
import {
  chromiumMissing,
  openOwnPortalBrowser,
  type PortalBrowser,
  requestsTo,
  toast,
} from './portal-browser.ts';

const header = (page: Page) => page.getByRole('banner');
const signInButton = (page: Page) => header(page).getByRole('button', { name: 'Sign in' });

describe.skipIf(chromiumMissing)('a session', () => {
  let portalBrowser: PortalBrowser<PortalProcess>;
  beforeAll(async () => {
    portalBrowser = await openOwnPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('is fetched once, shown everywhere, and survives a reload', async () => {
    let asked: string[] = [];
    const page = await portalBrowser.openAs('once@example.com', pages.docs, {
      prepare: async (opened) => {
        asked = requestsTo(opened, calls.authStatus);
      },
    });
    await header(page).getByText('Welcome once@example.com').waitFor();
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await sidebar.hover();
    await sidebar.getByText('once@example.com').waitFor();
    await sidebar.getByRole('link', { name: 'API Keys' }).click();
    await page.waitForURL(`**${pages.apiKeys}`);
    await page.getByText('0/5 Keys Used').waitFor();
    expect(asked).toHaveLength(1);
    await page.reload();
    await page.getByText('0/5 Keys Used').waitFor();
    await header(page).getByText('Welcome once@example.com').waitFor();
    expect(asked).toHaveLength(2);
  });

  test('shows a long address completely if there is room', async () => {
    const email = 'meteorology.operations.night-shift@weather.example.com';
    const page = await portalBrowser.openAs(email, pages.docs);
    const welcome = header(page).getByText(`Welcome ${email}`);
    expect(await welcome.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  });

  test('links to the keys from the top bar and the landing page', async () => {
    const page = await portalBrowser.openAs('leads@example.com', pages.landing);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Your keys' }).click();
    await page.waitForURL(`**${pages.apiKeys}`);
    await page.goto(portalBrowser.portal.url + pages.docs);
    await header(page).getByRole('link', { name: 'API Keys' }).click();
    await page.waitForURL(`**${pages.apiKeys}`);
    const link = header(page).getByRole('link', { name: 'API Keys' });
    expect(await link.getAttribute('aria-current')).toBe('page');

    await page.goto(portalBrowser.portal.url + pages.landing);
    await header(page).getByRole('button', { name: 'Sign out' }).click();
    await main.getByRole('button', { name: 'Get API Keys' }).click();
    await page.getByRole('dialog').getByLabel('Full name').waitFor();
  });

  test('ends before the next one begins', async () => {
    const email = 'back-again@example.com';
    const page = await portalBrowser.openAs(email, pages.docs);
    const answered = Promise.withResolvers<void>();
    const told: string[] = [];
    page.on('request', (request) => told.push(new URL(request.url()).pathname));
    await page.route(`**${calls.signOut}`, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await header(page).getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.keyboard.press('Enter');
    answered.resolve();
    await header(page).getByText(`Welcome ${email}`).waitFor();
    const signedIn = told.indexOf(calls.signIn);
    expect(told.slice(0, signedIn)).toEqual(expect.arrayContaining([calls.signOut, calls.authStatus]));
    expect(told.filter((path) => path === calls.signIn)).toHaveLength(1);
  });

  test('is anonymous when the status call fails', async () => {
    const page = await portalBrowser.open(pages.docs, {
      prepare: (opened) =>
        opened.route(`**${calls.authStatus}`, (route) => route.fulfill({ status: 500, body: 'Oh.' })),
    });
    await signInButton(page).waitFor();
    await header(page).getByRole('button', { name: 'Get API Keys' }).waitFor();
    portalBrowser.forgive(/500/);
  });

  test('begins and ends in all tabs', async () => {
    const page = await portalBrowser.openAs('tabs@example.com', pages.docs);
    const other = await portalBrowser.openTab(page, pages.apiKeys);
    await other.getByText('0/5 Keys Used').waitFor();
    await header(page).getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    await signInButton(other).waitFor();
    await other.getByRole('heading', { name: 'Authentication Required' }).waitFor();

    // The other tab has its sign-in dialog open when this tab signs in.
    await signInButton(other).click();
    await other.getByRole('dialog').getByRole('heading', { name: 'Welcome back' }).waitFor();
    await signInButton(page).click();
    await signIn(page, 'tabs@example.com');
    await header(page).getByText('tabs@example.com').waitFor();
    await header(other).getByText('tabs@example.com').waitFor();
    await other.getByRole('dialog').waitFor({ state: 'hidden' });
    await other.getByText('0/5 Keys Used').waitFor();
  });

  test('that begins in another tab closes the sign-up wizard', async () => {
    const page = await portalBrowser.openAs('twice@example.com', pages.docs);
    await header(page).getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    const other = await portalBrowser.openTab(page, pages.docs);
    await header(other).getByRole('button', { name: 'Get API Keys' }).click();
    await fillTwoSteps(other, 'not-needed@example.com');
    await other.getByRole('dialog').getByLabel('Verification code').waitFor();
    await signInButton(page).click();
    await signIn(page, 'twice@example.com');
    await header(other).getByText('twice@example.com').waitFor();
    await other.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('of another user shows no data of the first one', async () => {
    const page = await portalBrowser.openAs('first@example.com', pages.apiKeys);
    await page.getByRole('button', { name: 'Add Key' }).click();
    await page.getByLabel('Key name').fill('Of the first');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Your API key is ready' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: 'Of the first' }).waitFor();
    // The tab misses the end of the first session and learns about the second one.
    await page.request.get(portalBrowser.portal.url + calls.signOut);
    await signUpOverHttp(portalBrowser.portal, page.request, 'second@example.com');
    const news = await portalBrowser.openTab(page, pages.landing);
    await news.evaluate(() => new BroadcastChannel('auth').postMessage('changed'));
    await header(page).getByText('Welcome second@example.com').waitFor();
    await page.getByText('0/5 Keys Used').waitFor();
    expect(await page.getByText('Of the first').count()).toBe(0);
  });

  test('that has ended opens the sign-in dialog, and the page continues afterwards', async () => {
    const page = await portalBrowser.openAs('ended@example.com', pages.apiKeys);
    const dialog = page.getByRole('dialog');
    await page.getByText('0/5 Keys Used').waitFor();
    await page.request.get(portalBrowser.portal.url + calls.signOut);
    await page.getByRole('button', { name: 'Add Key' }).click();
    await dialog.getByLabel('Key name').fill('Too late');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await dialog.getByText('Your session has ended. Sign in to continue where you left off.').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('ended@example.com');
    await signIn(page, 'ended@example.com');
    await page.getByText('0/5 Keys Used').waitFor();
    expect(new URL(page.url()).pathname).toBe(pages.apiKeys);
    await page.getByRole('button', { name: 'Add Key' }).click();
    expect(await dialog.getByLabel('Key name').inputValue()).toBe('Too late');
    portalBrowser.forgive(/401|403/);
  });

  test.each([
    {
      how: 'fails',
      answer: { status: 500, body: '' },
      words: "You're signed out here, but the server couldn't end your session.",
    },
    {
      how: 'never comes',
      answer: undefined,
      words: "You're signed out here, but we couldn't reach the server.",
    },
  ])('ends here even if the answer to signing out $how, and warns', async ({ how, answer, words }) => {
    const email = `out-${how.replace(' ', '-')}@example.com`;
    const page = await portalBrowser.openAs(email, pages.docs);
    await page.route(`**${calls.signOut}`, (route) => (answer ? route.fulfill(answer) : route.abort()));
    const sent = page.waitForRequest(`**${calls.signOut}`);
    await header(page).getByText(email).waitFor();
    await header(page).getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    await sent;
    await toast(page, words);
    await signInButton(page).waitFor();
    await page.close();
    portalBrowser.forgive(/500|ERR_FAILED|Sign-out failed/);
  });

  test('survives a crash of the server, and so does the key', async () => {
    const page = await portalBrowser.openAs('lasting@example.com', pages.apiKeys);
    await page.getByRole('button', { name: 'Add Key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key name').fill('Lightning rod');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Your API key is ready' }).waitFor();
    const { dataDir, url } = portalBrowser.portal;
    await portalBrowser.portal.kill('SIGKILL');
    const again = await startPortalProcess({
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      LOG_LEVEL: 'warn',
    });
    try {
      await dialog.getByRole('button', { name: 'Try your key' }).click();
      await dialog.getByText('200 OK').waitFor();
      await page.reload();
      await header(page).getByText('lasting@example.com').waitFor();
      await page.getByRole('article', { name: 'Lightning rod' }).waitFor();
    } finally {
      await page.close();
      await again.close();
    }
    // Requests of the page below the dialog failed.
    portalBrowser.forgive(/ERR_(CONNECTION_(RESET|REFUSED)|SOCKET_NOT_CONNECTED)/);
  });
});

async function signIn(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.keyboard.press('Enter');
  await toast(page, 'Successfully signed in!');
}
