import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageProps } from '../../src/content/contract.ts';
import { pages } from '../../src/urls.ts';
import {
  chromiumMissing,
  clipboard,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
  toast,
} from './portal-browser.ts';

const availability = '/docs/forecast-api/availability';

describe.skipIf(chromiumMissing)('the layout', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('places the number of a step next to its title, not over it', async () => {
    const page = await portalBrowser.open(pages.gettingStarted);
    const title = page.getByRole('heading', { name: 'Get an API key' });
    const container = await title.evaluate((node) => (node as HTMLElement).offsetParent?.tagName);
    expect(container).toBe('LI');
  });

  test('has a sidebar that opens after 200 ms, closes after 50, and at once when the window is left', async () => {
    const page = await portalBrowser.open(availability, { prepare: (opened) => opened.clock.install() });
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const width = async () => (await sidebar.boundingBox())?.width;
    const label = sidebar.getByText('Getting Started');
    await page.clock.pauseAt(Date.now() + 60_000);
    expect(await width()).toBe(64);
    expect(await label.isVisible()).toBe(false);

    await page.mouse.move(30, 300);
    await page.clock.runFor(199);
    expect(await width()).toBe(64);
    await page.clock.runFor(1);
    await soon(width).toBe(256);
    await label.waitFor();
    await page.mouse.move(700, 300);
    await page.clock.runFor(49);
    expect(await width()).toBe(256);
    await page.clock.runFor(1);
    await soon(width).toBe(64);
    await label.waitFor({ state: 'hidden' });

    await page.mouse.move(30, 300);
    await page.clock.runFor(150);
    await page.mouse.move(700, 300);
    await page.clock.runFor(1000);
    expect(await width()).toBe(64);

    await page.mouse.move(30, 300);
    await page.clock.runFor(200);
    await soon(width).toBe(256);
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await soon(width).toBe(64);
  });

  test('keeps the sidebar open while the keyboard is in it', async () => {
    const page = await portalBrowser.open(availability);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const width = async () => (await sidebar.boundingBox())?.width;
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).focus();
    await page.keyboard.press('Tab');
    await soon(width).toBe(256);
    await page.mouse.move(30, 300);
    await page.mouse.move(700, 300);
    // Five times the delay after which it would close.
    await page.waitForTimeout(250);
    expect(await width()).toBe(256);
    await page.keyboard.press('Tab');
    await page.getByRole('main').getByRole('link').first().focus();
    await soon(width).toBe(64);
  });

  test('loads its fonts on the first visit with almost no layout shift', async () => {
    const page = await portalBrowser.open(availability, { prepare: slowLine });
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
    await soon(loaded).toEqual(expect.arrayContaining(['Inter', 'JetBrains Mono']));
    expect(await page.evaluate(shiftSoFar)).toBeLessThanOrEqual(0.01);
  });

  test('requests the text font with the document, and the app after the first frame', async () => {
    const html = await (await fetch(portalBrowser.portal.url + pages.docs)).text();
    const [before, after] = html.split('<template') as [string, string];
    expect(before).toMatch(/<link rel="preload" href="[^"]*inter[^"]*\.woff2"/);
    expect(before).not.toMatch(/<script[^>]* src=/);
    expect(after).toMatch(/<script type="module" src=/);
  });

  test('copies base URLs, and toasts can be closed', async () => {
    const page = await portalBrowser.open(pages.docs);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    for (const [name, path] of [
      ['Copy Sensor-data base URL', '/api/v1'],
      ['Copy Forecasts base URL', '/api/v1'],
      ['Copy MCP server host', '/mcp'],
    ]) {
      const row = sidebar.getByRole('button', { name: name! });
      await row.click();
      await soon(() => clipboard(page)).toBe(portalBrowser.portal.url + path);
      // The sidebar is too narrow for a long host, but shows each path.
      const ends = () =>
        row.locator('.rail-label').evaluate((label) => {
          label.querySelector('.base-url-text > span')!.textContent = 'sensor-data.teapot.example:8443';
          const range = document.createRange();
          range.selectNodeContents(label.querySelector('.base-url-text')!.lastChild!);
          return label.getBoundingClientRect().right - range.getBoundingClientRect().right;
        });
      await soon(ends).toBeGreaterThanOrEqual(0);
    }
    await toast(page, 'Copied to clipboard!');
    const messages = page.getByRole('button', { name: 'Close toast' });
    await soon(() => messages.count()).toBe(3);
    for (const left of [2, 1, 0]) {
      await messages.first().click();
      await soon(() => messages.count()).toBe(left);
    }
  });

  test('marks the current heading in the table of contents', async () => {
    const page = await portalBrowser.open(availability);
    const outline = page.getByRole('navigation', { name: 'On this page' });
    const entries = outline.locator(':scope > ul > li > a');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    const titles = await headings.allInnerTexts();
    expect(titles.length).toBeGreaterThan(3);
    expect(await entries.allInnerTexts()).toEqual(titles);
    const below = outline.getByRole('list').getByRole('list');
    await soon(() => below.getByRole('link').first().textContent()).toBe('Endpoints');
    expect(await below.count()).toBe(1);
    const active = () =>
      entries.evaluateAll((links) =>
        links.flatMap((link, index) => (link.hasAttribute('aria-current') ? [index] : [])),
      );
    const bring = (index: number, topPx: number) =>
      headings
        .nth(index)
        .evaluate(
          (node, top) => scrollTo(0, Math.ceil(scrollY + node.getBoundingClientRect().top - top)),
          topPx,
        );
    await soon(active).toEqual([0]);
    await bring(2, 99);
    await soon(active).toEqual([2]);
    await bring(2, 101);
    await soon(active).toEqual([1]);
    await bring(3, 100);
    await soon(active).toEqual([3]);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await soon(active).toEqual([titles.length - 1]);
    await entries.nth(1).click();
    await soon(active).toEqual([1]);
    await soon(() => headings.nth(1).evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(110);
    expect(new URL(page.url()).hash).toBe(`#${await headings.nth(1).getAttribute('id')}`);
    // An h3 heading is a plain link, also after it was chosen.
    await below.getByRole('link').last().click();
    await soon(() => page.url()).toContain((await below.getByRole('link').last().getAttribute('href'))!);
    expect(await outline.locator('[aria-current]').allInnerTexts()).toEqual([titles[1]]);
    // The last heading is too close to the end to reach the offset, but it was clicked.
    await entries.last().click();
    await soon(active).toEqual([titles.length - 1]);

    const width = async () =>
      (await page.getByRole('navigation', { name: 'On this page' }).boundingBox())?.width;
    expect(await width()).toBeGreaterThan(200);
    await page.setViewportSize({ width: 1279, height: 900 });
    await soon(width).toBeLessThan(32);
    await entries.nth(1).click();
    await soon(active).toEqual([1]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await soon(width).toBeGreaterThan(200);
  });

  test.each([
    [1440, 2],
    [1920, 2],
    [1439, 1],
    [1024, 1],
  ])(
    'at %i px has words and code in %i columns, the code in sight while its section is read',
    async (width, columns) => {
      const page = await portalBrowser.open('/docs/forecast-api/points', {
        viewport: { width, height: 900 },
      });
      const place = async (locator: Locator) => (await locator.boundingBox())!;
      const words = page.getByRole('main').getByText('The forecast for one or more places. Send');
      const code = page.getByRole('figure', { name: 'The first day of the newest run, for two places' });
      const [left, right] = [await place(words), await place(code)];
      if (columns === 1) return expect(right.y).toBeGreaterThan(left.y + left.height);
      expect(right.x).toBeGreaterThan(left.x + left.width);
      expect(Math.abs(right.y - left.y)).toBeLessThan(20);
      const below = page.getByRole('heading', { name: 'Input Parameters' }).first();
      await below.evaluate((node) => node.scrollIntoView({ block: 'start' }));
      await soon(async () => (await place(code)).y).toBeLessThan(120);
      expect((await place(code)).y).toBeGreaterThan(56);
    },
  );

  test('shows every sample without scrolling sideways at 1440 px', async () => {
    for (const language of ['cURL', 'Python', 'Java', 'Ruby']) {
      const page = await portalBrowser.open('/docs/forecast-api/points');
      await page.getByRole('tab', { name: language }).first().click();
      const wide = await page
        .getByRole('main')
        .locator('pre')
        .filter({ visible: true })
        .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth).length);
      expect(wide, language).toBe(0);
      await page.context().close();
    }
  });

  test('starts every page at the same position, except the cards that links in emails open', async () => {
    for (const width of [1440, 390]) {
      const places = [];
      for (const path of [pages.docs, '/docs/forecast-api/points', pages.apiKeys, '/nowhere']) {
        const page = await portalBrowser.open(path, { viewport: { width, height: 900 } });
        places.push((await page.getByRole('heading', { level: 1 }).boundingBox())!.x);
        await page.context().close();
      }
      expect(new Set(places).size, `${width} px: ${places}`).toBe(1);
    }
    portalBrowser.forgive(/nowhere: .*404/);
  });

  test('shows a title once', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/constants');
    const seen = page.getByRole('main').getByText('Constants', { exact: true });
    const opacities = await seen.evaluateAll((nodes) =>
      nodes.filter((node) => node.matches('h1, h2')).map((node) => getComputedStyle(node).opacity),
    );
    expect(opacities).toEqual(['1', '0']);
  });

  test('keeps a pinned sidebar open on every page from the first paint on', async () => {
    const page = await portalBrowser.open(availability);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const width = async () => (await sidebar.boundingBox())?.width;
    const unpin = sidebar.getByRole('button', { name: 'Unpin sidebar' });
    await sidebar.getByRole('button', { name: 'Pin sidebar', exact: true }).click();
    await unpin.waitFor();
    await page.mouse.move(900, 500);
    await soon(width).toBe(256);
    await sidebar.getByText('Getting Started').waitFor();
    await page.reload({ waitUntil: 'commit' });
    await soon(() => page.evaluate(() => document.documentElement.dataset.rail)).toBe('pinned');
    await soon(width).toBe(256);
    const title = page.getByRole('heading', { level: 1 });
    expect((await title.boundingBox())!.x).toBeGreaterThan(256);
    await page.setViewportSize({ width: 1439, height: 900 });
    await soon(width).toBe(64);
    await page.setViewportSize({ width: 1440, height: 900 });
    await unpin.click();
    await page.mouse.move(900, 500);
    await soon(width).toBe(64);
  });

  test('shows the base URLs on a small screen', async () => {
    const page = await portalBrowser.open(availability, { viewport: { width: 1280, height: 720 } });
    for (const name of ['Copy Sensor-data base URL', 'Copy Forecasts base URL', 'Copy MCP server host']) {
      const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(720);
    }
  });

  test('has a table of contents bar on a phone', async () => {
    const page = await portalBrowser.open(availability, phone);
    const outline = page.getByRole('navigation', { name: 'On this page' });
    const bar = outline.getByRole('button', { name: /^On this page/ });
    expect(await bar.textContent()).toContain('Initialization times');
    expect(await outline.getByRole('link').first().isVisible()).toBe(false);
    await bar.tap();
    await outline.getByRole('link', { name: 'Forecast hours' }).tap();
    await soon(() => bar.textContent()).toContain('Forecast hours');
    expect(await bar.getAttribute('aria-expanded')).toBe('false');
    const { y } = (await bar.boundingBox())!;
    const heading = page.getByRole('heading', { level: 2, name: 'Forecast hours' });
    await soon(async () => (await heading.boundingBox())!.y).toBeGreaterThan(y + 40);
    // A link from another page gets no click here.
    const { pathname, hash } = new URL(page.url());
    const linked = await portalBrowser.open(pathname + hash, phone);
    await linked.getByRole('button', { name: 'On this page Forecast hours' }).waitFor();
  });

  test('marks the current page and heading in forced colours', async () => {
    const page = await portalBrowser.open(availability, {
      forcedColors: 'active',
      viewport: { width: 1200, height: 900 },
    });
    const look = (link: Locator) =>
      link.evaluate((node) => {
        const dot = node.querySelector('span')!;
        return [node, dot, document.body].map((each) => getComputedStyle(each).backgroundColor);
      });
    const rails = [
      page.getByRole('complementary', { name: 'Sidebar' }).getByRole('list', { name: 'Forecast API' }),
      page.getByRole('navigation', { name: 'On this page' }),
    ];
    for (const rail of rails) {
      const current = await look(rail.locator('a[aria-current]'));
      const other = await look(rail.locator('a:not([aria-current])').last());
      expect(other[1]).not.toBe(other[2]);
      expect(current.slice(0, 2)).not.toEqual(other.slice(0, 2));
    }
  });

  test('links from chapter to chapter', async () => {
    const page = await portalBrowser.open(pages.docs);
    const chapters = await chaptersOf(page);
    const next = page.getByRole('link', { name: /^Next Chapter/ });
    const previous = page.getByRole('link', { name: /^Previous Chapter/ });
    for (const [index, chapter] of chapters.entries()) {
      await page.waitForURL(`**${chapter.path}`);
      await page.getByRole('heading', { level: 1, name: chapter.title, exact: true }).waitFor();
      for (const [link, other] of [
        [previous, chapters[index - 1]],
        [next, chapters[index + 1]],
      ] as const) {
        const title = other?.title === 'Introduction' ? `Introduction · ${other.group}` : other?.title;
        if (other) expect(await link.textContent()).toContain(`${title}${other.description}`);
        else expect(await link.count()).toBe(0);
      }
      if (index + 1 < chapters.length) await next.click();
    }
    expect(chapters).toHaveLength(21);
    expect(chapters.at(-1)?.title).toBe('Forecast CLI');
    await previous.click();
    await page.getByRole('heading', { level: 1, name: 'Forecast', exact: true }).waitFor();
  });

  test('uses the system theme or the chosen one from the first paint on', async () => {
    const page = await portalBrowser.open(pages.docs, { colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const lightness = () =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)));
    const toggle = page.getByRole('button', { name: 'Dark theme' });
    expect(await theme()).toBe('dark');
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    expect(await lightness()).toBeLessThan(60);
    await toggle.click();
    await soon(theme).toBe('light');
    await soon(lightness).toBeGreaterThan(240);

    // The head script sets the theme before there is a body that could be painted.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        Object.assign(window, { themeCameBeforeBody: document.body === null });
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-theme'] });
    });
    await page.reload();
    expect(await theme()).toBe('light');
    expect(await page.evaluate(() => 'themeCameBeforeBody' in window && window.themeCameBeforeBody)).toBe(
      true,
    );
    const beside = await portalBrowser.openTab(page, availability);
    await beside.getByRole('button', { name: 'Dark theme' }).click();
    await soon(theme).toBe('dark');
  });
});

const chaptersOf = (page: Page) =>
  page.evaluate(() => {
    const props = JSON.parse(document.getElementById('rails-props')?.textContent ?? '') as PageProps;
    return props.site.navigation.flatMap(({ title, pages: all }) =>
      all.map((page) => ({ ...page, group: title })),
    );
  });

async function slowLine(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
  await browser.send('Network.emulateNetworkConditions', conditions);
}

/** This function runs in the page. */
function shiftSoFar(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  });
}
