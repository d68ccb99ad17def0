import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SoundingRow } from '../../src/pictures/sounding/rows.ts';
import { defaultFlight, fleet, pages } from '../../src/urls.ts';
import type { DefaultFlight, FleetSnapshot } from '../../src/weather/contract.ts';
import { formatRow } from '../../src/web/viewer/format.ts';
import { chromiumMissing, clipboard, openPortalBrowser, type PortalBrowser, soon } from './portal-browser.ts';

const units = { wind: 'ms', heights: 'hpa', temperature: 'c' } as const;
const cursor = (page: Page) => page.getByRole('slider', { name: 'Time in the leg' });
const timeField = (page: Page) => page.getByLabel('Sounding time, UTC');
const figure = (page: Page, name: string) => page.getByRole('figure', { name });
const addressTime = (page: Page) => new URL(page.url()).searchParams.get('time');

/** The observations that a page has received so far. */
function rowsOf(page: Page): SoundingRow[] {
  const rows: SoundingRow[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/observations.json')) return;
    const { observations } = (await response.json()) as { observations: SoundingRow[] };
    rows.push(...observations);
  });
  return rows;
}

describe.skipIf(chromiumMissing)('the data viewer', () => {
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

  /** Checks that all panels show the same time, and returns it. */
  async function expectSameMoment(page: Page): Promise<string> {
    const time = await timeField(page).inputValue();
    const clock = `${time.slice(11)} UTC`;
    expect(await cursor(page).getAttribute('aria-valuetext')).toMatch(new RegExp(`^${clock}, `));
    expect(await figure(page, 'Skew-T diagram').textContent()).toContain(clock);
    expect(await figure(page, 'Ground track map').textContent()).toContain(clock);
    await soon(() => addressTime(page)).toBe(`${time.replace(' ', 'T')}Z`);
    return time;
  }

  test('shows all balloons and a sounding without scripts', async () => {
    const page = await portalBrowser.open(pages.dataViewer, { javaScriptEnabled: false });
    await page.getByRole('img', { name: /^\d+ balloons in the air on / }).waitFor();
    await page.getByRole('img', { name: /^Ascent from .* Temperature drops/ }).waitFor();
    await page.getByRole('heading', { name: 'Explore a flight' }).waitFor();
  });

  test('shows the values of the API under the cursor, and steps by one row', async () => {
    const seen: { rows: SoundingRow[] } = { rows: [] };
    const answer = await fetch(portalBrowser.portal.url + defaultFlight);
    const { mission, id } = (await answer.json()) as DefaultFlight;
    const page = await open(`?mission=${mission}&leg=1`, {
      prepare: async (fresh) => {
        seen.rows = rowsOf(fresh);
      },
    });
    const rows = seen.rows.toSorted((one, other) => one.timestamp - other.timestamp);
    const rowAt = async () => {
      const time = Date.parse(`${await timeField(page).inputValue()}Z`) / 1000;
      return rows.findIndex(({ timestamp }) => timestamp === time);
    };
    const first = await rowAt();
    expect(await cursor(page).getAttribute('aria-valuetext')).toBe(formatRow(rows[first]!, 'up', units));
    await cursor(page).focus();
    await page.keyboard.press('ArrowRight');
    expect(await rowAt()).toBe(first + 1);
    await page.keyboard.press('PageUp');
    expect(rows[await rowAt()]!.timestamp).toBe(rows[first + 1]!.timestamp + 60);
    await page.keyboard.press('ArrowLeft');
    expect(await cursor(page).getAttribute('aria-valuetext')).toBe(
      formatRow(rows[await rowAt()]!, 'up', units),
    );
    await expectSameMoment(page);
    await page.getByText('Get this data in code').click();
    const code = page.getByRole('figure', { name: /^Observations of leg 1/ }).first();
    expect(await code.textContent()).toContain(`mission_id=${id}`);
    expect(await code.textContent()).toContain('$WB_CLIENT_ID');
  });

  test('moves all panels to the time of a click on the profile', async () => {
    const page = await open();
    const before = await expectSameMoment(page);
    const leg = page.getByRole('combobox', { name: 'Leg' });
    await page.keyboard.press(']');
    await cursor(page).press(']');
    await soon(() => leg.inputValue()).toBe('2');
    const image = figure(page, 'Flight profile').getByRole('img');
    // The profile begins with the first leg, two pixels right of the axis.
    await image.click({ position: { x: 46, y: 100 } });
    await soon(() => leg.inputValue()).toBe('1');
    expect(await expectSameMoment(page)).not.toBe(before);
    const there = await expectSameMoment(page);
    await timeField(page).fill(`${there.slice(0, 17)}00`);
    await timeField(page).press('Enter');
    expect((await expectSameMoment(page)).slice(0, 17)).toBe(there.slice(0, 17));
  });

  test('finds a mission in the list, shows it, and the previous one after the Back button', async () => {
    const page = await open();
    const name = () => new URL(page.url()).searchParams.get('mission');
    const before = name();
    const missions = page.getByRole('group', { name: 'Missions' });
    const chosen = () => missions.getByRole('radio', { checked: true }).evaluate(nameOf);
    await page.getByRole('button', { name: 'Choose another mission' }).click();
    expect(await chosen()).toBe(before);
    const search = missions.getByRole('searchbox', { name: 'Search missions' });
    await search.fill('no such region');
    await missions.getByText('No mission in flight matches “no such region”.').waitFor();
    const all = await fleetOf(portalBrowser);
    const other = all.find((mission) => mission !== before)!;
    await search.fill(other.toLowerCase());
    await missions.getByText(`1 of ${all.length}.`).waitFor();
    await search.press('Enter');
    await soon(name).toBe(other);
    await missions.waitFor({ state: 'detached' });
    await expectSameMoment(page);
    await page.getByRole('button', { name: 'Choose another mission' }).press('Enter');
    await soon(chosen).toBe(other);
    await page.keyboard.press('ArrowDown');
    await soon(name).not.toBe(other);
    expect(await chosen()).toBe(name());
    await page.goBack();
    await soon(chosen).toBe(other);
  });

  test('goes to the next and previous leg by a key after a click anywhere in it, but not while text is typed', async () => {
    const page = await open();
    const leg = page.getByRole('combobox', { name: 'Leg' });
    const number = Number(await leg.inputValue());
    await page.getByRole('table', { name: 'Indices of the sounding' }).click();
    await page.keyboard.press(']');
    await soon(async () => Number(await leg.inputValue())).toBe(number + 1);
    await leg.press('[');
    await soon(async () => Number(await leg.inputValue())).toBe(number);
    await timeField(page).press(']');
    expect(Number(await leg.inputValue())).toBe(number);
  });

  test('keeps a time that it does not understand until the cursor moves', async () => {
    const page = await open();
    await timeField(page).fill('lunch');
    await timeField(page).press('Enter');
    await page.getByText('Enter a time such as 04:20', { exact: true }).waitFor();
    expect(await timeField(page).inputValue()).toBe('lunch');
    await cursor(page).press('ArrowRight');
    await expectSameMoment(page);
    expect(await timeField(page).getAttribute('aria-invalid')).toBeNull();
  });

  test('plays along the flight in steps with reduced motion, and stops when the page is hidden', async () => {
    const page = await open();
    const seconds = async () => Date.parse(`${await timeField(page).inputValue()}Z`) / 1000;
    const before = await seconds();
    await page.getByRole('button', { name: 'Play along the flight' }).click();
    await soon(seconds).toBeGreaterThan(before + 200);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByRole('button', { name: 'Play along the flight' }).waitFor();
    await cursor(page).press('End');
    const leg = page.getByRole('combobox', { name: 'Leg' });
    const number = Number(await leg.inputValue());
    await page.getByRole('button', { name: 'Play along the flight' }).click();
    await soon(async () => Number(await leg.inputValue())).toBe(number + 1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectSameMoment(page);
  });

  test('copies a link to what it shows, and says so', async () => {
    const page = await open();
    await cursor(page).press('ArrowRight');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const link = await clipboard(page);
    expect(new URL(link).searchParams.get('time')).toBe(
      `${(await timeField(page).inputValue()).replace(' ', 'T')}Z`,
    );
    expect(link).toBe(page.url());
  });

  test('follows the valid parts of a link, and names the others', async () => {
    const page = await open('?mission=W-99999999&leg=x&wind=kt');
    const notes = page.getByRole('region', { name: 'Viewer' }).getByRole('status').first();
    expect(await notes.textContent()).toContain('The link\'s "leg" isn\'t valid');
    expect(await notes.textContent()).toContain("Mission W-99999999 doesn't exist");
    expect(await cursor(page).getAttribute('aria-valuetext')).toMatch(/ kt$/);
    // The diagrams make room for the notes, so that the screen still shows everything.
    const { y, height } = (await cursor(page).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(900);
    portalBrowser.forgive(/404/);
  });

  test('keeps the view if the API is unavailable, and retries', async () => {
    const page = await open();
    const before = await expectSameMoment(page);
    await page.route('**/observations.json*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.getByRole('button', { name: 'Next leg' }).click();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await expectSameMoment(page)).toBe(before);
    await page.unroute('**/observations.json*');
    await retry.click();
    await soon(() => page.getByRole('combobox', { name: 'Leg' }).inputValue()).toBe('2');
    portalBrowser.forgive(/503/);
  });

  test('loads little data at first, and makes no API call for it', async () => {
    const bytes: Record<string, number> = {};
    await open('', {
      prepare: async (fresh) => {
        fresh.on('requestfinished', async (request) => {
          const { pathname } = new URL(request.url());
          if (request.resourceType() !== 'fetch') return;
          bytes[pathname] = (await request.sizes()).responseBodySize;
        });
      },
    });
    expect(Object.keys(bytes)).toContain(defaultFlight);
    expect(Object.keys(bytes).filter((path) => path.startsWith('/api/v1'))).toEqual([]);
    expect(Object.values(bytes).reduce((sum, each) => sum + each, 0)).toBeLessThan(20_000);
  });

  test('is independent of another tab', async () => {
    const page = await open('?parcel=lowest');
    const before = { moment: await expectSameMoment(page), address: page.url() };
    const other = await portalBrowser.openTab(page, pages.dataViewer + new URL(page.url()).search);
    await cursor(other).waitFor();
    await other.getByRole('button', { name: 'Next leg' }).click();
    await soon(() => other.getByRole('combobox', { name: 'Leg' }).inputValue()).toBe('2');
    expect({ moment: await expectSameMoment(page), address: page.url() }).toEqual(before);
  });

  test('compares the leg with the forecast and with another leg, which a link shows to others', async () => {
    const page = await open();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const difference = comparison.getByRole('figure', { name: 'Forecast minus balloon' });
    const sentence = () => difference.locator('figcaption').textContent();
    await difference.waitFor();
    const newest = await sentence();
    expect(newest).toMatch(
      /Mean absolute difference at \d+ levels: temperature [\d.]+ °C \(largest [+−][\d.]+ at \d+ hPa\)/,
    );
    await comparison.getByLabel('Forecast run').selectOption('4 days earlier');
    await soon(sentence).not.toBe(newest);
    await page.getByRole('combobox', { name: 'Leg', exact: true }).selectOption('2');
    await comparison.getByLabel('Compare with').selectOption('The leg before this one');
    const other = comparison.getByRole('figure', { name: 'Other leg minus this one' });
    await other.waitFor();
    await soon(sentence).toMatch(/(9\d|1\d\d)( to \d+)? hours ahead\./);
    const { search } = new URL(page.url());
    expect(search).toMatch(/&compare=before.*&lead=96/);
    const linked = await open(search);
    const theirs = linked.getByRole('region', { name: 'Comparison' });
    const [model, leg] = ['Forecast minus balloon', 'Other leg minus this one'].map((name) =>
      theirs.getByRole('figure', { name }).locator('figcaption'),
    );
    await soon(() => model!.textContent()).toBe(await sentence());
    expect(await leg!.textContent()).toBe(await other.locator('figcaption').textContent());
    await theirs.getByRole('checkbox', { name: 'Show the forecast' }).uncheck();
    await model!.waitFor({ state: 'detached' });
    await soon(() => new URL(linked.url()).searchParams.get('model')).toBe('off');
    await linked.getByRole('button', { name: 'Previous leg' }).click();
    await theirs.getByText('This is the first leg of the flight').waitFor();
    expect(await theirs.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await theirs.getByLabel('Compare with').selectOption('No other leg');
    await leg!.waitFor({ state: 'detached' });
  });

  test('draws the hodograph relative to the storm, and says so', async () => {
    const page = await open('?hodograph=storm');
    await figure(page, 'Hodograph')
      .getByRole('img', { name: /^Wind relative to the (left|right) mover, / })
      .waitFor();
    await page.getByRole('checkbox', { name: 'Relative to the storm' }).uncheck();
    await figure(page, 'Hodograph')
      .getByRole('img', { name: /^Wind from the lowest/ })
      .waitFor();
    await soon(() => new URL(page.url()).searchParams.get('hodograph')).toBeNull();
  });
});

async function fleetOf({ portal }: PortalBrowser): Promise<string[]> {
  const { balloons } = (await (await fetch(portal.url + fleet)).json()) as FleetSnapshot;
  return balloons.map(({ name }) => name);
}

const nameOf = (radio: Element) => radio.closest('label')?.querySelector('b')?.textContent;
