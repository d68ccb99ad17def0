import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../src/urls.ts';
import { axeFindings, axeFindingsInTheDark } from './axe.ts';
import { chromiumMissing, openPortalBrowser, type PortalBrowser, phone, soon } from './portal-browser.ts';

const map = (page: Page) => page.getByRole('figure', { name: 'Ground track map' });

describe.skipIf(chromiumMissing)("the overlays of the viewer's map", () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  const open = async (search = '', options: Parameters<PortalBrowser['open']>[1] = {}) => {
    const page = await portalBrowser.open(pages.dataViewer + search, options);
    await page.getByRole('slider', { name: 'Time in the leg' }).waitFor();
    return page;
  };

  test('load when they are switched on, have a legend, and are part of the link', async () => {
    const called: string[] = [];
    const page = await open('', {
      prepare: async (fresh) =>
        fresh.on('request', (request) => {
          if (/\/gridded\/|\/tropical_cyclones/.test(request.url())) called.push(request.url());
        }),
    });
    expect(called).toEqual([]);
    const gear = map(page).getByLabel('Map overlays');
    await gear.click();
    const { x, y, width, height } = (await map(page).locator('svg[role="img"]').boundingBox())!;
    const at = (await gear.boundingBox())!;
    expect(at.x).toBeGreaterThan(x);
    expect(at.y).toBeGreaterThan(y);
    expect(at.x + at.width).toBeLessThan(x + width);
    expect(at.y + at.height).toBeLessThan(y + height);
    await page.getByRole('checkbox', { name: 'Rain' }).check();
    await map(page)
      .getByText(/^Rain in the hour before \d+ \w+ \d\d:00 UTC: /)
      .waitFor();
    await page.getByRole('checkbox', { name: 'Wind at 300 hPa' }).check();
    await map(page)
      .getByText(/^Wind at 300 hPa, .*: strongest \d+ m\/s, /)
      .waitFor();
    expect(await map(page).textContent()).toMatch(
      /At the balloon: (no rain|rain [\d.]+ mm) · (wind at 300 hPa \d+°|300 hPa wind \d+° at) \d+ m\/s/,
    );
    expect(called.length).toBe(3);
    for (const address of called) expect(new URL(address).searchParams.get('resolution')).toBe('1');
    await soon(() => new URL(page.url()).searchParams.get('wind300')).toBe('on');
    const linked = await open(new URL(page.url()).search);
    await map(linked)
      .getByText(/^Wind at 300 hPa, /)
      .waitFor();
    await map(linked)
      .getByText(/^Rain in the hour before /)
      .waitFor();
    await linked.getByText('Get this data in code').click();
    await linked.getByRole('figure', { name: 'Rain overlay' }).waitFor();
    await page.getByRole('checkbox', { name: 'Rain' }).uncheck();
    await map(page)
      .getByText(/^Rain in the hour before /)
      .waitFor({ state: 'detached' });
  });

  test('fit a phone when all are on, and pass the accessibility checks', async () => {
    const page = await open('?wind300=on&rain=on&pressure=on&cyclones=on&map=near', phone);
    for (const words of [/^Wind at 300 hPa/, /^Rain in/, /^Pressure at sea level/, /tropical cyclone/])
      await map(page).getByText(words).filter({ visible: true }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
    expect(await axeFindingsInTheDark(page)).toEqual([]);
  });

  test('show an error with a retry button, and the rest stays', async () => {
    const page = await open('?pressure=on', {
      prepare: (fresh) => fresh.route('**/gridded/**', (route) => route.fulfill({ status: 503, body: '{}' })),
    });
    await map(page)
      .getByText(/^Sea-level pressure overlay: The API/)
      .waitFor();
    await page.getByRole('figure', { name: 'Skew-T diagram' }).waitFor();
    await page.unroute('**/gridded/**');
    await map(page).getByRole('button', { name: 'Try again' }).click();
    await map(page)
      .getByText(/^Pressure at sea level, .*: from \d+ hPa, .* to \d+ hPa, /)
      .waitFor();
    portalBrowser.forgive(/503/);
  });
});
