import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { pages } from '../../src/urls.ts';
import { launchChromium } from '../../test/helpers/chromium.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';

const kinds = { Document: 'HTML', Stylesheet: 'CSS', Script: 'JS', Font: 'fonts' } as const;
type Kind = keyof typeof kinds;

/** What is asked for a second time has been compressed well by then. */
const compressingMs = 3000;

/** What a browser fetches for a page on a first visit, as it comes over the wire: not as the very first after a start. */
export const weightPart: Part = {
  name: 'weight',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(await startPortalProcess(), (started) => started.close());
    const browser = stack.adopt(await launchChromium(), (launched) => launched.close());
    const load = async (path: string) => {
      await firstLoad(await browser.newPage(), portal.url + path);
      await pause(compressingMs);
      return firstLoad(await browser.newPage(), portal.url + path);
    };
    const fetched = await load(pages.docs);
    const figures = (Object.keys(kinds) as Kind[]).map((kind) => ({
      what: `${kinds[kind]} of ${pages.docs}`,
      value: kilobytesOf(fetched, kind),
      unit: 'kB',
      ...(kind === 'Script' ? { aim: 'at most 85' } : {}),
    }));
    const viewed = await load(pages.dataViewer);
    return [
      ...figures,
      { what: 'requests', value: fetched.length, unit: '' },
      {
        what: `JS of ${pages.dataViewer} beyond that`,
        value: kilobytesOf(viewed, 'Script') - kilobytesOf(fetched, 'Script'),
        unit: 'kB',
        aim: 'at most 45',
      },
      { what: `data of ${pages.dataViewer}`, value: kilobytesOf(viewed, 'Fetch'), unit: 'kB' },
    ];
  },
};

const kilobytesOf = (files: { kind: string; bytes: number }[], kind: string) =>
  files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.bytes, 0) / 1000;

async function firstLoad(page: Page, url: string): Promise<{ kind: string; bytes: number }[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kindOf = new Map<string, string>();
  const files: { kind: string; bytes: number }[] = [];
  session.on('Network.responseReceived', (event) => kindOf.set(event.requestId, event.type));
  session.on('Network.loadingFinished', (event) => {
    files.push({ kind: kindOf.get(event.requestId) ?? 'Other', bytes: event.encodedDataLength });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return files;
}
