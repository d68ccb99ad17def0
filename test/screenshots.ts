import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { root } from '../src/platform/root.ts';
import { pages } from '../src/urls.ts';
import { launchChromium } from './helpers/chromium.ts';
import { startPortalProcess } from './helpers/process.ts';

/**
 * `npm run screenshots [path …]`: a page of each kind, or those named, in five widths and both themes, as pictures
 * in the folder screenshots.
 */

const widths = [390, 768, 1024, 1440, 1920];
const themes = ['light', 'dark'] as const;
const ofEachKind = [
  pages.landing,
  pages.docs,
  pages.gettingStarted,
  pages.mcp,
  pages.apiKeys,
  pages.resetPassword,
  pages.errors,
  '/docs/forecast-api/points',
  '/docs/forecast-api/gridded',
  '/docs/python-library/data',
  '/docs/variables',
  '/no-such-page',
];

const folder = join(root, 'screenshots');
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
const [portal, browser] = await Promise.all([startPortalProcess({ LOG_LEVEL: 'warn' }), launchChromium()]);
for (const path of named.length > 0 ? named : ofEachKind) {
  for (const colorScheme of themes) {
    for (const width of widths) await takePicture(browser, path, width, colorScheme);
  }
}
await browser.close();
await portal.close();

async function takePicture(from: Browser, path: string, width: number, colorScheme: 'light' | 'dark') {
  const page = await from.newPage({
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.goto(portal.url + path);
  await page.waitForLoadState('networkidle');
  const name = path.replaceAll('/', '-').replace(/^-/, '') || 'landing';
  await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
  await page.close();
}
