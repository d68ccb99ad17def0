import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../test/helpers/chromium.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { percentile } from '../load.ts';

const path = '/docs/forecast-api/points';
const nextPage = 'Next Chapter';
const runs = 9;
/** Between pointing at a link and pressing it, on a slow line. */
const pointingMs = 1500;

/** A documentation page on a phone, next to a static page with the same content and no script at all. */
export const paintPart: Part = {
  name: 'paint',
  async run(): Promise<Figure[]> {
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn' });
    const floor = await startStaticPage(await (await fetch(portal.url + path)).text());
    const browser = await launchChromium();
    const visits: { bare: Paint; ours: Paint }[] = [];
    const movesMs: number[] = [];
    // In turn: what else the machine does is felt by both.
    for (let run = 0; run < runs; run++) {
      visits.push({
        bare: await measureVisit(browser, floor.url),
        ours: await measureVisit(browser, portal.url + path),
      });
      movesMs.push(await measureMove(browser, portal.url + path));
    }
    await browser.close();
    floor.close();
    await portal.close();
    const bare = medianPaint(visits.map((visit) => visit.bare));
    const ours = medianPaint(visits.map((visit) => visit.ours));
    return [
      {
        what: 'LCP',
        value: ours.lcpMs,
        unit: 'ms',
        floor: bare.lcpMs,
        ratio: ours.lcpMs / bare.lcpMs,
        aim: '1.15',
      },
      { what: 'total blocking time', value: ours.blockingMs, unit: 'ms', floor: bare.blockingMs, aim: '50' },
      { what: 'layout shift', value: ours.shift, unit: '', floor: bare.shift, aim: '0' },
      { what: 'JS', value: ours.scriptKb, unit: 'kB', floor: bare.scriptKb, aim: '90' },
      { what: 'moving to another page', value: percentile(movesMs, 0.5), unit: 'ms', aim: '40' },
    ];
  },
};

interface Paint {
  lcpMs: number;
  blockingMs: number;
  shift: number;
  scriptKb: number;
}

async function measureVisit(browser: Browser, url: string): Promise<Paint> {
  const page = await openPhone(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(() => (globalThis as unknown as { paint(): Paint }).paint());
  await page.context().close();
  return paint;
}

function medianPaint(paints: Paint[]): Paint {
  const median = (pick: (paint: Paint) => number) => percentile(paints.map(pick), 0.5);
  return {
    lcpMs: median((paint) => paint.lcpMs),
    blockingMs: median((paint) => paint.blockingMs),
    shift: median((paint) => paint.shift),
    scriptKb: median((paint) => paint.scriptKb),
  };
}

/** From the click on the next chapter to its heading on screen, as a reader who pointed at the link first. */
async function measureMove(browser: Browser, url: string): Promise<number> {
  const page = await openPhone(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: nextPage });
  await link.hover();
  await page.waitForTimeout(pointingMs);
  const ms = await link.evaluate(async (element) => {
    const before = document.querySelector('h1')?.textContent;
    const began = performance.now();
    (element as HTMLElement).click();
    while (document.querySelector('h1')?.textContent === before) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  await page.context().close();
  return ms;
}

/** A middling phone: four times slower, 150 ms away, 1.6 Mbit/s. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, blockingMs: 0, shift: 0 };
    const watch = (
      type: string,
      take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
    ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', (entry) => {
      seen.lcpMs = entry.startTime;
    });
    watch('longtask', (entry) => {
      seen.blockingMs += Math.max(0, entry.duration - 50);
    });
    watch('layout-shift', (entry) => {
      if (!entry.hadRecentInput) seen.shift += entry.value ?? 0;
    });
    Object.assign(globalThis, {
      paint: () => {
        const scripts = performance
          .getEntriesByType('resource')
          .filter((entry) => /\.js$/.test(entry.name)) as PerformanceResourceTiming[];
        return { ...seen, scriptKb: scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1000 };
      },
    });
  });
  return page;
}

/** The same words and elements with a few lines of CSS: what a page costs when nothing else is asked of it. */
async function startStaticPage(html: string): Promise<{ url: string; close(): void }> {
  const body = html
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*>/g, '')
    .replace(
      '</head>',
      '<style>body{font:16px/26px Arial,sans-serif;max-width:70ch;margin:auto}</style></head>',
    );
  const compressed = brotliCompressSync(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' });
    response.end(compressed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
