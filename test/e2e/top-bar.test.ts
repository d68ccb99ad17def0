import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../src/urls.ts';
import { chromiumMissing, openPortalBrowser, type PortalBrowser, phone } from './portal-browser.ts';

const availability = '/docs/forecast-api/availability';

describe.skipIf(chromiumMissing)('the top bar', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('has links and account buttons', async () => {
    const page = await portalBrowser.open(availability);
    const bar = page.getByRole('banner');
    const site = bar.getByRole('link', { name: 'windbornesystems.com' });
    expect(await site.getAttribute('href')).toBe('https://windbornesystems.com');
    expect(await site.getAttribute('target')).toBe('_blank');
    for (const name of ['Search', 'Sign in', 'Get API Keys']) {
      await bar.getByRole('button', { name }).waitFor();
    }
    await page.getByText('the weather here is simulated, so you can build and test for free').waitFor();
    await bar.getByRole('link', { name: 'WindBorne API documentation' }).click();
    await page.waitForURL(`**${pages.docs}`);
  });

  test.each([768, 959])('has room for all of them at %i px, signed in or not', async (width) => {
    const viewport = { width, height: 900 };
    const parts = (page: Page, last: string) => {
      const bar = page.getByRole('banner');
      return [
        bar.getByRole('link', { name: 'WindBorne API documentation' }),
        bar.getByRole('link', { name: 'windbornesystems.com' }),
        bar.getByRole('button', { name: 'Search' }),
        bar.getByRole('button', { name: last }),
        bar.getByRole('button', { name: 'Dark theme' }),
      ];
    };
    const outsider = await portalBrowser.open(pages.docs, { viewport });
    await outsider.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    const email = `a-rather-long-address-${width}@example.com`;
    const person = await portalBrowser.openAs(email, pages.docs, { viewport });
    await person.getByRole('banner').getByText('Welcome').waitFor();
    for (const row of [parts(outsider, 'Get API Keys'), parts(person, 'Sign out')]) {
      const boxes = await Promise.all(row.map(async (part) => (await part.boundingBox())!));
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThan(index === 0 ? 0 : boxes[index - 1]!.x + boxes[index - 1]!.width);
      }
      expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeLessThan(width);
    }
  });

  test('opens a drawer with expandable groups on a phone', async () => {
    const page = await portalBrowser.open(pages.docs, phone);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    for (const name of ['Sign In', 'Get API Keys', 'Search', 'Copy Forecasts base URL']) {
      await drawer.getByRole('button', { name }).waitFor();
    }
    const group = drawer.getByRole('button', { name: 'Data API' });
    const entry = drawer.getByRole('link', { name: 'Observations' });
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    expect(await entry.isVisible()).toBe(false);
    await group.tap();
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    await entry.tap();
    await page.waitForURL('**/docs/data-api/observations');
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Observations' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).tap();
    await drawer.getByRole('link', { name: 'Observations' }).waitFor();
    expect(await drawer.getByRole('link', { name: 'Observations' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    // The smallest phone has room next to the drawer too, for a tap that closes it.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await drawer.waitFor();
    await page.touchscreen.tap(20, 400);
    await drawer.waitFor({ state: 'hidden' });
  });

  test('closes the drawer when the window becomes wide', async () => {
    const page = await portalBrowser.open(pages.docs, phone);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await drawer.waitFor();
    await page.setViewportSize({ width: 767, height: 844 });
    await drawer.getByRole('link').first().waitFor();
    await page.setViewportSize({ width: 768, height: 844 });
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link').first().click();
  });

  test.each([320, 390])('has sign-in, keys and account on a phone of %i px', async (width) => {
    const size = { ...phone, viewport: { width, height: 844 } };
    const outsider = await portalBrowser.open(pages.docs, size);
    const person = await portalBrowser.openAs(`phone-${width}@example.com`, pages.docs, size);
    const bars = [outsider, person].map((page) => page.getByRole('banner'));
    const account = bars[1]!.getByRole('link', { name: `Account phone-${width}@example.com` });
    const keys = bars[1]!.getByRole('link', { name: 'API Keys' });
    const rows = [
      ['Search', 'Sign in', 'Get API Keys', 'Menu'].map((name) => bars[0]!.getByRole('button', { name })),
      [bars[1]!.getByRole('button', { name: 'Search' }), keys, account],
    ];
    for (const row of rows) {
      await row.at(-1)!.waitFor();
      let right = 0;
      for (const part of row) {
        const box = (await part.boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(right);
        expect(box.height).toBeGreaterThanOrEqual(40);
        right = box.x + box.width;
      }
      expect(right).toBeLessThanOrEqual(width);
    }
    await bars[0]!.getByRole('button', { name: 'Sign in' }).tap();
    await outsider.getByRole('dialog', { name: 'Welcome back' }).waitFor();
    await keys.tap();
    await person.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor();
    await account.tap();
    await person.waitForURL(`**${pages.account}`);
  });
});
