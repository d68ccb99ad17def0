import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/platform/root.ts';
import { pages } from '../../src/urls.ts';
import { chromiumMissing, openStage, phone, type Stage } from './stage.ts';

interface SiteFile {
  navigation: { pages: { path: string; title: string }[] }[];
}
const site = parse(readFileSync(join(root, 'content/site.yaml'), 'utf8')) as SiteFile;
const documentation = site.navigation.flatMap((group) => group.pages.map((page) => page.path));
const others = [pages.landing, pages.apiKeys, pages.resetPassword, '/no-such-page'];
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

describe.skipIf(chromiumMissing)('every page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => {
    stage.forgive(/no-such-page: .*404/);
    return stage.close();
  });

  test.each(documentation)('%s reads without JavaScript, nothing cut or hidden', async (path) => {
    const page = await stage.open(path, { javaScriptEnabled: false });
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).waitFor();
    expect(await main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
    expect(await cutOff(page)).toEqual([]);
    expect(await main.getByRole('button', { name: /Show (more|less)/ }).count()).toBe(0);
    await page.context().close();
  });

  test.each([...documentation, ...others])(
    '%s stands still, fits, and axe finds nothing in light or dark',
    async (path) => {
      const page = await stage.open(path);
      expect(await shifts(page)).toEqual([]);
      expect(await findings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      // Only colours differ in the dark.
      expect(await findings(page, ['color-contrast'])).toEqual([]);
      for (const width of [1024, 390]) {
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
  ])('%s passes axe on a phone, stands still and fits', async (path) => {
    const page = await stage.open(path, phone);
    expect(await shifts(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

/** Headings, code, tables and paragraphs of the content that are hidden, or reach out of a box that clips them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, h4, pre, table, p, li)')].flatMap((node) => {
      const box = node.getBoundingClientRect();
      let problem = box.height === 0 && node.textContent ? 'hidden' : '';
      for (let outer = node.parentElement; outer && outer.tagName !== 'MAIN'; outer = outer.parentElement) {
        const clips = getComputedStyle(outer).overflowY !== 'visible';
        if (clips && outer.getBoundingClientRect().bottom < box.bottom - 1) problem = 'cut';
      }
      return problem ? [`${problem}: ${node.tagName} ${node.textContent?.slice(0, 60)}`] : [];
    }),
  );

/** What moved after it had been painted. */
const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
        const found: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[]) {
            const moved = sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120));
            found.push(`${value} ${moved.join(', ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are handed over before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
      }),
  );

/** What makes the page scroll sideways. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (node) => node.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [`${scrollWidth} px`, ...wide.slice(0, 5).map((node) => node.outerHTML.slice(0, 120))];
  });

async function findings(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.slice(0, 200)}`),
    );
  }, rules);
}
