import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloor, withoutTransport } from '../floor.ts';
import { percentile } from '../load.ts';
import { Phone } from '../phone.ts';

const path = '/docs/forecast-api/points';
const runs = 21;
/** Between pointing at a link and pressing it, on a slow line. */
const pointingMs = 1500;
/** Until nothing is left of a closed page that could hold up the next. */
const settleMs = 500;

/** A documentation page on a phone, next to a static page with the same content and no script at all. */
export const paintPart: Part = {
  name: 'paint',
  async run(): Promise<Figure[]> {
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn' });
    const answer = await fetch(portal.url + path);
    const page = brotliCompressSync(staticPage(await answer.text()));
    const asPage = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    // One of our headers has the browser begin a process of its own, for whatever page.
    const ourHeaders = withoutTransport(Object.fromEntries(answer.headers));
    const floor = await startFloor(page, { ...ourHeaders, ...asPage });
    const bareFloor = await startFloor(page, asPage);
    const phone = await Phone.switchOn();
    const visits: { barest: Paint; bare: Paint; ours: Paint }[] = [];
    const moves: Move[] = [];
    // In turn: what else the machine does is felt by both.
    for (let run = 0; run < runs; run++) {
      visits.push({
        barest: await measureVisit(phone, bareFloor.url),
        bare: await measureVisit(phone, floor.url),
        ours: await measureVisit(phone, portal.url + path),
      });
      moves.push(await measureMove(phone, portal.url + path));
    }
    await phone.switchOff();
    floor.close();
    bareFloor.close();
    await portal.close();
    const barest = visits.map((visit) => visit.barest);
    const bare = visits.map((visit) => visit.bare);
    const ours = visits.map((visit) => visit.ours);
    const beside = (what: string, name: keyof Paint, unit: string, aim: string) => ({
      what,
      value: median(ours, name),
      unit,
      floor: median(bare, name),
      aim,
    });
    return [
      compared(beside('LCP', 'lcpMs', 'ms', '1.15')),
      compared({
        what: 'the same, floor: without our security headers',
        value: median(ours, 'lcpMs'),
        unit: 'ms',
        floor: median(barest, 'lcpMs'),
      }),
      beside('total blocking time', 'blockingMs', 'ms', '50'),
      beside('layout shift', 'shift', '', '0'),
      beside('JS', 'scriptKb', 'kB', '90'),
      { what: 'moving to another page', value: median(moves, 'thereMs'), unit: 'ms', aim: '40' },
      { what: 'the same, until it is painted', value: median(moves, 'paintedMs'), unit: 'ms' },
    ];
  },
};

interface Paint {
  lcpMs: number;
  blockingMs: number;
  shift: number;
  scriptKb: number;
}

interface Move {
  /** The heading is in the document. */
  thereMs: number;
  paintedMs: number;
}

const median = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  percentile(
    rows.map((row) => row[name]),
    0.5,
  );

async function measureVisit(phone: Phone, url: string): Promise<Paint> {
  const page = await phone.open(url, watchPaint);
  const paint = await page.evaluate(() => (globalThis as unknown as { paint(): Paint }).paint());
  await page.close();
  await pause(settleMs);
  return paint;
}

/** From the click on the next chapter to its heading on screen, as a reader who pointed at the link first. */
async function measureMove(phone: Phone, url: string): Promise<Move> {
  const page = await phone.open(url, watchPaint);
  const { x, y } = await page.evaluate(() => {
    const link = document.querySelector('a[rel=next]') as HTMLElement;
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    return link.getBoundingClientRect().toJSON() as { x: number; y: number };
  });
  await page.pointAt(x + 5, y + 5);
  await pause(pointingMs);
  const move = await page.evaluate(async () => {
    const title = () => document.querySelector('h1')?.textContent;
    const before = title();
    const began = performance.now();
    (document.querySelector('a[rel=next]') as HTMLElement).click();
    while (title() === before) await new Promise(requestAnimationFrame);
    const thereMs = performance.now() - began;
    await new Promise(requestAnimationFrame);
    // The first task after a frame.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    return { thereMs, paintedMs: performance.now() - began };
  });
  await page.close();
  await pause(settleMs);
  return move;
}

/** Runs in the page, before its own scripts. */
function watchPaint(): void {
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
}

/** The page's own words and elements with a few lines of CSS: what they cost when nothing else is asked for. */
function staticPage(html: string): string {
  const content = html.match(/<main\b[\s\S]*<\/main>/)?.[0];
  if (!content) throw new Error('The page has no main element');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${plainStyle}</style><body>${content}</body></html>`;
}

/** Tabs and folds as they are without a script: one language is shown, and what is long scrolls. */
const plainStyle = `
body { font: 16px/26px Arial, sans-serif; max-width: 70ch; margin: auto; padding: 1rem }
pre { font: 13px/21px monospace; max-height: 400px; overflow: auto }
svg { width: 1em; height: 1em }
.code-language:not([data-fallback]) { display: none }`;
