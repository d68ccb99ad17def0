import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumMissing, openPortalBrowser, type PortalBrowser, phone, soon } from './portal-browser.ts';

const maxPx = 500;
const sizes = [
  [390, phone],
  [1100, { viewport: { width: 1100, height: 900 } }],
  [1440, { viewport: { width: 1440, height: 900 } }],
] as const;

/** The pages with the longest lists. `npm run test:long` opens all pages with parameters. */
const longest = ['/docs/forecast-api/points', '/docs/data-api/missions', '/docs/data-api/observations'];
const others = [
  '/docs/forecast-api/gridded',
  '/docs/python-library/forecast',
  '/docs/forecast-api/availability',
  '/docs/forecast-api/constants',
  '/docs/forecast-api/population-weighted',
  '/docs/forecast-api/tropical-cyclones',
  '/docs/python-library/data',
  '/docs/python-library/data-cli',
  '/docs/python-library/forecasts-cli',
];
const paths = process.env.TEST_LONG === undefined ? longest : [...longest, ...others];

describe.skipIf(chromiumMissing)('lists of parameters', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => {
    portalBrowser.forgive(/ERR_FAILED/);
    return portalBrowser.close();
  });

  test.each(sizes)('are at most 500 px tall at %i px, open or collapsed', async (_, options) => {
    for (const path of paths) {
      const page = await portalBrowser.open(path, options);
      await soon(() => tooTall(page)).toEqual([]);
      expect(await page.locator('.parameters').count(), path).toBeGreaterThan(0);
      await page.context().close();
    }
  });

  test.each(sizes)('are counted by the server for %i px', async (_, options) => {
    for (const path of paths) {
      const page = await portalBrowser.open(path, {
        ...options,
        usable: false,
        prepare: (fresh) => fresh.route('**/*.js', (route) => route.abort()),
      });
      expect(await tooTall(page), path).toEqual([]);
      await page.context().close();
    }
  });

  test('show as many parameters as fit, and name the others', async () => {
    const page = await portalBrowser.open('/docs/data-api/observations');
    const first = page.locator('.parameters', { hasText: /Show \d+ more: / }).first();
    const name = await first.locator('.parameter-entry').first().getAttribute('id');
    const list = page.locator('.parameters').filter({ has: page.locator(`[id="${name}"]`) });
    const shown = list.locator('.parameter-entry').filter({ visible: true });
    const end = list.getByRole('button', { name: /^Show \d+ more: / });
    const words = (await end.textContent())!;
    const [, count, names] = /^Show (\d+) more: (.*)$/.exec(words)!;
    const all = await list.locator('.parameter-entry').count();
    expect((await shown.count()) + Number(count)).toBe(all);
    expect(names!.split(', ')).toHaveLength(Number(count));
    const height = () => list.evaluate((node) => node.getBoundingClientRect().height);
    const before = await height();
    expect(before).toBeGreaterThan(maxPx / 2);
    await end.click();
    await soon(() => shown.count()).toBe(all);
    expect(await height()).toBeGreaterThan(maxPx);
    await list.getByRole('button', { name: 'Show less' }).click();
    await soon(height).toBe(before);
  });

  test('are measured again when the window changes its width', async () => {
    const page = await portalBrowser.open('/docs/data-api/observations', sizes[2][1]);
    for (const width of [700, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // A phone does not lay out the lists that are far from the screen.
      for (const list of await page.locator('.parameters').all()) {
        await list.scrollIntoViewIfNeeded();
        await soon(async () => (await list.boundingBox())!.height).toBeLessThanOrEqual(maxPx);
      }
    }
  });
});

/** Returns the lists that are taller than the limit, by the anchor of their first parameter. */
const tooTall = (page: Page) =>
  page.locator('.parameters').evaluateAll(
    (lists, limit) =>
      lists.flatMap((list) => {
        const { height } = list.getBoundingClientRect();
        const first = list.querySelector('.parameter-entry')?.id;
        return height > limit ? [`${first}: ${height} px`] : [];
      }),
    maxPx,
  );
