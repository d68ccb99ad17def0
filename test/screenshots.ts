import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { root } from '../src/platform/root.ts';
import { calls, pages } from '../src/urls.ts';
import { signUpOverHttp } from './e2e/people.ts';
import { launchChromium } from './helpers/chromium.ts';
import { startPortalProcess } from './helpers/process.ts';

/**
 * `npm run screenshots [path …]` writes pictures of a page of each kind, or of the named ones, to the folder
 * `screenshots`, in five widths and both themes. With `-- --full` they show the whole page. The person on personal
 * pages is signed in and has two keys.
 */

const widths = [390, 768, 1024, 1440, 1920];
const themes = ['light', 'dark'] as const;
const ofPersons: string[] = [pages.apiKeys, pages.account];
const ofEachKind = [
  pages.landing,
  pages.docs,
  pages.gettingStarted,
  pages.dataViewer,
  pages.mcp,
  pages.status,
  pages.resetPassword,
  pages.errors,
  '/docs/forecast-api/points',
  '/docs/forecast-api/gridded',
  '/docs/data-api/observations',
  '/docs/python-library/data',
  '/docs/variables',
  '/no-such-page',
  ...ofPersons,
];

const folder = join(root, 'screenshots');
mkdirSync(folder, { recursive: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const [portal, browser] = await Promise.all([startPortalProcess({ LOG_LEVEL: 'warn' }), launchChromium()]);
const cookies = await signIn(browser);
for (const path of positionals.length > 0 ? positionals : ofEachKind) {
  for (const colorScheme of themes) {
    for (const width of widths) await takePicture(path, width, colorScheme);
  }
}
await browser.close();
await portal.close();

async function signIn(to: Browser): Promise<Awaited<ReturnType<BrowserContext['cookies']>>> {
  const context = await to.newContext();
  await signUpOverHttp(portal, context.request, 'ada@example.com');
  for (const name of ['Production', 'Staging']) await createKey(context, name);
  return context.cookies();
}

async function createKey({ request }: BrowserContext, name: string): Promise<void> {
  const status = await request.get(portal.url + calls.authStatus);
  const headers = { 'X-CSRF-Token': status.headers()['x-csrf-token']! };
  const answer = await request.post(portal.url + calls.apiTokens, { headers, data: { name } });
  if (!answer.ok()) throw new Error(await answer.text());
}

async function takePicture(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  if (ofPersons.includes(path)) await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(portal.url + path);
  await page.waitForLoadState('networkidle');
  const name = path.replaceAll('/', '-').replace(/^-/, '') || 'landing';
  await page.screenshot({
    path: join(folder, `${name}-${width}-${colorScheme}.png`),
    fullPage: values.full,
  });
  await context.close();
}
