import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, fleet as fleetAddress, pages } from '../../src/urls.ts';
import type { FleetSnapshot } from '../../src/weather/contract.ts';
import { axeFindings } from './axe.ts';
import { chromiumMissing, clipboard, openStage, phone, type Stage, soon } from './stage.ts';

const fleetOn = (page: Page) => page.getByRole('figure', { name: 'Live balloon map' });
const listOn = (page: Page) => fleetOn(page).getByLabel('Sounding of');

describe.skipIf(chromiumMissing)('the landing page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  test('shows the fleet of this moment without scripts, and keeps no room for what needs them', async () => {
    const page = await stage.open(pages.landing, { javaScriptEnabled: false });
    const fleet = (await (await fetch(stage.portal.url + fleetAddress)).json()) as FleetSnapshot;
    await fleetOn(page)
      .getByText(new RegExp(`^${fleet.balloons.length} balloons aloft · wind at 300 hPa · \\d\\d:\\d0 UTC$`))
      .waitFor();
    expect(await fleetOn(page).locator('svg').count()).toBe(1);
    expect(await fleetOn(page).getByRole('combobox').count()).toBe(0);
    for (const name of ['Your first call in two minutes', 'Every sample is run', 'Works in your assistant'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
  });

  test('gives the newest sounding of a balloon that is chosen by keyboard', async () => {
    const page = await stage.open(pages.landing);
    await listOn(page).focus();
    await soon(() => listOn(page).getByRole('option').count()).toBeGreaterThan(20);
    await page.keyboard.press('ArrowDown');
    const name = (await listOn(page).locator('option:checked').textContent())!.split(',')[0]!;
    const figure = page.getByRole('figure', { name: `The newest sounding of ${name}.` });
    await figure.getByRole('img', { name: /^Going (up|down) from .* km: temperature/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('gives the forecast of a place, and the call that made it in the language of the visitor', async () => {
    const page = await stage.open(pages.landing);
    await fleetOn(page).getByRole('button', { name: 'Nairobi' }).click();
    await page.getByRole('figure', { name: 'Three days of forecast: Nairobi.' }).getByRole('img').waitFor();
    const code = page.getByRole('figure', { name: 'The call that made it' });
    await code.getByRole('tab', { name: 'Ruby' }).click();
    await code.getByRole('button', { name: 'Copy: The call that made it' }).click();
    await soon(() => clipboard(page)).toContain('-1.29,36.82');

    const map = fleetOn(page).getByRole('img', { name: /^Map of the earth/ });
    const { width, height } = (await map.boundingBox())!;
    const longitude = await freeLongitude(stage);
    await map.click({ position: { x: ((longitude + 180) / 360) * width, y: height / 2 } });
    const figure = page.getByRole('figure', { name: /^Three days of forecast: \d/ });
    await figure.getByRole('img').waitFor();
    const [north, east] = (await figure.getAttribute('aria-label'))!.match(/\d+(\.\d+)?/g)!;
    expect(Math.abs(Number(east) - Math.abs(longitude))).toBeLessThan(1);
    expect(await code.getByRole('tabpanel').textContent()).toContain(
      `${north},${longitude < 0 ? '-' : ''}${east}`,
    );
  });

  test('says what is wrong, and asks again when told to', async () => {
    const page = await stage.open(pages.landing, phone);
    await page.route(`**${api}/points?*`, (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many calls: try again in 9 minutes.' } }),
    );
    await fleetOn(page).getByRole('button', { name: 'Tokyo' }).tap();
    const alert = fleetOn(page).getByRole('alert');
    await alert.getByText('Too many calls: try again in 9 minutes.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(`**${api}/points?*`);
    await alert.getByRole('button', { name: 'Try again' }).tap();
    await page.getByRole('figure', { name: 'Three days of forecast: Tokyo.' }).getByRole('img').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    stage.forgive(/429/);
  });
});

/** Halfway up the map, where a click cannot mean a balloon. */
async function freeLongitude(stage: Stage): Promise<number> {
  const { balloons } = (await (await fetch(stage.portal.url + fleetAddress)).json()) as FleetSnapshot;
  const taken = balloons
    .map(({ track }) => track.at(-1)!)
    .filter(([latitude]) => Math.abs(latitude - 10.5) < 9);
  const isFree = (wanted: number) => taken.every(([, longitude]) => Math.abs(longitude - wanted) > 9);
  return [-30, 20, 80, 130, -110, -60].find(isFree)!;
}
