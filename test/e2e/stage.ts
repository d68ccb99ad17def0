import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium, launchChromium } from '../helpers/chromium.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';

export const chromiumMissing = findChromium() === undefined;

/** A running portal and a browser; every page opened on it is watched for complaints. */
export interface Stage {
  portal: PortalProcess;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** One more tab of the same person. */
  openBeside(page: Page, path: string): Promise<Page>;
  /** Forgets what a test provoked on purpose. */
  forgive(): void;
  close(): Promise<void>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const [portal, browser] = await Promise.all([
    startPortalProcess({ LOG_LEVEL: 'warn', ...env }),
    launchChromium(),
  ]);
  const complaints: string[] = [];
  return {
    portal,
    open: async (path, options = {}) => visit(await newContext(browser, options), path),
    openBeside: (page, path) => visit(page.context(), path),
    forgive: () => complaints.splice(0),
    async close() {
      await browser.close();
      await portal.close();
      // Hydration, CSP and script errors all end up here.
      expect(complaints).toEqual([]);
    },
  };

  async function visit(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(portal.url + path);
    await page.waitForLoadState('networkidle');
    return page;
  }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(15_000);
  return context;
}

export const toast = (page: Page, words: string) =>
  page.locator('[data-sonner-toast]', { hasText: words }).first().waitFor();
