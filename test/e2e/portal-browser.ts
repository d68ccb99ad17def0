import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium, launchChromium } from '../helpers/chromium.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { untilUsable } from '../helpers/usable-page.ts';
import { signUpOverHttp } from './people.ts';

export const chromiumMissing = findChromium() === undefined;

/** A running portal and a browser; every page opened on it is watched for complaints. */
export interface PortalBrowser {
  portal: PortalProcess;
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Signed in, with a new account. */
  openAs(email: string, path: string, options?: OpenOptions): Promise<Page>;
  /** One more tab of the same person. */
  openBeside(page: Page, path: string): Promise<Page>;
  /** Forgets the complaints that a test provoked on purpose, and no others. */
  forgive(what: RegExp): void;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Called before the page is asked for: a clock, a script, an answer held back. */
  prepare?: (page: Page) => Promise<unknown>;
  /** False for a page that is not meant to come alive. */
  usable?: boolean;
}

export async function openPortalBrowser(env: Record<string, string> = {}): Promise<PortalBrowser> {
  const [portal, browser] = await Promise.all([
    startPortalProcess({ LOG_LEVEL: 'warn', ...env }),
    launchChromium(),
  ]);
  let complaints: string[] = [];
  return {
    portal,
    open: async (path, options = {}) => visit(await newContext(browser, options), path, options),
    openAs: async (email, path, options = {}) => {
      const context = await newContext(browser, options);
      await signUpOverHttp(portal, context.request, email);
      return visit(context, path, options);
    },
    openBeside: (page, path) => visit(page.context(), path),
    forgive: (what) => {
      complaints = complaints.filter((complaint) => !what.test(complaint));
    },
    async close() {
      await browser.close();
      await portal.close();
      // Hydration, CSP and script errors all end up here.
      expect(complaints).toEqual([]);
    },
  };

  async function visit(
    context: BrowserContext,
    path: string,
    { prepare, javaScriptEnabled = true, usable = javaScriptEnabled }: OpenOptions = {},
  ): Promise<Page> {
    const page = await context.newPage();
    const complain = (what: string) => complaints.push(`${new URL(page.url()).pathname}: ${what}`);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
    });
    page.on('pageerror', (error) => complain(error.message));
    if (usable) waitOnArrival(page);
    await prepare?.(page);
    await page.goto(portal.url + path);
    if (javaScriptEnabled) await page.waitForLoadState('networkidle');
    return page;
  }
}

/** A document can be seen before it can be used: what a story does next must not come in between. */
function waitOnArrival(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    await untilUsable(page, patienceMs);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await untilUsable(page, patienceMs);
    return answer;
  };
}

async function newContext(browser: Browser, options: OpenOptions): Promise<BrowserContext> {
  const { prepare: _, usable: __, ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...contextOptions,
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

export const phone: OpenOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** For a machine that has other things to do. */
const patienceMs = 20_000;

/** Asserts what will be true in a moment. */
export const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: patienceMs });

export const toast = (page: Page, words: string) =>
  page.locator('[data-toast]', { hasText: words }).first().waitFor();

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

export const hasFocus = (locator: Locator) => locator.evaluate((node) => node === document.activeElement);

/** Every request to this address from now on. */
export function requestsTo(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(`${request.method()} ${path}`);
  });
  return seen;
}

/** Keeps the answers from this address back until the returned function is called. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
