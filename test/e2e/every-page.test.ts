import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/platform/root.ts';
import { pages } from '../../src/urls.ts';
import {
  axeFindings,
  axeFindingsInForcedColours,
  axeFindingsInTheDark,
  dialogPassesAxe,
  passesAxe,
} from './axe.ts';
import { fillTwoSteps } from './people.ts';
import { chromiumMissing, openPortalBrowser, type PortalBrowser, phone, toast } from './portal-browser.ts';

type Groups = { pages: { path: string }[] }[];
interface SiteFile {
  navigation: Groups;
  footer: Groups;
}
const site = parse(readFileSync(join(root, 'content/site.yaml'), 'utf8')) as SiteFile;
const everyPage = [...site.navigation, ...site.footer].flatMap((group) =>
  group.pages.map((page) => page.path),
);
const appPages = [
  pages.landing,
  pages.apiKeys,
  pages.account,
  pages.resetPassword,
  pages.undoEmail,
  '/no-such-page',
];

/** Colours are tokens, so one page of each kind is enough. */
const oneOfEachKind = [
  ...appPages,
  pages.docs,
  pages.mcp,
  pages.status,
  pages.dataViewer,
  '/docs/forecast-api/points',
];

/** Every run opens a page of each kind. `npm run test:long` opens all pages, also in forced colours. */
const isLong = process.env.TEST_LONG !== undefined;
const documentation = everyPage.filter((path) => isLong || oneOfEachKind.includes(path));

describe.skipIf(chromiumMissing)('every page', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => {
    portalBrowser.forgive(/no-such-page: .*404/);
    return portalBrowser.close();
  });

  test.concurrent.each(documentation)('%s is complete without JavaScript', async (path) => {
    const page = await portalBrowser.open(path, { javaScriptEnabled: false });
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).waitFor();
    expect(await main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
    expect(await cutOff(page)).toEqual([]);
    expect(await main.getByRole('button', { name: /Show (more|less)/ }).count()).toBe(0);
    await page.context().close();
  });

  test.concurrent.each([...documentation, ...appPages])(
    '%s has no layout shift, fits the width and passes axe',
    async (path) => {
      const page = await portalBrowser.open(path);
      expect(await shifts(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      expect(await axeFindingsInTheDark(page)).toEqual([]);
      if (isLong) expect(await axeFindingsInForcedColours(page)).toEqual([]);
      for (const width of [1024, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${width} px`).toEqual([]);
      }
      await page.context().close();
    },
  );

  test.each([pages.docs, pages.apiKeys, '/docs/forecast-api/points'])(
    '%s has no layout shift while signed in',
    async (path) => {
      const page = await portalBrowser.openAs(`no-shift-at-${path.split('/').at(-1)}@example.com`, path);
      await page.getByRole('banner').getByText('Welcome').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await shifts(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      for (const width of [800, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${width} px`).toEqual([]);
      }
      await page.context().close();
    },
  );

  test.each([
    pages.landing,
    pages.docs,
    '/docs/forecast-api/points',
    '/docs/data-api/observations',
    pages.apiKeys,
  ])('%s passes axe on a phone, has no layout shift and fits the width', async (path) => {
    const page = await portalBrowser.open(path, phone);
    expect(await shifts(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test('the data viewer causes no layout shift while it loads', async () => {
    const page = await portalBrowser.open(pages.dataViewer, { viewport: { width: 1024, height: 1366 } });
    await page.getByText('Get this data in code').waitFor();
    expect(await shifts(page)).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(chromiumMissing)('dialogs and menus', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('passes axe in light and dark', async () => {
    const page = await portalBrowser.open(pages.landing);
    const dialog = page.getByRole('dialog');
    const button = (name: string) => dialog.getByRole('button', { name });
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('Email').fill('nobody-with-axe@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
    await page.keyboard.press('Enter');
    await toast(page, 'Invalid email or password');
    await passesAxe(page);
    await button('Forgot password?').click();
    await dialogPassesAxe(page);
    await button('Back to sign in').click();
    await button('Create an account').click();
    await dialogPassesAxe(page);
    await fillTwoSteps(page, 'axe@example.com');
    await dialog.getByLabel('Verification code').fill('000000');
    await toast(page, 'Invalid verification code');
    await dialogPassesAxe(page);
    await button('Back').click();
    await dialogPassesAxe(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await dialog.getByRole('combobox').fill('wind');
    await dialog.getByRole('option').first().waitFor();
    await dialogPassesAxe(page);
    portalBrowser.forgive(/401|422/);
  });

  test('passes axe with a key and on a phone', async () => {
    const page = await portalBrowser.openAs('axed@example.com', pages.apiKeys, phone);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add Key' }).tap();
    await dialog.getByLabel('Key name').fill('Axe');
    await dialogPassesAxe(page);
    await dialog.getByRole('button', { name: 'Create' }).tap();
    await dialog.getByRole('button', { name: 'Try your key' }).tap();
    await dialog.getByText('200 OK').waitFor();
    await dialogPassesAxe(page);
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await dialog.waitFor({ state: 'hidden' });
    await passesAxe(page);
    await page.getByRole('article').getByRole('button', { name: 'Delete' }).tap();
    await dialog.waitFor();
    await dialogPassesAxe(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await dialog.waitFor();
    await dialogPassesAxe(page);
  });
});

/**
 * Returns headings, code, tables and paragraphs of the content that are hidden or clipped. Content that a reader can
 * open without a script doesn't count.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, h4, pre, table, p, li)')].flatMap((node) => {
      if (node.closest('details:not([open])')) return [];
      const box = node.getBoundingClientRect();
      let problem = box.height === 0 && node.textContent ? 'hidden' : '';
      for (let outer = node.parentElement; outer && outer.tagName !== 'MAIN'; outer = outer.parentElement) {
        const clips = getComputedStyle(outer).overflowY !== 'visible';
        if (clips && outer.getBoundingClientRect().bottom < box.bottom - 1) problem = 'cut';
      }
      return problem ? [`${problem}: ${node.tagName} ${node.textContent?.slice(0, 60)}`] : [];
    }),
  );

/**
 * Returns what moved after it had been painted. A shift of at most 0.01 isn't visible. When a font replaces its
 * fallback, one paragraph may become a line longer or shorter, but not a page of them.
 */
const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
        const maxInvisible = 0.01;
        const maxOneLine = 0.06;
        const fonts = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.woff2')) as PerformanceResourceTiming[];
        const isFontSwap = (atMs: number) =>
          fonts.some(({ responseEnd }) => atMs >= responseEnd && atMs - responseEnd < 500);
        const found: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources, startTime } of list.getEntries() as Shift[]) {
            const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
            if (value > (isFontSwap(startTime) ? maxOneLine : maxInvisible))
              found.push(`${value}: ${moved.join(', ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
      }),
  );

/** Returns what makes the page scroll sideways. Animations end first, because they may still move content there. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    for (let frames = 0; frames < 60 && document.getAnimations().length > 0; frames++) await frame();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (node) => node.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [`${scrollWidth} px`, ...wide.slice(0, 5).map((node) => node.outerHTML.slice(0, 120))];
  });
