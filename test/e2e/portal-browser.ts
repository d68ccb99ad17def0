import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { findChromium, launchChromium } from '../helpers/chromium.ts';
import { createOutboxReader } from '../helpers/outbox.ts';
import { type PortalProcess, type RunningPortal, startPortalProcess } from '../helpers/process.ts';
import { untilUsable } from '../helpers/usable-page.ts';
import { signUpOverHttp } from './people.ts';

export const chromiumMissing = findChromium() === undefined;

/**
 * A test looks at a page for seconds, so code that Chromium optimizes never earns back the time that takes. Without the
 * two optimizing compilers the browser tests need a third less CPU.
 */
const testFlags = ['--js-flags=--no-opt --no-maglev'];

/** A running portal and a browser. Errors and warnings in the console of any page fail the tests at the end. */
export interface PortalBrowser<Portal extends RunningPortal = RunningPortal> {
  portal: Portal;
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Opens the page with a new account that is signed in. */
  openAs(email: string, path: string, options?: OpenOptions): Promise<Page>;
  /** Opens another tab in the same browser context. */
  openTab(page: Page, path: string): Promise<Page>;
  /** Ignores console messages that a test caused on purpose. */
  forgive(what: RegExp): void;
  close(): Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  /** Called before the page is requested, for example to set a clock or to delay a response. */
  prepare?: (page: Page) => Promise<unknown>;
  /** False if the page is not expected to become interactive. */
  usable?: boolean;
}

/** Opens pages of the portal that all tests share, so an email belongs to one test. */
export async function openPortalBrowser(): Promise<PortalBrowser> {
  const { url, dataDir } = inject('sharedPortal')!;
  return createPortalBrowser({ url, dataDir, mails: createOutboxReader(dataDir) });
}

/** Starts a portal for tests that need other settings, or that stop it. */
export async function openOwnPortalBrowser(
  env: Record<string, string> = {},
): Promise<PortalBrowser<PortalProcess>> {
  const portal = await startPortalProcess({ LOG_LEVEL: 'warn', ...env });
  return createPortalBrowser(portal, () => portal.close());
}

/** The tests of one worker share a browser. It ends with the worker. */
let browser: Promise<Browser> | undefined;

function createPortalBrowser<Portal extends RunningPortal>(
  portal: Portal,
  closePortal?: () => Promise<void>,
): PortalBrowser<Portal> {
  browser ??= launchChromium(testFlags);
  const contexts: BrowserContext[] = [];
  let messages: string[] = [];
  const addContext = async (options: OpenOptions) => {
    const context = await newContext(await browser!, options);
    contexts.push(context);
    return context;
  };
  return {
    portal,
    open: async (path, options = {}) => visit(await addContext(options), path, options),
    openAs: async (email, path, options = {}) => {
      const context = await addContext(options);
      await signUpOverHttp(portal, context.request, email);
      return visit(context, path, options);
    },
    openTab: (page, path) => visit(page.context(), path),
    forgive: (what) => {
      messages = messages.filter((message) => !what.test(message));
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await closePortal?.();
      // Hydration, CSP and script errors all end up here.
      expect(messages).toEqual([]);
    },
  };

  async function visit(
    context: BrowserContext,
    path: string,
    { prepare, javaScriptEnabled = true, usable = javaScriptEnabled }: OpenOptions = {},
  ): Promise<Page> {
    const page = await context.newPage();
    const record = (text: string) => messages.push(`${new URL(page.url()).pathname}: ${text}`);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') record(message.text());
    });
    page.on('pageerror', (error) => record(error.message));
    if (usable) waitUntilUsable(page);
    await prepare?.(page);
    await page.goto(portal.url + path);
    if (javaScriptEnabled) await page.waitForLoadState('networkidle');
    return page;
  }
}

/** A page is visible before it is interactive, so every load waits until it can be used. */
function waitUntilUsable(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await untilUsable(page, timeoutMs);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await untilUsable(page, timeoutMs);
    return response;
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
  context.setDefaultTimeout(timeoutMs);
  return context;
}

export const phone: OpenOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The time is long enough for a busy machine. */
const timeoutMs = 30_000;

/** Asserts something that becomes true within the timeout. */
export const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: timeoutMs });

export const toast = (page: Page, words: string) =>
  page.locator('[data-toast]', { hasText: words }).first().waitFor();

/** The toasts on screen, newest first, without those that are fading out. */
export const toasts = (page: Page) => page.locator('[data-toast]:not([data-ending-style])').allInnerTexts();

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The size of the smallest letters of a chart on the screen. */
export const smallestLetterPx = (figure: Locator) =>
  figure
    .locator('svg text')
    .evaluateAll((texts) =>
      Math.min(
        ...(texts as SVGTextElement[]).map(
          (text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a,
        ),
      ),
    );

export const hasFocus = (locator: Locator) => locator.evaluate((node) => node === document.activeElement);

/** Returns a list that grows with every request to this path. */
export function requestsTo(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(`${request.method()} ${path}`);
  });
  return seen;
}

/** Delays responses from this path until the returned function is called. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
