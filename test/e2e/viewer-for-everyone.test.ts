import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fleet, pages } from '../../src/urls.ts';
import type { FleetSnapshot } from '../../src/weather/contract.ts';
import { axeFindings } from './axe.ts';
import {
  chromiumMissing,
  hasFocus,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
} from './portal-browser.ts';

const cursor = (page: Page) => page.getByRole('slider', { name: 'Time in the leg' });
const figureNames = ['Skew-T diagram', 'Hodograph', 'Ground track map', 'Flight profile'];
const chosen = (page: Page) =>
  page.getByRole('group', { name: 'Missions' }).getByRole('radio', { checked: true });
const missionIn = (page: Page) => new URL(page.url()).searchParams.get('mission');

describe.skipIf(chromiumMissing)('the data viewer for everyone', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  const open = async (search = '', options: Parameters<PortalBrowser['open']>[1] = {}) => {
    const page = await portalBrowser.open(pages.dataViewer + search, options);
    await cursor(page).waitFor();
    return page;
  };

  test('uses only system colours in forced-colours mode, on a phone too', async () => {
    const page = await open('?rain=on&pressure=on&wind300=on&cyclones=on', {
      ...phone,
      forcedColors: 'active',
    });
    await page.getByText(/^Wind at 300 hPa, /).waitFor();
    await page.getByText(/^Pressure at sea level, /).waitFor();
    for (const name of figureNames) {
      const image = page.getByRole('figure', { name }).getByRole('img');
      expect([name, await foreignColours(image)]).toEqual([name, []]);
    }
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('prints the panels, the indices and the table in light colours, without controls', async () => {
    const page = await open('', { colorScheme: 'dark' });
    const numbers = page.getByRole('table', { name: 'Data: the skew-T diagram' });
    await page.getByText('View as table').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of figureNames) expect(await page.getByRole('figure', { name }).isVisible()).toBe(true);
    expect(await page.getByRole('table', { name: 'Indices of the sounding' }).isVisible()).toBe(true);
    expect(await page.getByLabel('Sounding time, UTC').isVisible()).toBe(true);
    expect((await numbers.boundingBox())?.height).toBeGreaterThan(200);
    for (const control of [
      cursor(page),
      page.getByLabel('Settings'),
      page.getByLabel('Map overlays'),
      page.getByRole('button', { name: 'Zoom to flight' }),
      page.getByRole('group', { name: 'Missions' }),
    ])
      expect(await control.isVisible()).toBe(false);
    const ink = await page
      .getByRole('table', { name: 'Indices of the sounding' })
      .locator('td')
      .first()
      .evaluate((cell) =>
        getComputedStyle(cell)
          .color.match(/[\d.]+/g)!
          .slice(0, 3)
          .map(Number),
      );
    expect(Math.max(...ink)).toBeLessThan(120);
  });

  test('animates nothing with reduced motion', async () => {
    const page = await open('', { reducedMotion: 'reduce' });
    const before = missionIn(page);
    await page.getByRole('button', { name: 'Choose another mission' }).click();
    await page.keyboard.press('ArrowDown');
    await soon(() => missionIn(page)).not.toBe(before);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .map((animation) => `${(animation.effect as KeyframeEffect).target?.className}`),
    );
    expect(moving).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  });

  test('scrolls the list to the selected mission', async () => {
    const { balloons } = (await (await fetch(portalBrowser.portal.url + fleet)).json()) as FleetSnapshot;
    const page = await open(`?mission=${balloons[3]!.name}`);
    const [list, row] = await Promise.all([
      page.locator('.viewer-missions-list').boundingBox(),
      chosen(page).locator('..').boundingBox(),
    ]);
    expect(row!.y).toBeGreaterThanOrEqual(list!.y);
    expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('can be operated by keyboard alone', async () => {
    const page = await open();
    const before = missionIn(page);
    await page.getByRole('button', { name: 'Choose another mission' }).focus();
    await page.keyboard.press('Enter');
    expect(await hasFocus(chosen(page))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await soon(() => missionIn(page)).not.toBe(before);
    expect(await hasFocus(chosen(page))).toBe(true);
    const leg = page.getByRole('combobox', { name: 'Leg' });
    const number = Number(await leg.inputValue());
    await page.keyboard.press(']');
    await soon(async () => Number(await leg.inputValue())).toBe(number + 1);
    await cursor(page).focus();
    await page.keyboard.press('Home');
    const first = await cursor(page).getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    expect(await cursor(page).getAttribute('aria-valuetext')).not.toBe(first);
    await page.keyboard.press('End');
    expect(Number(await cursor(page).inputValue())).toBe(Number(await cursor(page).getAttribute('max')));
    await page.getByLabel('Map overlays').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByText(/^Rain in the hour before /).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('checkbox', { name: 'Rain' }).isVisible()).toBe(false);
    expect(await hasFocus(page.getByLabel('Map overlays'))).toBe(true);
  });
});

/** The marks of a picture whose computed colour is not a system colour. */
const foreignColours = (image: Locator) =>
  image.evaluate((svg) => {
    // Each colour has its own element, because a changed colour is animated.
    const ofSystem = new Set(
      ['Canvas', 'CanvasText', 'GrayText', 'Highlight'].map((name) => {
        const probe = document.createElementNS('http://www.w3.org/2000/svg', 'path');
        probe.style.stroke = name;
        svg.append(probe);
        const { stroke } = getComputedStyle(probe);
        probe.remove();
        return stroke;
      }),
    );
    return [...svg.querySelectorAll('path, circle, text')]
      .filter((mark) => !mark.closest('clipPath'))
      .flatMap((mark) => {
        const { stroke, fill } = getComputedStyle(mark);
        const foreign = [stroke, fill].filter((colour) => colour !== 'none' && !ofSystem.has(colour));
        return foreign.map((colour) => `${mark.getAttribute('class')}: ${colour}`);
      });
  });
