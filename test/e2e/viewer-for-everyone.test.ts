import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fleet, pages } from '../../src/urls.ts';
import type { FleetSnapshot } from '../../src/weather/contract.ts';
import { axeFindings, axeFindingsInTheDark } from './axe.ts';
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
    await page.getByRole('tab', { name: 'Map' }).click();
    await page.getByText(/^Wind at 300 hPa, /).waitFor();
    await page.getByText(/^Pressure at sea level, /).waitFor();
    for (const [index, name] of figureNames.entries()) {
      await page.getByRole('tab').nth(index).click();
      const image = page.getByRole('figure', { name }).locator('svg[role="img"]');
      await image.waitFor();
      expect([name, await foreignColours(image)]).toEqual([name, []]);
    }
    const differences = page.getByRole('figure', { name: 'Forecast minus balloon' }).getByRole('img');
    expect(await foreignColours(differences)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('prints the panels, the indices and the table in light colours, without controls', async () => {
    const page = await open('', { colorScheme: 'dark' });
    const numbers = page.getByRole('table', { name: 'Data: the skew-T diagram' });
    await page.getByText('View as table').first().waitFor();
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
      page.getByRole('button', { name: 'Zoom in' }),
      page.getByRole('button', { name: 'Choose another mission' }),
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
    await chosen(page).waitFor();
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

  test('opens a link to a flight with everything on one screen, and the list at its mission', async () => {
    const { balloons } = (await (await fetch(portalBrowser.portal.url + fleet)).json()) as FleetSnapshot;
    const page = await open(`?mission=${balloons[3]!.name}`);
    const header = (await page.getByRole('banner').boundingBox())!;
    const viewer = (await page.getByRole('region', { name: 'Viewer' }).boundingBox())!;
    expect(viewer.y).toBeCloseTo(header.y + header.height, 0);
    expect(viewer.width).toBeGreaterThan(1200);
    const parts = [...figureNames.map((name) => page.getByRole('figure', { name })), cursor(page)];
    for (const part of parts) {
      const { y, height } = (await part.boundingBox())!;
      expect(y).toBeGreaterThan(viewer.y);
      expect(y + height).toBeLessThanOrEqual(900);
    }
    const map = (await page.getByRole('figure', { name: 'Ground track map' }).boundingBox())!;
    expect(map.width).toBeGreaterThan(600);
    expect(await hasFocus(page.getByRole('region', { name: 'Viewer' }))).toBe(true);
    await page.getByRole('button', { name: 'Choose another mission' }).click();
    const [list, row] = await Promise.all([
      page.locator('.viewer-missions-list').boundingBox(),
      chosen(page).locator('..').boundingBox(),
    ]);
    expect(row!.y).toBeGreaterThanOrEqual(list!.y);
    expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height);
    expect((await page.getByRole('region', { name: 'Viewer' }).boundingBox())!.y).toBeCloseTo(viewer.y, 0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('fills a screen of 1920 pixels in full screen, with the indices beside the diagrams', async () => {
    const page = await open('', { viewport: { width: 1920, height: 1080 } });
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    const box = async (locator: Locator) => (await locator.boundingBox())!;
    await soon(async () => (await box(page.getByRole('region', { name: 'Viewer' }))).width).toBe(1920);
    expect(await box(page.getByRole('region', { name: 'Viewer' }))).toEqual({
      x: 0,
      y: 0,
      width: 1920,
      height: 1080,
    });
    const slider = await box(cursor(page));
    expect(slider.y + slider.height).toBeGreaterThan(1000);
    expect(slider.y + slider.height).toBeLessThanOrEqual(1080);
    const indices = await box(page.getByRole('table', { name: 'Indices of the sounding' }));
    expect(indices.x).toBeGreaterThan(1500);
    expect(indices.y).toBeLessThan(200);
  });

  test('shows one diagram at a time on a phone, by tab or swipe, and passes the accessibility checks', async () => {
    const page = await open('', phone);
    const diagrams = page.getByRole('tabpanel').getByRole('figure');
    const shown = () => diagrams.filter({ visible: true }).evaluateAll(labelsOf);
    const isSelected = (name: string) => page.getByRole('tab', { name, selected: true }).isVisible();
    expect(await shown()).toEqual(['Skew-T diagram']);
    // Nothing covers the time cursor.
    await cursor(page).click({ trial: true });
    await page.getByRole('figure', { name: 'Forecast minus balloon' }).waitFor();
    expect(await coveredLabels(diagrams.getByRole('img').first())).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
    expect(await axeFindingsInTheDark(page)).toEqual([]);
    await swipeLeft(page, page.getByRole('tabpanel', { name: 'Skew-T' }));
    expect(await isSelected('Hodograph')).toBe(true);
    expect(await shown()).toEqual(['Hodograph']);
    await page.getByRole('tab', { name: 'Hodograph' }).press('ArrowRight');
    expect(await shown()).toEqual(['Ground track map']);
    await page.getByRole('button', { name: 'Zoom in' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await swipeLeft(page, page.getByRole('tabpanel', { name: 'Map' }));
    expect(await shown()).toEqual(['Ground track map']);
    await soon(() => new URL(page.url()).searchParams.get('diagram')).toBe('map');
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
    await page.keyboard.press('Escape');
    expect(await hasFocus(page.getByRole('button', { name: 'Choose another mission' }))).toBe(true);
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
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^Rain in the hour before /).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('radio', { name: 'Rain' }).isVisible()).toBe(false);
    expect(await hasFocus(page.getByLabel('Map overlays'))).toBe(true);
  });
});

const labelsOf = (elements: Element[]) => elements.map((element) => element.getAttribute('aria-label'));

/** A finger moves over the middle of the element. */
async function swipeLeft(page: Page, over: Locator): Promise<void> {
  const { x, y, width, height } = (await over.boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + width * part, y: y + height / 3 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.8) });
  for (const part of [0.7, 0.5, 0.3])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

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

/** The texts of a picture that cover another one. Letters fill about three quarters of the height of their box. */
const coveredLabels = (image: Locator) =>
  image.evaluate((svg) => {
    const boxes = [...svg.querySelectorAll('text')]
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .map(({ text, box }) => ({ text, ...box.toJSON(), margin: box.height / 8 }));
    return boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const isCovered =
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top + one.margin < other.bottom - other.margin &&
          other.top + other.margin < one.bottom - one.margin;
        return isCovered ? [`${one.text} and ${other.text}`] : [];
      }),
    );
  });
