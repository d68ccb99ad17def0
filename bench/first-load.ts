import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

type Kind = 'document' | 'script' | 'style' | 'font' | 'data';

interface LoadedFile {
  path: string;
  kind: Kind;
  bytes: number;
}

/** Files are compressed better after their first request. They are final when no size changes for this long. */
const compressingMs = 5000;

/** Measures the bytes that a browser downloads on a first visit, once all files are fully compressed. */
export async function firstLoad(browser: Browser, url: string): Promise<LoadedFile[]> {
  let files = await load(await browser.newPage(), url);
  for (;;) {
    await pause(compressingMs);
    const later = await load(await browser.newPage(), url);
    if (kilobytesOf(later, 'script') >= kilobytesOf(files, 'script')) return later;
    files = later;
  }
}

export const kilobytesOf = (files: LoadedFile[], kind: Kind) =>
  files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.bytes, 0) / 1000;

async function load(page: Page, url: string): Promise<LoadedFile[]> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const files = await filesOf(page);
  await page.context().close();
  return files;
}

/** Returns the downloaded bytes of a page so far, without headers. */
export async function filesOf(page: Page): Promise<LoadedFile[]> {
  const files = await page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return [document!, ...fetched].map(({ name, entryType, encodedBodySize }) => ({
      path: new URL(name).pathname,
      isDocument: entryType === 'navigation',
      bytes: encodedBodySize,
    }));
  });
  return files.map(({ isDocument, ...file }) => ({
    ...file,
    kind: isDocument ? 'document' : kindOf(file.path),
  }));
}

const endings: [string, Kind][] = [
  ['.js', 'script'],
  ['.css', 'style'],
  ['.woff2', 'font'],
];

const kindOf = (path: string) => endings.find(([ending]) => path.endsWith(ending))?.[1] ?? 'data';
