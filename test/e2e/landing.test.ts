import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, fleet as fleetAddress, pages } from '../../src/urls.ts';
import type { FleetSnapshot } from '../../src/weather/contract.ts';
import { axeFindings } from './axe.ts';
import {
  chromiumMissing,
  clipboard,
  hasFocus,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
} from './portal-browser.ts';

const fleetOn = (page: Page) => page.getByRole('figure', { name: 'Live balloon map' });
const listOn = (page: Page) => fleetOn(page).getByLabel('Pick a balloon');

describe.skipIf(chromiumMissing)('the landing page', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('shows the current fleet without scripts, and no empty space for controls that need them', async () => {
    const page = await portalBrowser.open(pages.landing, { javaScriptEnabled: false });
    const fleet = (await (await fetch(portalBrowser.portal.url + fleetAddress)).json()) as FleetSnapshot;
    await fleetOn(page)
      .getByText(
        new RegExp(
          `^${fleet.balloons.length} balloons aloft · wind at 300 hPa · \\d+ \\w{3} \\d\\d:\\d0 UTC$`,
        ),
      )
      .waitFor();
    expect(await fleetOn(page).locator('svg').count()).toBe(1);
    expect(await fleetOn(page).getByRole('combobox').count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'Welcome to the WindBorne API' }).waitFor();
    await page.getByText(/^An API documentation platform for WindBorne: /).waitFor();
    const documentation = page.getByRole('link', { name: 'View API Documentation' });
    expect(await documentation.getAttribute('href')).toBe(pages.docs);
    for (const name of [
      'Your first call in two minutes',
      'Every sample is tested',
      'Works with your AI assistant',
    ])
      await page.getByRole('heading', { level: 2, name }).waitFor();
  });

  test('shows the latest sounding of a balloon that is selected by keyboard', async () => {
    const page = await portalBrowser.open(pages.landing);
    await listOn(page).focus();
    await soon(() => listOn(page).getByRole('option').count()).toBeGreaterThan(20);
    await page.keyboard.press('ArrowDown');
    const name = (await listOn(page).locator('option:checked').textContent())!.split(',')[0]!;
    const figure = page.getByRole('figure', { name: `Latest sounding from ${name}.` });
    await figure.getByRole('img', { name: /^(Ascent|Descent) .* km.*\. Temperature/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fleetOn(page)
      .getByRole('button', { name: `Close ${name}` })
      .press('Enter');
    await soon(() => hasFocus(listOn(page))).toBe(true);
  });

  test('shows the forecast for a location, and its call in the language of the visitor', async () => {
    const page = await portalBrowser.open(pages.landing);
    await fleetOn(page).getByRole('button', { name: 'Nairobi' }).click();
    await page.getByRole('figure', { name: 'Nairobi, next 3 days.' }).getByRole('img').waitFor();
    await fleetOn(page).getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('figure', { name: 'The call behind this chart' });
    await code.getByRole('tab', { name: 'Ruby' }).click();
    await code.getByRole('button', { name: 'Copy: The call behind this chart' }).click();
    await soon(() => clipboard(page)).toContain('-1.29,36.82');

    const map = fleetOn(page).getByRole('img', { name: /^World map/ });
    const { width, height } = (await map.boundingBox())!;
    const longitude = await freeLongitude(portalBrowser);
    await page.keyboard.press('Escape');
    await soon(() => fleetOn(page).getByRole('region').count()).toBe(0);
    await map.click({ position: { x: ((longitude + 180) / 360) * width, y: height / 2 } });
    const figure = page.getByRole('figure', { name: /^\d.*, next 3 days\.$/ });
    await figure.getByRole('img').waitFor();
    const [north, east] = (await figure.getAttribute('aria-label'))!.match(/\d+(\.\d+)?/g)!;
    expect(Math.abs(Number(east) - Math.abs(longitude))).toBeLessThan(1);
    await fleetOn(page).getByRole('tab', { name: 'Code' }).click();
    expect(await code.getByRole('tabpanel').textContent()).toContain(
      `${north},${longitude < 0 ? '-' : ''}${east}`,
    );
  });

  test('opens the answer as a sheet on a phone, with the place above it, and tries again on request', async () => {
    const page = await portalBrowser.open(pages.landing, phone);
    await page.route(`**${api}/points?*`, (route) =>
      route.fulfill({ status: 500, json: { error: 'The forecast is being restarted.' } }),
    );
    const map = (await page.locator('.fleet-scene').boundingBox())!;
    expect(map.y).toBeLessThan(844 / 2);
    await fleetOn(page).getByRole('button', { name: 'Tokyo' }).tap();
    const alert = fleetOn(page).getByRole('alert');
    await alert.getByText('The forecast is being restarted.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const sheet = (await fleetOn(page).getByRole('region', { name: 'Tokyo' }).boundingBox())!;
    const mark = (await fleetOn(page).locator('.fleet-mark circle').boundingBox())!;
    expect(sheet.y + sheet.height).toBeCloseTo(844, 0);
    expect(mark.y).toBeGreaterThan(56);
    expect(mark.y + mark.height).toBeLessThan(sheet.y);
    expect(mark.x).toBeGreaterThan(0);
    expect(mark.x + mark.width).toBeLessThan(390);
    await page.unroute(`**${api}/points?*`);
    await alert.getByRole('button', { name: 'Try again' }).tap();
    await page.getByRole('figure', { name: 'Tokyo, next 3 days.' }).getByRole('img').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    portalBrowser.forgive(/500/);
  });

  test('says when the guest limit resets, and which key helps', async () => {
    const page = await portalBrowser.open(pages.landing);
    await page.route(`**${api}/**`, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1500' },
        json: { error: 'Too many requests' },
      }),
    );
    await fleetOn(page).getByRole('button', { name: 'Tokyo' }).click();
    const alert = fleetOn(page).getByRole('alert');
    await alert.getByText('Your network has used all its guest calls this hour').waitFor();
    await alert
      .getByText(/^The limit resets at \d\d:\d\d UTC, in 25 minutes\. A free key includes/)
      .waitFor();
    expect(await alert.getByRole('button').allTextContents()).toEqual(['Get API Keys']);
    await listOn(page).selectOption({ index: 1 });
    await alert.getByText(/needs an all-access key/).waitFor();
    await alert.getByRole('button', { name: 'Get API Keys' }).click();
    await page.getByRole('dialog').waitFor();
    portalBrowser.forgive(/429/);
  });

  test('moves dashes along the wind until they are paused, and remembers it', async () => {
    const page = await portalBrowser.open(pages.landing, { reducedMotion: 'no-preference' });
    const map = page.locator('.fleet-scene');
    const pause = fleetOn(page).getByRole('button', { name: 'Pause wind' });
    await pause.waitFor();
    await page.setViewportSize({ width: 780, height: 900 });
    const legend = (await page.locator('.fleet-legend').boundingBox())!;
    expect(legend.x + legend.width).toBeLessThan((await pause.boundingBox())!.x);
    const seen = async () => (await map.screenshot()).toString('base64');
    const before = await seen();
    await soon(seen).not.toBe(before);
    await pause.click();
    await fleetOn(page).getByRole('button', { name: 'Play wind' }).waitFor();
    expect(page.workers()).toEqual([]);
    await page.reload();
    await fleetOn(page).getByRole('button', { name: 'Play wind' }).click();
    await pause.waitFor();
    await soon(() => page.workers().length).toBe(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await pause.waitFor({ state: 'detached' });
    await soon(() => page.workers().length).toBe(0);
  });
});

/** A longitude halfway up the map where a click cannot select a balloon. */
async function freeLongitude(portalBrowser: PortalBrowser): Promise<number> {
  const { balloons } = (await (await fetch(portalBrowser.portal.url + fleetAddress)).json()) as FleetSnapshot;
  const taken = balloons
    .map(({ track }) => track.at(-1)!)
    .filter(([latitude]) => Math.abs(latitude - 10.5) < 9);
  const isFree = (wanted: number) => taken.every(([, longitude]) => Math.abs(longitude - wanted) > 9);
  return [-30, 20, 80, 130, -110, -60].find(isFree)!;
}
