import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages, searchIndex } from '../../src/urls.ts';
import {
  chromiumMissing,
  hasFocus,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  requestsTo,
  soon,
} from './portal-browser.ts';

describe.skipIf(chromiumMissing)('search', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('opens by shortcut and loads its index on first use', async () => {
    let loads: string[] = [];
    const page = await portalBrowser.open(pages.docs, {
      prepare: async (opened) => {
        loads = requestsTo(opened, searchIndex);
      },
    });
    const { dialog, field } = parts(page);
    expect(loads).toEqual([]);
    for (const key of ['Control+k', 'Meta+k', '/']) {
      await page.keyboard.press(key);
      await soon(() => hasFocus(field)).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await soon(() => hasFocus(field)).toBe(true);
    await page.keyboard.type('a/b');
    expect(await field.inputValue()).toBe('a/b');
    await page.keyboard.press('Control+k');
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => loads.length).toBe(1);

    // In a text field a slash is text.
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').getByLabel('Email').press('/');
    expect(await page.getByRole('dialog').getByLabel('Email').inputValue()).toBe('/');
    expect(await field.count()).toBe(0);
  });

  test('tolerates typos and opens the selected result', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, field, options } = parts(page);
    await page.keyboard.press('/');
    await field.fill('temperture');
    await soon(() => options.count()).toBeGreaterThan(2);
    expect((await options.allInnerTexts()).join()).toMatch(/temperature/i);
    await field.fill('launch site');
    await soon(() => options.first().textContent()).toMatch(/launch site/i);
    const selected = options.and(page.locator('[aria-selected="true"]'));
    const first = await selected.getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await soon(() => selected.getAttribute('href')).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await soon(() => selected.getAttribute('href')).toBe(first);
    await page.keyboard.press('ArrowUp');
    await soon(() => options.last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${first}`);
    await dialog.waitFor({ state: 'hidden' });
    expect(first).toMatch(/^\/docs\/data-api\/missions#./);
    const target = page.locator(`[id="${first?.split('#')[1]}"]`);
    await soon(() => target.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(120);
    expect(await target.isVisible()).toBe(true);
  });

  test('keeps text typed while it loads, and moves the focus to the target', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/points');
    const { dialog, field, options } = parts(page);
    await page.keyboard.type('/max_forecast_hour');
    await soon(() => field.inputValue()).toBe('max_forecast_hour');
    await soon(() => options.first().getAttribute('href')).toMatch(/points#.*max-forecast-hour$/);
    const id = (await options.first().getAttribute('href'))!.split('#')[1]!;
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const target = page.locator(`[id="${id}"]`);
    await soon(() => target.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);

    // The shortcut also works while the dialog is closing.
    await page.keyboard.press('/');
    await soon(() => hasFocus(field)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await soon(() => hasFocus(field)).toBe(true);
  });

  test('finds endpoints, parameters and errors by what people type', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { field, options } = parts(page);
    await page.keyboard.press('/');
    for (const [query, href] of [
      ['max_forecast_hour', '/docs/forecast-api/points#'],
      ['cyclone tracks', '/docs/forecast-api/tropical-cyclones'],
      ['poll observations', '/docs/data-api/observations#'],
      ['not authorized', '/docs/'],
      ['API keys', pages.apiKeys],
    ]) {
      await field.fill(query!);
      await soon(() =>
        options.evaluateAll((links) => links.map((link) => link.getAttribute('href')).join(' ')),
      ).toContain(href);
    }
  });

  test('shows a message for no results and for a failed load', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, field, options } = parts(page);
    await page.route(`**${searchIndex}`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.keyboard.press('/');
    await field.fill('wind');
    await dialog.getByText("Search couldn't be loaded: Service Unavailable").waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await soon(() => options.count()).toBeGreaterThan(0);
    await field.fill('qqqqqqqqqq');
    await dialog.getByText('No results for “qqqqqqqqqq”').waitFor();
    expect(await options.count()).toBe(0);
    await dialog.getByRole('link', { name: 'All errors' }).click();
    await page.waitForURL(`**${pages.errors}`);
    portalBrowser.forgive(/503/);
  });

  test('shows a parameter of many endpoints once, and remembers what was opened', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, field, options } = parts(page);
    await page.keyboard.press('/');
    await field.fill('ens_member');
    const shared = dialog.getByRole('group', { name: 'ens_member', exact: true });
    await soon(() => shared.getByRole('option').count()).toBeGreaterThan(3);
    await shared.getByRole('option').first().click();
    await dialog.waitFor({ state: 'hidden' });
    const opened = new URL(page.url());
    await page.reload();
    await page.keyboard.press('/');
    const recent = dialog.getByRole('group', { name: 'Recent' });
    expect(await recent.getByRole('option').first().getAttribute('href')).toBe(opened.pathname + opened.hash);
    expect(await options.count()).toBeGreaterThan(5);
  });

  test('a question mark opens the list of shortcuts', async () => {
    const page = await portalBrowser.open(pages.docs);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Ctrl K').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('opens from the drawer on a phone', async () => {
    const page = await portalBrowser.open(pages.docs, phone);
    const { field, options } = parts(page);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).tap();
    await field.fill('gridded');
    await options.first().tap();
    await page.waitForURL('**/docs/forecast-api/gridded*');
  });
});

function parts(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search the documentation' });
  return {
    dialog,
    field: dialog.getByRole('combobox', { name: 'Search the documentation' }),
    options: dialog.getByRole('option'),
  };
}
