import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxPlaces } from '../../src/weather/call-cost.ts';
import { axeFindings, axeFindingsInTheDark } from './axe.ts';
import {
  chromiumMissing,
  holdBack,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  smallestLetterPx,
  soon,
} from './portal-browser.ts';

const points = '/docs/forecast-api/points';
const pointsApi = '/api/v1/points';

describe.skipIf(chromiumMissing)('the console', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('draws a forecast for a visitor without a key, and sends no empty parameter', async () => {
    const page = await portalBrowser.open(points);
    const calls = callsTo(page, pointsApi);
    const form = await openForm(page, 'Point forecasts');
    expect(calls).toEqual([]);
    await form.getByLabel('coordinates').fill('');
    await form.getByLabel('Add a place by name').selectOption('Tokyo');
    await form.getByRole('textbox', { name: 'max_forecast_time' }).fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    const response = responseOn(page);
    const drawn = response.getByRole('figure', { name: 'Chart of the response' });
    await drawn.getByRole('img', { name: /^Tokyo, .* °C/ }).waitFor();
    expect(calls).toHaveLength(1);
    const { searchParams } = new URL(calls[0]!);
    expect([...searchParams.keys()]).toEqual(['coordinates', 'min_forecast_time']);
    expect(searchParams.get('coordinates')).toBe('35.68,139.69');
    await form.getByText(/^[\d,]+ of [\d,]+ calls left/).waitFor();
    expect(await sample(page)).toContain('coordinates=35.68,139.69');
    expect(await sample(page)).not.toContain('max_forecast_time');
    // The page's own samples keep the specification's languages.
    expect(await page.getByRole('tab', { name: 'JavaScript' }).count()).toBe(1);
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    await page.getByText('searchParams.set("coordinates", "35.68,139.69");').waitFor();
    await page
      .locator('[data-missing="javascript"]', { hasText: 'Not available in JavaScript. Showing Python.' })
      .first()
      .waitFor();

    await response.getByRole('tab', { name: 'Table' }).click();
    const table = response.getByRole('table', { name: 'Response rows' });
    await table.getByRole('button', { name: 'temperature_2m' }).click();
    const cells = await table.locator('tbody tr td:nth-child(3)').allTextContents();
    expect(cells.map(Number)).toEqual(cells.map(Number).toSorted((one, other) => one - other));
    await response.getByRole('tab', { name: 'Inspector' }).click();
    await response.getByRole('tree', { name: 'Response' }).waitFor();
    await response.getByRole('tab', { name: 'Headers' }).click();
    await response.getByRole('row', { name: /^x-ratelimit-remaining/ }).waitFor();
    await form.getByLabel('max_forecast_hour').fill('12');
    await response.getByText('The form has changed since this response').waitFor();
  });

  test('shows an API error at the field it is about', async () => {
    const page = await portalBrowser.open(points);
    const form = await openForm(page, 'Point forecasts');
    const field = form.getByLabel('coordinates');
    await field.fill('91,0');
    await field.press('Control+Enter');
    await soon(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate(describedBy)).toContain('A latitude must be from -90 to 90.');
    await responseOn(page).getByText('400 Bad Request').waitFor();
    await field.fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    await soon(() => field.evaluate(describedBy)).toContain('This field is required.');
    portalBrowser.forgive(/400/);
  });

  test('shows the guest limit at no field', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/gridded');
    const form = await openForm(page, 'Gridded forecasts, single variable');
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many requests' } }),
    );
    await form.getByRole('button', { name: 'Send' }).click();
    const alert = responseOn(page).getByRole('alert');
    await alert.getByText(/needs an all-access key/).waitFor();
    expect(await alert.getByRole('button').allTextContents()).toEqual(['Get API Keys']);
    expect(await form.locator('[aria-invalid]').count()).toBe(0);
    portalBrowser.forgive(/429/);
  });

  test('shows Send, the size and the cost at once, and the response next to the form', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/gridded');
    const form = await openForm(page, 'Gridded forecasts, single variable');
    const send = form.getByRole('button', { name: 'Send' });
    const isInWindow = async (locator: Locator) => {
      const { y, height } = (await locator.boundingBox())!;
      return y >= 56 && y + height <= 900;
    };
    expect(await isInWindow(send)).toBe(true);
    await form.getByText('About 263 kB · 1 call of the hourly quota').waitFor();
    await form.getByLabel('resolution').selectOption('0.25');
    await form.getByText('About 4.2 MB').waitFor();
    await form.getByLabel('resolution').selectOption('1');
    await send.click();
    const response = responseOn(page);
    await response.getByText('200 OK').waitFor();
    const [left, right] = [(await form.boundingBox())!, (await response.boundingBox())!];
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(await isInWindow(response.getByText('200 OK'))).toBe(true);
    expect(await isInWindow(send)).toBe(true);
    expect(await page.getByRole('figure', { name: /^Response of Gridded forecasts, single/ }).count()).toBe(
      0,
    );
  });

  test('is filled in by a link, which sends nothing, and lists ignored parameters', async () => {
    const link = '?try=points&coordinates=1,2&max_forecast_hour=12&nonsense=x&initialization_time=';
    const page = await portalBrowser.openAs('linked@example.com', `${points}${link}`);
    const calls = callsTo(page, pointsApi);
    const form = page.getByRole('region', { name: 'Try it: Point forecasts' });
    await form.getByLabel('coordinates').waitFor();
    expect(await form.getByLabel('coordinates').inputValue()).toBe('1,2');
    expect(await form.getByLabel('max_forecast_hour').inputValue()).toBe('12');
    await form.getByText(/were ignored: nonsense, initialization_time\.$/).waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
    await form.getByRole('button', { name: 'Copy link' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).search).toBe('?try=points&coordinates=1%2C2&max_forecast_hour=12');
  });

  test('stops a call on Escape', async () => {
    const page = await portalBrowser.open(points);
    const release = await holdBack(page, `${pointsApi}?*`);
    const form = await openForm(page, 'Point forecasts');
    await form.getByLabel('coordinates').press('Control+Enter');
    await form.getByText(/^Receiving\.\.\./).waitFor();
    await form.getByLabel('coordinates').press('Escape');
    await responseOn(page).getByRole('alert').getByText('You stopped the call.').waitFor();
    release();
    await form.getByRole('button', { name: 'Close form' }).click();
    await page.getByRole('button', { name: 'Try it: Point forecasts' }).waitFor();
    expect(await sample(page)).toContain('37.77,-122.42');
  });

  test('fills one alternative or the other, draws a grid, and shows code for files that are too large', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/gridded');
    const full = await openForm(page, 'Gridded forecasts, all variables');
    await full.getByText(/552 MB at 0\.25 degrees/).waitFor();
    expect(await full.getByRole('button', { name: 'Send' }).count()).toBe(0);
    const form = await openForm(page, 'Gridded forecasts, single variable');
    const time = await form.getByRole('textbox', { name: /^time/ }).inputValue();
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00$/);
    await form.getByLabel('forecast_hour').fill('24');
    expect(await form.getByRole('textbox', { name: /^time/ }).inputValue()).toBe('');
    await form.getByRole('textbox', { name: /^time/ }).fill(time);
    expect(await form.getByLabel('forecast_hour').inputValue()).toBe('');
    await form.getByRole('button', { name: 'Send' }).click();
    const response = responseOn(page);
    await response.getByRole('img', { name: /^temperature_2m worldwide: from / }).hover();
    await response.getByText(/^-?[\d.]+ °C at /).waitFor();
  });

  test('calls the Data API as the demo and loads the next page', async () => {
    const page = await portalBrowser.openAs('page@example.com', '/docs/data-api/observations');
    const calls = callsTo(page, '/api/v1/observations.json');
    const form = await openForm(page, 'Observations');
    await form.getByText(/but a free key gets a 403/).waitFor();
    await soon(() => form.getByLabel('mission_id').inputValue()).not.toBe('');
    await form.getByLabel('mission_id').fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    const response = responseOn(page);
    await response.getByRole('img', { name: /balloons between/ }).waitFor();
    await response.getByRole('button', { name: 'Next page' }).click();
    await soon(() => calls.length).toBe(2);
    const since = new URL(calls[1]!).searchParams.get('since');
    expect(since).toMatch(/^\d{19}$/);
    expect(await form.getByRole('textbox', { name: 'since' }).inputValue()).toBe(since);
    await response.getByText('200 OK').waitFor();
  });

  test('parses a long response in a worker and keeps every digit', async () => {
    const page = await portalBrowser.open(points, {
      prepare: (opened) => opened.addInitScript(watchParsing),
    });
    const form = await openForm(page, 'Point forecasts');
    const places = Array.from({ length: maxPlaces }, (_, index) => `${index - 80},${index * 7 - 160}`);
    await form.getByLabel('coordinates').fill(places.join(';'));
    await form.getByRole('textbox', { name: 'max_forecast_time' }).fill('');
    await form.getByText('5 calls of the hourly quota').waitFor();
    const [worker, answer] = await Promise.all([
      page.waitForEvent('worker'),
      page.waitForResponse((response) => new URL(response.url()).pathname === pointsApi),
      form.getByRole('button', { name: 'Send' }).click(),
    ]);
    const response = responseOn(page);
    await response.getByRole('img', { name: /^-80, -160, / }).waitFor();
    expect(new URL(worker.url()).pathname).toMatch(/\/response-worker-[\w-]+\.js$/);
    const text = await answer.text();
    expect(text.length).toBeGreaterThan(1_000_000);

    await response.getByRole('tab', { name: 'Table' }).click();
    const table = response.getByRole('table', { name: 'Response rows' });
    await table.waitFor();
    const titles = await table.getByRole('columnheader').allTextContents();
    const column = titles.indexOf('temperature_2m') + 1;
    const cells = await table.locator(`tbody td:nth-child(${column})`).allTextContents();
    const written = [...text.matchAll(/"temperature_2m":\s*(-?[\d.]+)/g)].map(([, digits]) => digits);
    expect(cells).toEqual(written.slice(0, cells.length));
    expect(cells.filter((cell) => cell.endsWith('0'))).not.toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as Watched).longestParsed)).toBeLessThan(200_000);
  });

  test('draws the chosen state, and all states on a map', async () => {
    const page = await portalBrowser.open('/docs/forecast-api/population-weighted');
    const form = await openForm(page, 'Heating degree days (HDD)');
    await form.getByRole('button', { name: 'Send' }).click();
    const response = responseOn(page);
    await response.getByRole('img', { name: /^Minnesota, .* Of 50 states, / }).waitFor();
    await response.getByLabel('Daily values for').selectOption('Alaska');
    const drawn = response.getByRole('img', { name: /^Alaska, / });
    const tiles = await drawn.locator('.drawn-on-tile text').allTextContents();
    expect(tiles.map((tile) => tile.slice(0, 2))).toEqual(
      expect.arrayContaining(['AK', 'HI', 'ME', 'FL', 'TX']),
    );
    expect(tiles).toHaveLength(50);
    const total = /: (\d+) heating/.exec((await drawn.getAttribute('aria-label')) ?? '')?.[1];
    expect(tiles).toContain(`AK${total}`);
    await response.getByText('View as table').click();
    const rows = response.getByRole('table', { name: /^Data: / }).locator('tbody tr');
    expect(await rows.count()).toBe(50);
    expect(await rows.first().textContent()).toMatch(/^Alaska/);
  });

  test('fits a phone and is accessible in light and dark', async () => {
    const page = await portalBrowser.open(points, phone);
    const form = await openForm(page, 'Point forecasts');
    await form.getByRole('button', { name: 'Map' }).click();
    await form.getByRole('img', { name: /click to add a place/ }).waitFor();
    await form.getByRole('button', { name: 'Send' }).click();
    const chart = responseOn(page).getByRole('figure', { name: 'Chart of the response' });
    await chart.getByRole('img').waitFor();
    expect(await smallestLetterPx(chart)).toBeGreaterThanOrEqual(11);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(await axeFindingsInTheDark(page)).toEqual([]);
  });
});

async function openForm(page: Page, title: string) {
  await page.getByRole('button', { name: `Try it: ${title}` }).click();
  const form = page.getByRole('region', { name: `Try it: ${title}` });
  await form.waitFor();
  return form;
}

/** The live response replaces the page's example. */
const responseOn = (page: Page) => page.getByRole('region', { name: /^Live response of / });

/** Returns the text of the code panel for the form's call, or else of the page's first sample. */
const sample = (page: Page) => page.locator('.code[data-has] .code-text').first().textContent();

interface Watched {
  longestParsed: number;
}

/** This function runs in the page, before its own scripts. */
function watchParsing(): void {
  const watched = globalThis as unknown as Watched;
  watched.longestParsed = 0;
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    watched.longestParsed = Math.max(watched.longestParsed, String(text).length);
    return parse(text, reviver);
  };
}

function callsTo(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request.url());
  });
  return seen;
}

const describedBy = (node: Element) =>
  (node.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
