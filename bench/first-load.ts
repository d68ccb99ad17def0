import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

interface LoadedFile {
  /** Document, Script, Fetch and so on, as the browser's protocol names them. */
  kind: string;
  bytes: number;
}

/** What has been asked for is compressed well meanwhile; when nothing has become smaller for so long, all of it is. */
const compressingMs = 5000;

/** What a browser fetches for a page on a first visit, as it comes over the wire: not as the very first after a start. */
export async function firstLoad(browser: Browser, url: string): Promise<LoadedFile[]> {
  let files = await load(await browser.newPage(), url);
  for (;;) {
    await pause(compressingMs);
    const later = await load(await browser.newPage(), url);
    if (kilobytesOf(later, 'Script') >= kilobytesOf(files, 'Script')) return later;
    files = later;
  }
}

export const kilobytesOf = (files: LoadedFile[], kind: string) =>
  files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.bytes, 0) / 1000;

async function load(page: Page, url: string): Promise<LoadedFile[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kindOf = new Map<string, string>();
  const files: LoadedFile[] = [];
  session.on('Network.responseReceived', (event) => kindOf.set(event.requestId, event.type));
  session.on('Network.loadingFinished', (event) => {
    files.push({ kind: kindOf.get(event.requestId) ?? 'Other', bytes: event.encodedDataLength });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return files;
}
