import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { pages } from '../../src/urls.ts';
import { type NonWeatherApi, nonWeatherContent, startNonWeatherApi } from '../helpers/non-weather-api.ts';
import { axeFindings } from './axe.ts';
import { chromiumMissing, openOwnPortalBrowser, type PortalBrowser, phone, soon } from './portal-browser.ts';

describe.skipIf(chromiumMissing)('a portal for another provider', () => {
  let portalBrowser: PortalBrowser;
  let harbour: NonWeatherApi;
  beforeAll(async () => {
    harbour = await startNonWeatherApi(() => portalBrowser.portal.url);
    portalBrowser = await openOwnPortalBrowser({
      CONTENT_DIR: join(root, nonWeatherContent),
      FORECASTS_API_URL: harbour.url,
    });
  });
  afterAll(async () => {
    await portalBrowser?.close();
    await harbour?.close();
  });

  const said = async (page: Page) =>
    (await page.locator('#root').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
  const wordsOf = async (part: Locator) => (await part.allInnerTexts()).join(' ');
  const ofAnother = /windborne|balloon|weather|forecast|sandbox|synthetic|demo/i;

  /** Checks that every internal link of the page works. */
  async function expectLinksToLead(page: Page): Promise<void> {
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((nodes) => nodes.map((node) => (node as HTMLAnchorElement).pathname));
    for (const path of new Set(links)) {
      const answer = await page.request.get(portalBrowser.portal.url + path);
      expect([path, answer.status()]).toEqual([path, 200]);
    }
  }

  test("the landing page has the provider's logo, colours and text, and no balloon map", async () => {
    const page = await portalBrowser.open(pages.landing);
    await page.getByRole('heading', { name: 'Welcome to the Harbour Tides API' }).waitFor();
    expect(await said(page)).toContain('how much water is under the keel');
    const firstCall = page.locator('.fact').filter({ hasText: 'Your first call in two minutes' });
    expect(await firstCall.textContent()).toContain('One line in a terminal brings the next high water.');
    expect(await firstCall.textContent()).toContain('/tides?harbour=whitby');
    expect(await said(page)).not.toMatch(ofAnother);
    // Its source also has the style of the map, which this page leaves out.
    expect(await page.content()).not.toMatch(/windborne|balloon/i);
    expect(await page.locator('.fleet').count()).toBe(0);
    const accent = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    );
    expect(accent).toContain('#0f6b5c');
    expect(await page.locator('.logo-mark svg').count()).toBe(1);
    await expectLinksToLead(page);
    expect(await axeFindings(page)).toEqual([]);
  });

  test.each([pages.docs, '/docs/tides', '/docs/berths', pages.mcp, '/docs/nowhere'])(
    'the page %s names only this provider, has working links, and is accessible in the dark theme',
    async (path) => {
      const page = await portalBrowser.open(path, { colorScheme: 'dark' });
      expect(await said(page)).not.toMatch(ofAnother);
      expect(await page.getByText('Harbour base URL').count()).toBe(1);
      await expectLinksToLead(page);
      expect(await axeFindings(page)).toEqual([]);
      portalBrowser.forgive(/404/);
    },
  );

  test('a user creates a key and makes the first call, also on a phone', async () => {
    const page = await portalBrowser.openAs('pilot@example.com', pages.apiKeys, phone);
    await page.getByRole('button', { name: 'Add Key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key name').fill('Tug');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = dialog.getByRole('status', { name: 'Secret' });
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^ht_[A-Za-z0-9]{32}$/);
    await dialog.getByRole('button', { name: 'Try your key' }).click();
    await soon(() => wordsOf(dialog)).toContain('200 OK');
    await soon(() => wordsOf(dialog)).toContain('/v2/tides?harbour=hull');
    expect(await wordsOf(dialog)).toContain('HARBOUR_KEY');
    expect(await wordsOf(dialog)).not.toMatch(ofAnother);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await said(page)).not.toMatch(ofAnother);
    expect(await said(page)).toContain('Free keys work with the tides and each tug');
    await expectLinksToLead(page);
  });
});
