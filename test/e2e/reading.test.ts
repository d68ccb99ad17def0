import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, markdownOf, pages, status } from '../../src/urls.ts';
import type { ApiStatus } from '../../src/weather/status/contract.ts';
import {
  chromiumMissing,
  clipboard,
  hasFocus,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
  toast,
} from './portal-browser.ts';

const points = '/docs/forecast-api/points';
const gridded = '/docs/forecast-api/gridded';

describe.skipIf(chromiumMissing)('a reader', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('chooses a language once, for every block, page and visit', async () => {
    const page = await portalBrowser.open(gridded);
    /** Returns the selected language of every tab list that offers it. */
    const offering = (name: string) => {
      const has = page.getByRole('tab', { name });
      return page.getByRole('tablist', { name: /^Language of/ }).filter({ has });
    };
    const chosenBy = async (name: string) =>
      new Set(await offering(name).getByRole('tab', { selected: true }).allInnerTexts());
    const shown = (name: string) => page.getByRole('tabpanel', { name }).filter({ visible: true }).count();
    const count = await offering('Python').count();
    expect(count).toBeGreaterThan(3);
    expect(await chosenBy('cURL')).toEqual(new Set(['cURL']));
    await offering('cURL').first().getByRole('tab', { name: 'Python' }).click();
    await soon(() => chosenBy('Python')).toEqual(new Set(['Python']));
    await soon(() => shown('Python')).toBe(count);
    expect(await shown('cURL')).toBe(0);

    // Arrow keys move between tabs, and a block without the language shows its first one.
    await page.keyboard.press('End');
    await soon(() => hasFocus(offering('NetCDF').first().getByRole('tab', { name: 'NetCDF' }))).toBe(true);
    await soon(() => chosenBy('NetCDF')).toEqual(new Set(['NetCDF']));
    await page.getByRole('link', { name: /^Previous Chapter/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Availability' }).waitFor();
    await soon(() => chosenBy('cURL')).toEqual(new Set(['cURL']));
    await offering('Ruby').first().getByRole('tab', { name: 'Ruby' }).click();
    await page.reload();
    await soon(() => chosenBy('Ruby')).toEqual(new Set(['Ruby']));
    const again = await portalBrowser.openTab(page, points);
    await again.getByRole('tabpanel', { name: 'Ruby' }).first().waitFor();
    expect(await again.getByRole('tab', { name: 'Ruby', selected: false }).count()).toBe(0);
  });

  test('sees the current status of the API', async () => {
    const page = await portalBrowser.open(pages.status);
    const newest = page.getByText(/^Latest complete run: /);
    await newest.waitFor();
    const told: ApiStatus = await page.evaluate(async (address) => (await fetch(address)).json(), status);
    if ('why' in told.forecasts) throw new Error('the sandbox has no run');
    expect(await newest.textContent()).toContain(`${told.forecasts.newest_run.slice(11, 13)} UTC`);
    const runs = page.getByRole('table', { name: 'Runs of the last 48 hours' });
    expect(await runs.getByRole('rowheader').count()).toBe(told.forecasts.runs.length);
    await page.getByText(/^Latest observation: \d\d:\d\d UTC, \d+ min ago/).waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/^As of \d\d:\d\d UTC/).waitFor();
  });

  test('sees which language a sample is in, and downloads it', async () => {
    const page = await portalBrowser.open(points);
    await page.getByRole('tab', { name: 'Java' }).first().click();
    const table = page.getByRole('figure', { name: 'Print the table' });
    const note = table.getByText('Not available in Java. Showing Python.');
    await note.waitFor();
    const download = page.waitForEvent('download');
    await table.getByRole('button', { name: 'Download: Print the table' }).click();
    expect((await download).suggestedFilename()).toBe('sample.py');
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await note.waitFor({ state: 'hidden' });
  });

  test('follows a link from a sample to a parameter, and expands the list', async () => {
    const page = await portalBrowser.open(points);
    const code = page.getByRole('tabpanel', { name: 'cURL' }).first();
    await code.getByRole('link', { name: 'max_forecast_hour' }).click();
    expect(new URL(page.url()).hash).toBe('#point-forecasts-input-max-forecast-hour');
    const parameter = page.locator('#point-forecasts-input-max-forecast-hour');
    await soon(() => parameter.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(600);
    expect(await parameter.isVisible()).toBe(true);

    await page.goto(portalBrowser.portal.url + points);
    const last = page.locator('#point-forecasts-input-initialization-time');
    expect(await last.isVisible()).toBe(false);
    const more = page
      .getByRole('main')
      .getByRole('button', { name: /^Show \d+ more: .*initialization_time/ });
    await more.click();
    expect(await last.isVisible()).toBe(true);
    await page.getByRole('main').getByRole('button', { name: 'Show less' }).first().click();
    expect(await last.isVisible()).toBe(false);
    await page.getByRole('main').getByRole('button', { name: 'Expand all' }).first().click();
    expect(await last.isVisible()).toBe(true);
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Show \d+ more/ })
        .count(),
    ).toBe(0);
  });

  test('copies a sample and sees a confirmation for 2 seconds', async () => {
    const page = await portalBrowser.open(points, { prepare: (opened) => opened.clock.install() });
    const title = 'The first day of the newest run, for two places';
    const code = page.getByRole('figure', { name: title });
    const copied = code.getByText('Copied', { exact: true });
    await page.clock.pauseAt(Date.now() + 60_000);
    await code.getByRole('button', { name: `Copy: ${title}` }).click();
    await copied.waitFor();
    const text = await code.getByRole('tabpanel', { name: 'cURL' }).locator('pre').textContent();
    expect(await clipboard(page)).toBe(`${text}\n`);
    await page.clock.runFor(1999);
    expect(await copied.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await copied.waitFor({ state: 'hidden' });
    await page.clock.resume();
    await toast(page, 'Copied to clipboard!');
  });

  test('expands and collapses tall blocks', async () => {
    const page = await portalBrowser.open(gridded);
    await page.getByRole('tab', { name: 'Java' }).first().click();
    const more = page
      .getByRole('main')
      .getByRole('button', { name: 'Show more' })
      .filter({ visible: true })
      .first();
    await more.waitFor();
    const id = await more.getAttribute('aria-controls');
    const toggle = page.locator(`button[aria-controls="${id}"]`);
    const box = page.locator(`[id="${id}"]`);
    const height = async () => (await box.boundingBox())!.height;
    const folded = await height();
    expect([300, 400, 500]).toContain(folded);
    await toggle.click();
    await soon(height).toBeGreaterThan(folded + 50);
    expect(await toggle.textContent()).toBe('Show less');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await toggle.click();
    await soon(height).toBe(folded);
    expect(await toggle.textContent()).toBe('Show more');
  });

  test('views a response as text and as a tree by keyboard', async () => {
    const page = await portalBrowser.open(points);
    const tabs = page.getByRole('tablist', { name: 'View of Response of Point forecasts' });
    const tree = page.getByRole('tree', { name: 'Response' });
    await tabs.getByRole('tab', { name: 'Raw' }).focus();
    await page.keyboard.press('ArrowRight');
    await soon(() => hasFocus(tabs.getByRole('tab', { name: 'Inspector' }))).toBe(true);
    await tree.getByRole('treeitem').first().waitFor();
    // The Tab key passes the copy button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await soon(() => hasFocus(tree)).toBe(true);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    const chosen = tree.getByRole('treeitem', { selected: true });
    expect(Number(await chosen.getAttribute('aria-level'))).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Copy path' }).click();
    await soon(() => clipboard(page)).toMatch(/^\w+/);
    const path = await clipboard(page);
    await page.getByRole('main').getByText(path, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Copy value' }).click();
    await soon(() => clipboard(page)).not.toBe(path);
    await tabs.getByRole('tab', { name: 'Inspector' }).focus();
    await page.keyboard.press('ArrowLeft');
    await tree.waitFor({ state: 'hidden' });
    await page.getByRole('tabpanel', { name: 'Raw' }).first().waitFor();
  });

  test('views a NetCDF header as text and as a tree', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/constants');
    const tabs = page.getByRole('tablist', { name: 'View of Response of Constants' });
    await page.getByRole('tabpanel', { name: 'Raw' }).getByText('netcdf land_mask {').waitFor();
    await tabs.getByRole('tab', { name: 'Inspector' }).click();
    const tree = page.getByRole('tree', { name: 'Response' });
    await tree.getByRole('treeitem', { name: 'dimensions' }).waitFor();
    await page.getByRole('button', { name: 'Expand all' }).last().click();
    await tree.getByRole('treeitem', { name: 'latitude 721' }).waitFor();
  });

  test('sees that an example is shortened', async () => {
    const page = await portalBrowser.open(points);
    const answer = page.getByRole('figure', { name: 'Response of Point forecasts' });
    await answer.getByText('Shortened: 2 rows shown').waitFor();
    await answer.getByRole('tab', { name: 'Inspector' }).click();
    await answer.getByRole('tree').waitFor();
    expect(await answer.getByText('Shortened: 2 rows shown').isVisible()).toBe(true);
  });

  test('prints the whole page in light colours with the language of each sample', async () => {
    const page = await portalBrowser.open(points, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const main = page.getByRole('main');
    expect(await main.getByText('cURL', { exact: true }).filter({ visible: true }).count()).toBeGreaterThan(
      0,
    );
    for (const part of ['.sidebar', '.top-bar', '.copy-for-llm', '.fold-toggle'])
      expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0);
    const cut = await page
      .locator('.folded')
      .evaluateAll((parts) => parts.filter((part) => part.scrollHeight > part.clientHeight + 1).length);
    expect(cut).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  });

  test("sees an error if the Inspector can't be loaded", async () => {
    const page = await portalBrowser.open(points);
    await page.route('**/*inspector*.css', (route) => route.abort());
    const inspector = page.getByRole('tab', { name: 'Inspector' }).first();
    await inspector.click();
    await page.getByText("The Inspector couldn't be loaded.").waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('tree', { name: 'Response' }).waitFor();
    portalBrowser.forgive(/ERR_FAILED/);
  });

  test('copies the page or a section for an assistant', async () => {
    const page = await portalBrowser.open(points);
    const buttons = page.getByRole('main').getByRole('button', { name: 'Copy for LLM' });
    const served = async (query = '') =>
      (await page.request.get(portalBrowser.portal.url + markdownOf(points) + query)).text();
    await buttons.first().click();
    await toast(page, 'Copied to clipboard!');
    expect(await clipboard(page)).toBe(await served());
    expect(await clipboard(page)).toContain('# Point Forecasts');
    await buttons.nth(1).click();
    await soon(() => clipboard(page)).toBe(await served('?section=point-forecasts'));
  });

  test('shows one button at the head of a page where nothing can hover, also if the first section repeats its title', async () => {
    const page = await portalBrowser.open(points, phone);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setEmulatedMedia', { features: [{ name: 'hover', value: 'none' }] });
    const buttons = page.getByRole('main').getByRole('button', { name: 'Copy for LLM' });
    const opacityOf = (index: number) =>
      buttons.nth(index).evaluate((button) => getComputedStyle(button).opacity);
    await soon(() => opacityOf(1)).toBe('0');
    expect([await opacityOf(0), await opacityOf(2)]).toEqual(['1', '1']);
  });

  test('opens the page in an assistant, and adds the MCP server to an editor', async () => {
    const page = await portalBrowser.open(points);
    const button = page.getByRole('main').getByRole('button', { name: 'Open in' });
    const link = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await button.click();
    expect(await link('View as Markdown').getAttribute('href')).toBe(
      portalBrowser.portal.url + markdownOf(points),
    );
    const assistant = new URL((await link('Open in Claude').getAttribute('href'))!);
    expect(assistant.searchParams.get('q')).toContain(portalBrowser.portal.url + markdownOf(points));
    expect(await link('Add to VS Code').getAttribute('href')).toMatch(/^vscode:mcp\/install\?/);
    expect(await link('Add to Cursor').getAttribute('href')).toMatch(/^cursor:/);
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(link('View as Markdown'))).toBe(true);
    await page.keyboard.press('Escape');
    await link('View as Markdown').waitFor({ state: 'hidden' });
    expect(await hasFocus(button)).toBe(true);
  });

  test('links to headings and parameters, collapsed ones included', async () => {
    const page = await portalBrowser.open(points);
    await page.getByRole('link', { name: 'coordinates', exact: true }).first().click();
    const anchor = new URL(page.url()).hash;
    expect(anchor).toBe('#point-forecasts-input-coordinates');
    const inView = (hash: string) =>
      page.locator(`[id="${hash.slice(1)}"]`).evaluate((node) => {
        const { top } = node.getBoundingClientRect();
        return top > 0 && top < innerHeight - 100;
      });
    await soon(() => inView(anchor)).toBe(true);
    await page.getByRole('link', { name: 'Link to point-forecasts-response', exact: true }).focus();
    await page.keyboard.press('Enter');
    await soon(() => inView('#point-forecasts-response')).toBe(true);
    expect(new URL(page.url()).hash).toBe('#point-forecasts-response');

    const folded = '#observations-input-include-updated-at';
    await page.goto(`${portalBrowser.portal.url}/docs/data-api/observations${folded}`);
    await soon(() => inView(folded)).toBe(true);
    const visible = page.locator(`[id="${folded.slice(1)}"]`);
    await soon(() =>
      visible.evaluate((node) => {
        const { left, top } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + 20, top + 20));
      }),
    ).toBe(true);
  });

  test('opens a section at the end of a long page on a phone, which lays out the rest later', async () => {
    const page = await portalBrowser.open(`${gridded}#constants`, phone);
    const topOf = (selector: string) =>
      page.locator(selector).evaluate((node) => Math.round(node.getBoundingClientRect().top));
    const bar = (await page.locator('.top-bar').boundingBox())!;
    const isBelowBar = async () => {
      const top = await topOf('#constants');
      return top >= bar.height && top < bar.height + 100;
    };
    await soon(isBelowBar).toBe(true);
    // The sections above get their true heights now, and the one on the screen stays where it is.
    for (const dy of [-2000, 2000]) {
      await page.evaluate((y) => scrollBy(0, y), dy);
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
    }
    await soon(isBelowBar).toBe(true);
  });

  test('sees samples without secrets while signed in', async () => {
    const page = await portalBrowser.openAs('sampler@example.com', pages.docs);
    const status = await page.request.get(portalBrowser.portal.url + calls.authStatus);
    const created = await page.request.post(portalBrowser.portal.url + calls.apiTokens, {
      headers: { 'X-CSRF-Token': status.headers()['x-csrf-token']! },
      data: { name: 'Samples' },
    });
    const { token } = await created.json();
    await page.goto(portalBrowser.portal.url + points);
    const sample = page.getByRole('tabpanel', { name: 'cURL' }).first();
    await page.getByRole('banner').getByText('sampler@example.com').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await sample.textContent()).toContain('$WB_CLIENT_ID:$WB_API_KEY');
    expect(await page.content()).not.toContain(token.token);
    await page.getByRole('button', { name: 'Copy for LLM' }).first().click();
    await toast(page, 'Copied to clipboard!');
    expect(await clipboard(page)).not.toContain(token.token);
  });
});
