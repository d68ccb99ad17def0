import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { maxPlaces } from '../../src/weather/call-cost.ts';
import { launchChromium } from '../../test/helpers/chromium.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { untilUsable } from '../../test/helpers/usable-page.ts';
import { demoShare } from '../demo-share.ts';
import type { Figure, Part } from '../figure.ts';
import { filesOf, kilobytesOf } from '../first-load.ts';
import { percentile } from '../load.ts';
import { longestTaskMs, watchTasks } from '../longest-task.ts';

/** One page per kind of picture, with the name of its form. */
const endpoints = {
  meteogram: ['/docs/forecast-api/points', 'Point forecasts'],
  sounding: ['/docs/data-api/observations', 'Observations'],
  'map of tracks': ['/docs/forecast-api/tropical-cyclones', 'Tropical cyclones'],
  grid: ['/docs/forecast-api/gridded', 'Gridded forecasts, single variable'],
  'map of states': ['/docs/forecast-api/population-weighted', 'Heating degree days (HDD)'],
  'strip of runs': ['/docs/forecast-api/availability', 'Initialization times'],
} as const;
type Drawing = keyof typeof endpoints;

const runs = 9;
const maxUsableMs = 20_000;
/** Files are fully compressed by their second request. */
const compressingMs = 3000;
/** The longest response of one call is 1.3 MB of JSON. */
const manyPlaces = Array.from({ length: maxPlaces }, (_, index) => `${index - 80},${index * 7 - 160}`).join(
  ';',
);

/** Measures the form of an endpoint page on a desktop: its size and how fast it draws. */
export const consolePart: Part = {
  name: 'console',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(await startPortalProcess({ LOG_LEVEL: 'warn' }), (started) => started.close());
    const browser = stack.adopt(await launchChromium(), (launched) => launched.close());
    const names = Object.keys(endpoints) as Drawing[];
    for (const name of names) await weigh(browser, portal.url, name);
    await pause(compressingMs);
    const weights = new Map<Drawing, Weight>();
    for (const name of names) weights.set(name, await weigh(browser, portal.url, name));
    const timesMs: number[] = [];
    for (let run = 0; run < runs; run++) timesMs.push(await clickToDrawnMs(browser, portal.url));
    return [
      {
        what: 'JS of the form at its first use, with the colours of its code',
        value: Math.max(...weights.values().map(({ formKb }) => formKb)),
        unit: 'kB',
      },
      ...names.map((name) => ({
        what: `JS of a first drawing: ${name}`,
        value: weights.get(name)!.drawingKb,
        unit: 'kB',
      })),
      {
        what: 'from the first click to the drawn forecast of a place, median',
        value: percentile(timesMs, 0.5),
        unit: 'ms',
      },
      {
        what: 'longest task of the page while the longest answer comes in and is drawn',
        value: await longAnswerMs(browser, portal.url),
        unit: 'ms',
      },
      await demoShare(),
    ];
  },
};

interface Weight {
  formKb: number;
  drawingKb: number;
}

async function weigh(browser: Browser, url: string, name: Drawing): Promise<Weight> {
  const page = await browser.newPage();
  await openPage(page, url, name);
  const ofPage = await filesOf(page);
  await openForm(page, name);
  const withForm = await filesOf(page);
  await send(page);
  await page.waitForLoadState('networkidle');
  const withDrawing = await filesOf(page);
  await page.context().close();
  const [pageKb, formKb, drawingKb] = [ofPage, withForm, withDrawing].map((files) =>
    kilobytesOf(files, 'script'),
  );
  return { formKb: formKb! - pageKb!, drawingKb: drawingKb! - formKb! };
}

/** The page's clock measures until the picture is in the document and a frame has shown it. */
async function clickToDrawnMs(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await openPage(page, url, 'meteogram');
  await openForm(page, 'meteogram');
  const ms = await page.evaluate(async () => {
    const began = performance.now();
    document.querySelector<HTMLElement>('.console button[type=submit]')!.click();
    const picture = '[aria-label="Chart of the response"] svg[role=img]';
    while (!document.querySelector(picture)) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  await page.context().close();
  return ms;
}

async function longAnswerMs(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await openPage(page, url, 'meteogram');
  await openForm(page, 'meteogram');
  await page.getByLabel('coordinates').fill(manyPlaces);
  await page.getByRole('textbox', { name: 'max_forecast_time' }).fill('');
  await page.evaluate(watchTasks);
  await send(page);
  const longest = await longestTaskMs(page);
  await page.context().close();
  return longest;
}

async function openPage(page: Page, url: string, name: Drawing): Promise<void> {
  await page.goto(url + endpoints[name][0], { waitUntil: 'networkidle' });
  await untilUsable(page, maxUsableMs);
}

async function openForm(page: Page, name: Drawing): Promise<void> {
  const [, title] = endpoints[name];
  await page.getByRole('button', { name: `Try it: ${title}` }).click();
  await page.getByRole('region', { name: `Try it: ${title}` }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('figure', { name: 'Chart of the response' }).getByRole('img').waitFor();
}
