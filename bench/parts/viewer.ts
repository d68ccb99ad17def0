import { setTimeout as pause } from 'node:timers/promises';
import { unpackRows } from '../../src/pictures/sounding/packed-rows.ts';
import { soundingOf } from '../../src/pictures/sounding/sounding.ts';
import { defaultFlight, pages } from '../../src/urls.ts';
import type { DefaultFlight } from '../../src/weather/contract.ts';
import { FleetFeed, fleetStepMs } from '../../src/weather/fleet/fleet-feed.ts';
import { launchChromium } from '../../test/helpers/chromium.ts';
import { longestTurnMs } from '../../test/helpers/longest-turn.ts';
import { type PortalProcess, startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { firstLoad, kilobytesOf } from '../first-load.ts';
import { percentile } from '../load.ts';
import { Phone } from '../phone.ts';

const visits = 9;
const settleMs = 500;
const soundings = 40;
const fleets = 5;

/** Measures the data viewer: its size, when it is usable, and the cost of a cursor move. */
export const viewerPart: Part = {
  name: 'viewer',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(await startPortalProcess({ LOG_LEVEL: 'warn' }), (started) => started.close());
    const weights = await weighPage(portal);
    const { usableMs, moveMs } = await measureOnPhone(portal.url + pages.dataViewer);
    const fleet = await measureFleet();
    return [
      ...weights,
      { what: 'usable on a phone', value: usableMs, unit: 'ms', aim: 'under 2500' },
      { what: 'a move of the cursor on it', value: moveMs, unit: 'ms', aim: 'under 8' },
      {
        what: 'a sounding with its indices',
        value: await measureSounding(portal),
        unit: 'ms',
        aim: 'under 30',
      },
      { what: 'fleet feed of ten minutes, CPU', value: fleet.cpuSeconds, unit: 's', aim: 'under 0.8' },
      { what: 'the same, longest hold of the thread', value: fleet.turnMs, unit: 'ms', aim: 'about 10' },
    ];
  },
};

async function weighPage({ url }: PortalProcess): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const browser = stack.adopt(await launchChromium(), (launched) => launched.close());
  const shell = await firstLoad(browser, url + pages.gettingStarted);
  const viewed = await firstLoad(browser, url + pages.dataViewer);
  const script = kilobytesOf(viewed, 'script') - kilobytesOf(shell, 'script');
  const data = kilobytesOf(viewed, 'data') - kilobytesOf(shell, 'data');
  return [
    {
      what: `JS of ${pages.dataViewer} beyond that of ${pages.gettingStarted}`,
      value: script,
      unit: 'kB',
      aim: 'at most 55',
    },
    { what: 'data before anyone asks for more', value: data, unit: 'kB', aim: 'at most 20' },
  ];
}

/** The visit starts in an empty tab, and the median of all visits counts. */
async function measureOnPhone(url: string): Promise<{ usableMs: number; moveMs: number }> {
  const phone = await Phone.switchOn();
  const [usable, moves]: [number[], number[]] = [[], []];
  for (let visit = 0; visit < visits; visit++) {
    const page = await phone.open(url, watchCursor);
    const seen = await page.evaluate(moveCursor);
    await page.close();
    await pause(settleMs);
    usable.push(seen.usableMs);
    moves.push(...seen.movesMs);
  }
  await phone.switchOff();
  return { usableMs: percentile(usable, 0.5), moveMs: percentile(moves, 0.5) };
}

/** This runs in the page before its scripts. The viewer is usable when its time cursor exists. */
function watchCursor(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector('.viewer-range')) return;
    Object.assign(globalThis, { cursorMs: performance.now() });
    look.disconnect();
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Runs in the page and measures a hundred times how long a cursor step blocks it. */
async function moveCursor(): Promise<{ usableMs: number; movesMs: number[] }> {
  const known = globalThis as unknown as { cursorMs?: number };
  while (known.cursorMs === undefined) await new Promise(requestAnimationFrame);
  const range = document.querySelector('.viewer-range') as HTMLInputElement;
  const movesMs: number[] = [];
  for (let step = 0; step < 100; step++) {
    const began = performance.now();
    range.stepUp();
    range.dispatchEvent(new InputEvent('input', { bubbles: true }));
    movesMs.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
  }
  return { usableMs: known.cursorMs, movesMs };
}

async function measureSounding({ url }: PortalProcess): Promise<number> {
  const first = (await (await fetch(url + defaultFlight)).json()) as DefaultFlight;
  const rows = unpackRows(first.observations)!;
  const timesMs = Array.from({ length: soundings }, () => {
    const began = performance.now();
    soundingOf(rows);
    return performance.now() - began;
  });
  return percentile(timesMs, 0.5);
}

/** Each snapshot is ten minutes later, as in a running portal. */
async function measureFleet(): Promise<{ cpuSeconds: number; turnMs: number }> {
  let clockMs = Date.now();
  const feed = new FleetFeed(() => clockMs);
  await feed.read();
  const [seconds, turns]: [number[], number[]] = [[], []];
  for (let fleet = 0; fleet < fleets; fleet++) {
    clockMs += fleetStepMs;
    const before = process.threadCpuUsage();
    turns.push(await longestTurnMs(() => feed.read()));
    const { user, system } = process.threadCpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  return { cpuSeconds: percentile(seconds, 0.5), turnMs: percentile(turns, 0.5) };
}
