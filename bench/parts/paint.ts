import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { type Floor, startFloor, withoutTransport } from '../floor.ts';
import { lighthouseFigures } from '../lighthouse-pages.ts';
import { percentile } from '../load.ts';
import { Phone } from '../phone.ts';

const path = '/docs/forecast-api/points';
const runs = 21;
/** The time between hovering over a link and clicking it. */
const pointingMs = 1500;
/** Waits until a closed page can no longer delay the next. */
const settleMs = 500;
/** The time after which the landing page has nothing left to load, and the time that its wind is measured for. */
const [quietMs, windMs] = [5000, 10_000];

/** Compares a documentation page on a phone with a static page that has the same words and no script. */
export const paintPart: Part = {
  name: 'paint',
  async run(): Promise<Figure[]> {
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn' });
    const ourUrl = portal.url + path;
    const answer = await fetch(ourUrl);
    const html = staticPage(await answer.text());
    const floor = await startStatic(html);
    const floorWithHeaders = await startStatic(html, withoutTransport(Object.fromEntries(answer.headers)));
    const elsewhere = await startStatic('<!doctype html><title>Elsewhere</title><p>A link to the portal</p>');
    const phone = await Phone.switchOn();
    const fromElsewhere = { bare: [] as Paint[], ours: [] as Paint[] };
    const fromEmptyTab = { bare: [] as Paint[], withHeaders: [] as Paint[], ours: [] as Paint[] };
    const moves: Move[] = [];
    const from = asAnotherSite(elsewhere.url);
    const measures = [
      async () => fromElsewhere.bare.push(await measureVisit(phone, floor.url, from)),
      async () => fromElsewhere.ours.push(await measureVisit(phone, ourUrl, from)),
      async () => fromEmptyTab.bare.push(await measureVisit(phone, floor.url)),
      async () => fromEmptyTab.withHeaders.push(await measureVisit(phone, floorWithHeaders.url)),
      async () => fromEmptyTab.ours.push(await measureVisit(phone, ourUrl)),
      async () => moves.push(await measureMove(phone, ourUrl)),
    ];
    // Rounds are interleaved, so that other load on the machine affects all pages.
    for (let run = 0; run < runs; run++) for (const measure of shuffled(measures)) await measure();
    const windPercent = await measureWind(phone, portal.url);
    await phone.switchOff();
    const byLighthouse = await lighthouseFigures(portal.url);
    floor.close();
    floorWithHeaders.close();
    elsewhere.close();
    await portal.close();
    const beside = (
      what: string,
      [ours, bare]: [Paint[], Paint[]],
      name: keyof Paint,
      unit: string,
      aim = '',
    ) => ({ what, value: median(ours, name), unit, floor: median(bare, name), aim });
    const lcp = (what: string, ...pair: [Paint[], Paint[]]) =>
      compared(beside(what, pair, 'lcpMs', 'ms', '1.5'));
    const first: [Paint[], Paint[]] = [fromElsewhere.ours, fromElsewhere.bare];
    return [
      lcp('LCP', ...first),
      lcp(
        'the same in an empty tab, the floor with our headers',
        fromEmptyTab.ours,
        fromEmptyTab.withHeaders,
      ),
      lcp('the same, the floor without them', fromEmptyTab.ours, fromEmptyTab.bare),
      beside('total blocking time', first, 'blockingMs', 'ms'),
      beside('layout shift', first, 'shift', '', '0.01'),
      beside('JS', first, 'scriptKb', 'kB'),
      { what: 'moving to another page', value: median(moves, 'thereMs'), unit: 'ms', aim: '60' },
      { what: 'the same, until it is painted', value: median(moves, 'paintedMs'), unit: 'ms' },
      { what: "the main thread's time for the landing page's wind", value: windPercent, unit: '%', aim: '5' },
      ...byLighthouse,
    ];
  },
};

const startStatic = (html: string, headers: Record<string, string> = {}): Promise<Floor> =>
  startFloor(brotliCompressSync(html), {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
  });

function shuffled<T>(items: T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]!);
}

/** The same server has another name here, so that a browser takes it for another site. */
const asAnotherSite = (url: string) => url.replace('127.0.0.1', 'localhost');

interface Paint {
  lcpMs: number;
  blockingMs: number;
  shift: number;
  scriptKb: number;
}

interface Move {
  thereMs: number;
  paintedMs: number;
}

const median = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  percentile(
    rows.map((row) => row[name]),
    0.5,
  );

/** The visit follows a link, or opens a new tab. */
async function measureVisit(phone: Phone, url: string, from?: string): Promise<Paint> {
  const page = await phone.open(from ?? url, watchPaint);
  if (from) await page.goTo(url);
  const paint = await page.evaluate(() => (globalThis as unknown as { paint(): Promise<Paint> }).paint());
  await page.close();
  await pause(settleMs);
  return paint;
}

/** Measures from the click on the next chapter to its heading on screen, after hovering over the link. */
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
    // This is the first task after a frame.
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

/** A worker draws the wind, so the page's own thread has little to do. */
async function measureWind(phone: Phone, url: string): Promise<number> {
  const page = await phone.open(url, watchPaint);
  await page.send('Performance.enable');
  const busySeconds = async () => {
    const { metrics } = await page.send('Performance.getMetrics');
    return (metrics as { name: string; value: number }[]).find(({ name }) => name === 'TaskDuration')!.value;
  };
  await pause(quietMs);
  const before = await busySeconds();
  await pause(windMs);
  const busy = (await busySeconds()) - before;
  await page.close();
  return (100 * busy) / (windMs / 1000);
}

/** This runs in the page before its own scripts. */
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
    // A paint is reported when the page is idle, which may be long after it.
    paint: async () => {
      while (seen.lcpMs === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => /\.js$/.test(entry.name)) as PerformanceResourceTiming[];
      return { ...seen, scriptKb: scripts.reduce((sum, script) => sum + script.encodedBodySize, 0) / 1000 };
    },
  });
}

/** Builds a static page from the page's words and elements with a few lines of CSS. */
function staticPage(html: string): string {
  const content = html.match(/<body>([\s\S]*?)<script\b/)?.[1];
  if (!content) throw new Error('The page has no body that ends in scripts');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${plainStyle}</style><body>${content}</body></html>`;
}

/** Like on a phone without scripts, there is no side menu, one language is shown, and long lines scroll. */
const plainStyle = `
body { font: 16px/26px Arial, sans-serif; max-width: 70ch; margin: auto; padding: 1rem }
pre { font: 13px/21px monospace; max-height: 400px; overflow: auto }
svg { width: 1em; height: 1em }
.sidebar, .on-this-page { display: none }
.code-language:not([data-fallback]) { display: none }`;
