import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../src/urls.ts';
import { axeFindings } from './axe.ts';
import {
  chromiumMissing,
  clipboard,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
} from './portal-browser.ts';

const availability = '/docs/forecast-api/availability';

describe.skipIf(chromiumMissing)('a page whose script is late', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  /** Opens the page and holds back its scripts until the returned function is called. */
  async function openBeforeStart(path: string, options = {}) {
    const page = await portalBrowser.open(path, { ...options, usable: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    return { page, start: resolve };
  }

  test('opens the menu that was requested before', async () => {
    const { page, start } = await openBeforeStart(pages.docs, phone);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.tap();
    await menu.tap();
    expect(await drawer.count()).toBe(0);
    start();
    await drawer.waitFor();
  });

  test('selects the tab and copies the text that were clicked before', async () => {
    const { page, start } = await openBeforeStart(availability);
    const sample = page
      .getByRole('figure')
      .filter({ has: page.getByRole('tab', { name: 'Ruby' }) })
      .first();
    const tab = sample.getByRole('tab', { name: 'Ruby' });
    await tab.click();
    await page
      .getByRole('button', { name: /^Copy URL of/ })
      .first()
      .click();
    expect(await tab.getAttribute('aria-selected')).toBe('false');
    start();
    await soon(() => tab.getAttribute('aria-selected')).toBe('true');
    await soon(() => clipboard(page)).toContain('/initialization_times.json');
  });

  test('toggles once, however often the button was clicked', async () => {
    const { page, start } = await openBeforeStart(availability, phone);
    const bar = page.getByRole('button', { name: /^On this page/ });
    await bar.tap();
    await bar.tap();
    start();
    await soon(() => bar.getAttribute('aria-expanded')).toBe('true');
    // From now on React receives the clicks, and each one counts.
    await bar.tap();
    await soon(() => bar.getAttribute('aria-expanded')).toBe('false');
  });

  const failures: [string, (route: Route) => Promise<void>][] = [
    ['does not arrive', (route) => route.abort()],
    ['is missing', (route) => route.fulfill({ status: 404, body: '' })],
    ['is not understood', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let 1 =' })],
  ];
  test.each(failures)('says so if the script %s, and offers to reload', async (_, answer) => {
    const prepare = (page: Page) => page.route('**/*.js', answer);
    const page = await portalBrowser.open(pages.apiKeys, { usable: false, prepare });
    const message = page.getByRole('alert').filter({ hasText: "Buttons and forms don't work" });
    await message.waitFor();
    expect(await page.getByText('Loading...').isVisible()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.unrouteAll();
    await message.getByRole('link', { name: 'reload the page' }).click();
    await page.getByText('Authentication Required').waitFor();
    expect(await message.count()).toBe(0);
    portalBrowser.forgive(/Failed to load resource|initializer|Unexpected/);
  });
});
