import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFile, pages } from '../../src/urls.ts';
import {
  chromiumMissing,
  hasFocus,
  holdBack,
  openPortalBrowser,
  type PortalBrowser,
  requestsTo,
  soon,
} from './portal-browser.ts';

const points = '/docs/forecast-api/points';
const pointsFile = dataFile('endpoints', 'points.yaml');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** The pages of a group have no height until the sidebar opens. */
async function clickInSidebar(page: Page, name: string): Promise<void> {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.hover();
  await sidebar.getByRole('link', { name }).click();
}

describe.skipIf(chromiumMissing)('navigation between pages', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('fetches the data of the next page, and no new document', async () => {
    const page = await portalBrowser.open(pages.docs);
    const data = requestsTo(page, pointsFile);
    const documents = requestsTo(page, points);
    await clickInSidebar(page, 'Point Forecasts');
    await page.waitForURL(`**${points}`);
    await soon(() => hasFocus(heading(page, 'Point Forecasts'))).toBe(true);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(data).toHaveLength(1);
    expect(documents).toEqual([]);
    expect(await page.locator('main h1').count()).toBe(1);
    expect(await page.title()).toBe('Point Forecasts · WindBorne API');
    const head = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await head('link[rel="canonical"]', 'href')).toBe(portalBrowser.portal.url + points);
    expect(await head('link[type="text/markdown"]', 'href')).toBe(`${points}.md`);
    // The page equals the served one, with the highlighted code and the picture, which load last.
    const picture = page.getByRole('main').getByText('View as table').first();
    await picture.waitFor();
    const moved = await mainText(page);
    const colours = await page.getByRole('main').locator('pre span').count();
    await page.reload();
    await picture.waitFor();
    await soon(() => mainText(page)).toEqual(moved);
    await soon(() => page.getByRole('main').locator('pre span').count()).toBe(colours);
  });

  test('serves the app with the hint to compile it at once', async () => {
    const document = await (await fetch(portalBrowser.portal.url + points)).text();
    const app = /<link rel="modulepreload" href="([^"]*\/app-[^"]*)"/.exec(document)?.[1];
    const code = await (await fetch(portalBrowser.portal.url + app)).text();
    expect(code.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad');
  });

  test('updates the head as the server would have sent it', async () => {
    const page = await portalBrowser.open(pages.apiKeys);
    const known = () =>
      page.evaluate(() =>
        [...document.head.querySelectorAll('meta[name], link[rel="canonical"], link[rel="alternate"]')]
          .filter((element) => element.getAttribute('name') !== 'csrf-token')
          .map((element) => element.outerHTML)
          .sort(),
      );
    const ofKeys = await known();
    await clickInSidebar(page, 'Point Forecasts');
    await soon(() => page.title()).toBe('Point Forecasts · WindBorne API');
    const ofPoints = await known();
    expect(ofPoints.join()).not.toContain('noindex');
    await page.goBack();
    await soon(known).toEqual(ofKeys);
    await page.goto(portalBrowser.portal.url + points);
    expect(await known()).toEqual(ofPoints);
  });

  test('shows "Loading..." when the data takes long', async () => {
    const page = await portalBrowser.open(pages.docs);
    const answer = await holdBack(page, pointsFile);
    await clickInSidebar(page, 'Point Forecasts');
    await page.getByRole('main').getByText('Loading...').waitFor();
    await heading(page, 'Point Forecasts').waitFor();
    answer();
    await page.getByRole('main').getByText('Loading...').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Response Parameters' }).first().waitFor();
  });

  test.each([
    [
      'Point Forecasts',
      'endpoints/points.yaml',
      404,
      'Error loading data: Failed to load endpoint points.yaml: Not Found',
    ],
    [
      'Data Viewer',
      'guides/data-viewer.yaml',
      503,
      'Error loading data: Failed to load guide data-viewer.yaml: Service Unavailable',
    ],
    ['MCP', 'mcp/mcp.yaml', 404, 'Error loading MCP data: Failed to load MCP mcp.yaml: Not Found'],
    ['MCP', 'mcp/mcp.yaml', 0, 'Error loading MCP data: Failed to load MCP mcp.yaml: Network Error'],
  ] as const)(
    'to %s says what failed (%s, %i) and tries again when told to',
    async (name, file, status, words) => {
      const page = await portalBrowser.open(pages.docs);
      await page.route(`**/data/${file}`, (route) =>
        status ? route.fulfill({ status, body: '' }) : route.abort(),
      );
      await clickInSidebar(page, name);
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText(words, { exact: true }).waitFor();
      await heading(page, name).waitFor();
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
      expect(await alert.count()).toBe(0);
      portalBrowser.forgive(/Failed to load resource/);
    },
  );

  test.each(['', '<html><body>Sign in to this hotel</body></html>'])(
    'to a page whose data is somebody else\u2019s answer (%j) says so, and the rest stays',
    async (body) => {
      const page = await portalBrowser.open(pages.docs);
      await page.route(`**${pointsFile}`, (route) => route.fulfill({ status: 200, body }));
      await clickInSidebar(page, 'Point Forecasts');
      const alert = page.getByRole('main').getByRole('alert');
      await alert
        .getByText('Error loading data: Failed to load endpoint points.yaml: Invalid YAML', { exact: true })
        .waitFor();
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Response Parameters' }).first().waitFor();
    },
  );

  test('offline shows the same messages, also for missing code', async () => {
    const page = await portalBrowser.open(pages.docs);
    await page.context().setOffline(true);
    await clickInSidebar(page, 'Point Forecasts');
    const alert = page.getByRole('main').getByRole('alert');
    await alert
      .getByText('Error loading data: Failed to load endpoint points.yaml: Network Error', { exact: true })
      .waitFor();
    const search = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await search.click();
    const message = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await message.waitFor();
    await message.getByRole('button', { name: 'Close' }).click();
    await message.waitFor({ state: 'hidden' });
    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Response Parameters' }).first().waitFor();
    await search.click();
    await page.getByRole('dialog', { name: 'Search the documentation' }).waitFor();
    portalBrowser.forgive(/Failed to load resource|Failed to fetch dynamically/);
  });

  test('back and forward restores the scroll position', async () => {
    const page = await portalBrowser.open(points);
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const scroll = async (toPx: number) => {
      // Content below the first screen is rendered a moment later.
      await soon(async () => {
        await page.evaluate((top) => scrollTo(0, top), toPx);
        return scrolled();
      }).toBe(toPx);
    };
    await scroll(1500);
    await clickInSidebar(page, 'Missions');
    await page.getByRole('heading', { level: 2, name: 'Flying missions' }).waitFor();
    await soon(scrolled).toBe(0);
    await scroll(700);
    await page.goBack();
    await heading(page, 'Point Forecasts').waitFor();
    await soon(scrolled).toBe(1500);
    expect(await page.title()).toBe('Point Forecasts · WindBorne API');
    await page.goForward();
    await heading(page, 'Missions').waitFor();
    await soon(scrolled).toBe(700);
  });

  test('to an anchor on another page scrolls there, and back restores the position', async () => {
    const page = await portalBrowser.open('/docs/data-api/introduction');
    const target = page.getByRole('heading', { name: 'Predicted flight path' });
    const top = () => target.evaluate((node) => node.getBoundingClientRect().top);
    const distance = async () => Math.abs((await top()) - 88);
    await page.getByRole('link', { name: /^Flight Predictions/ }).click();
    await page.waitForURL('**/docs/data-api/missions#predicted-flight-path');
    await soon(distance).toBeLessThan(40);
    await soon(() => hasFocus(target)).toBe(true);
    await page.evaluate(() => scrollBy(0, 333));
    // The page's height isn't compared, because it grows while pictures load.
    const place = await top();
    await clickInSidebar(page, 'Point Forecasts');
    await page.getByRole('heading', { level: 2, name: 'Point forecasts' }).waitFor();
    await page.goBack();
    await heading(page, 'Missions').waitFor();
    await soon(async () => Math.abs((await top()) - place)).toBeLessThan(2);
    await page.goBack();
    await heading(page, 'Introduction').waitFor();
  });

  test('to an unknown address shows the 404 page', async () => {
    const page = await portalBrowser.open('/docs/no-such-page');
    await heading(page, 'Page not found').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Getting Started' }).click();
    await heading(page, 'Getting Started').waitFor();
    await page.goBack();
    await heading(page, 'Page not found').waitFor();
    portalBrowser.forgive(/404/);
  });

  test('to an address with the words of a page suggests that page, and shows nothing of the address', async () => {
    const page = await portalBrowser.open('/docs/tropical_cyclone<b>forecast.html');
    const suggestions = page.getByRole('region', { name: 'Similar pages' });
    await suggestions.waitFor();
    expect(await suggestions.textContent()).not.toMatch(/<b>|html/);
    await suggestions.getByRole('link', { name: 'Tropical Cyclones' }).click();
    await heading(page, 'Tropical Cyclones').waitFor();
    portalBrowser.forgive(/404/);
  });

  test.each(['/api_experience', '/api-experience'])('under %s ends at the root', async (base) => {
    const page = await portalBrowser.open(`${base}/docs/mcp?from=mail`);
    expect(page.url()).toBe(`${portalBrowser.portal.url}/docs/mcp?from=mail`);
    await page.goto(portalBrowser.portal.url + base);
    expect(page.url()).toBe(`${portalBrowser.portal.url}/`);
  });

  const propsElement = /<script type="application\/json" id="rails-props">.*?<\/script>/s;
  const broken = '<script type="application/json" id="rails-props">{"site":</script>';
  test.each([
    ['are missing', '', 'Rails props script tag not found or empty'],
    ['cannot be read', broken, 'Failed to parse Rails props'],
  ])(
    'starts with its props; when they %s they are looked for after 1, 2 and 4 s',
    async (_, inPlace, words) => {
      const { page, text } = await openWithProps(inPlace);
      await page.clock.runFor(6999);
      expect(await page.getByText(words).count()).toBe(0);
      await heading(page, 'Overview').waitFor();
      await page.clock.runFor(1);
      await page.getByRole('alert').getByText(words).waitFor();

      const late = await openWithProps(inPlace);
      const status = requestsTo(late.page, '/api_experience/auth/status');
      await late.page.clock.runFor(2999);
      await late.page.evaluate((props) => {
        document.getElementById('rails-props')?.remove();
        const element = Object.assign(document.createElement('script'), {
          type: 'application/json',
          id: 'rails-props',
        });
        element.textContent = props;
        document.body.append(element);
      }, text);
      expect(status).toEqual([]);
      // The app starts in a separate task.
      await late.page.clock.runFor(2);
      await soon(() => status.length).toBe(1);
    },
  );

  /** Opens the overview with other props and a paused clock. */
  async function openWithProps(inPlace: string) {
    let text = '';
    const page = await portalBrowser.open(pages.docs, {
      usable: false,
      prepare: async (opened) => {
        // A hidden tab doesn't wait for a frame, which the paused clock would delay.
        await opened.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
        await opened.clock.install();
        await opened.clock.pauseAt(Date.now() + 60_000);
        await opened.route(`**${pages.docs}`, async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          text = propsElement.exec(html)![0].replaceAll(/<[^>]*>/g, '');
          await route.fulfill({ response, body: html.replace(propsElement, inPlace) });
        });
      },
    });
    return { page, text };
  }
});

const mainText = (page: Page) => page.getByRole('main').allInnerTexts();
