import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chromiumMissing,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  smallestLetterPx,
} from './portal-browser.ts';

const points = '/docs/forecast-api/points';
const availability = '/docs/forecast-api/availability';
const name = 'The first day of the forecast in San Francisco and New York.';
const pictureOn = (page: Page) => page.getByRole('figure', { name });

describe.skipIf(chromiumMissing)('a picture in the documentation', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('is readable without scripts, as text and as a table', async () => {
    const page = await portalBrowser.open(points, { javaScriptEnabled: false });
    const image = pictureOn(page).getByRole('img', { name: /^San Francisco, .* °C, / });
    const sentence = await image.getAttribute('aria-label');
    expect(await pictureOn(page).locator('figcaption').textContent()).toContain(sentence);
    await pictureOn(page).getByText('View as table').click();
    expect(await pictureOn(page).getByRole('row').count()).toBe(51);
    expect(await page.getByRole('button', { name: /as SVG$/ }).count()).toBe(0);
  });

  test('is the same from the server and, after navigation, from the browser', async () => {
    const first = await portalBrowser.open(points);
    const drawn = await pictureOn(first)
      .locator('svg')
      .evaluate((svg) => svg.outerHTML);
    const moved = await portalBrowser.open(availability);
    await moved.getByRole('link', { name: /^Previous Chapter/ }).click();
    await moved.getByRole('heading', { level: 1, name: 'Point Forecasts' }).waitFor();
    await pictureOn(moved).getByRole('img').waitFor();
    expect(
      await pictureOn(moved)
        .locator('svg')
        .evaluate((svg) => svg.outerHTML),
    ).toBe(drawn);
  });

  test('has no text over other text on a phone', async () => {
    const page = await portalBrowser.open(points, phone);
    const labels = pictureOn(page).locator('svg :is(.drawn-name, .drawn-note)');
    expect(await labels.allTextContents()).toEqual(expect.arrayContaining(['New York', '°C']));
    const overlapping = await labels.evaluateAll((nodes) =>
      nodes.flatMap((node, index) =>
        nodes.slice(index + 1).flatMap((other) => {
          const [one, two] = [node.getBoundingClientRect(), other.getBoundingClientRect()];
          const isBeside = one.right <= two.left || two.right <= one.left;
          const isAbove = one.bottom <= two.top || two.bottom <= one.top;
          return isBeside || isAbove ? [] : [`${node.textContent} over ${other.textContent}`];
        }),
      ),
    );
    expect(overlapping).toEqual([]);
    expect(await smallestLetterPx(pictureOn(page))).toBeGreaterThanOrEqual(11);
  });

  test('can be saved as SVG with its colours, as PNG, and as CSV with all its rows', async () => {
    const page = await portalBrowser.open(points);
    const svg = (await save(page, 'SVG')).toString('utf8');
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).toContain(`Simulated data · ${portalBrowser.portal.url}${points}`);
    expect(svg).not.toContain('var(--');
    expect((await save(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
    const lines = (await save(page, 'CSV')).toString('utf8').trimEnd().split('\r\n');
    expect(lines.length).toBe(51);
    expect(lines[0]).toMatch(/^Location,Time \(UTC\),Temperature \(°C\)/);
  });

  async function save(page: Page, format: string): Promise<Buffer> {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save ${name} as ${format}` }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`points.${format.toLowerCase()}`);
    return readFileSync(await download.path());
  }
});
