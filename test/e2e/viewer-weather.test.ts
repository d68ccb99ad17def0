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
    await page.getByRole('radio', { name: 'Sea-level pressure' }).check();
    await map(page)
      .getByText(/^Pressure at sea level, /)
      .waitFor();
    await page.getByRole('radio', { name: 'Rain' }).check();
    await map(page)
      .getByText(/^Rain in the hour before \d+ \w+ \d\d:00 UTC: /)
      .waitFor();
    expect(
      await map(page)
        .getByText(/^Pressure at sea level, /)
        .count(),
    ).toBe(0);
    expect(await map(page).locator('.overlay-bar').textContent()).toMatch('0.20.512');
    await page.getByRole('checkbox', { name: 'Show several at once' }).check();
    await page.getByRole('checkbox', { name: 'Wind at 300 hPa' }).check();
    await map(page)
      .getByText(/^Wind at 300 hPa, .*: strongest \d+ m\/s, /)
      .waitFor();
    expect(await map(page).textContent()).toMatch(
      /At the balloon: (no rain|rain [\d.]+ mm) · (wind at 300 hPa \d+°|300 hPa wind \d+° at) \d+ m\/s/,
    );
    expect(called.length).toBe(4);
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
    const page = await open('?wind300=on&rain=on&pressure=on&cyclones=on&map=near&diagram=map', phone);
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

  test('move and grow with the map: by wheel, drag, keys and buttons, and a click selects a balloon', async () => {
    const page = await open();
    const surface = page.getByRole('group', { name: /^Map\. Arrow keys/ });
    const view = () => new URL(page.url()).searchParams.get('view')?.split(',').map(Number);
    const zoom = () => view()?.[2] ?? 1;
    await page.evaluate(() => scrollTo(0, 200));
    const { x, y, width, height } = (await surface.boundingBox())!;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    await page.mouse.move(middleX, middleY);
    const scrolled = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, -100);
    await soon(() => page.evaluate(() => scrollY)).toBeLessThan(scrolled);
    expect(zoom()).toBe(1);
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await soon(zoom).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await soon(zoom).toBeGreaterThan(4);
    const before = view()!;
    await page.mouse.move(middleX, middleY);
    await surface.focus();
    await page.mouse.wheel(0, -100);
    await soon(zoom).toBeGreaterThan(before[2]!);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.mouse.down();
    await page.mouse.move(middleX + 90, middleY, { steps: 4 });
    await page.mouse.up();
    await soon(() => view()![1]!).toBeLessThan(before[1]! - 2);
    const dragged = view()!;
    await surface.press('ArrowRight');
    await soon(() => view()![1]!).toBeGreaterThan(dragged[1]! + 2);
    await surface.press('-');
    await soon(zoom).toBeLessThan(dragged[2]!);
    const linked = await open(new URL(page.url()).search);
    await linked.getByRole('button', { name: 'Reset map' }).waitFor();
    await surface.press('0');
    await soon(view).toBeUndefined();
    const mission = () => new URL(page.url()).searchParams.get('mission');
    const chosen = mission();
    const heads = await map(page)
      .locator('.viewer-others .drawn-stations')
      .evaluate((path) => path.getAttribute('d')!.match(/[\d.]+ [\d.]+/g)!);
    const [headX, headY] = heads[0]!.split(' ').map(Number);
    await surface.click({ position: { x: headX!, y: headY! } });
    await soon(mission).not.toBe(chosen);
  });

  test('grow under two fingers', async () => {
    const page = await open('?diagram=map', phone);
    const surface = page.getByRole('group', { name: /^Map\. Arrow keys/ });
    await surface.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await surface.boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const fingers = (apart: number) =>
      [-apart, apart].map((from, id) => ({ x: x + width / 2 + from, y: y + height / 2, id }));
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
    for (const apart of [30, 45, 60])
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await soon(() => new URL(page.url()).searchParams.get('view')?.split(',')[2]).toBe('3');
  });
});
