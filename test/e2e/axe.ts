import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../src/platform/root.ts';

/** The dearest rule by far. */
const contrast = 'color-contrast';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe is to look at: all of the page, by every rule, unless told otherwise. */
interface Looked {
  rules?: string[];
  /** A selector. */
  within?: string | undefined;
}

/** What axe has against the page as it stands now. */
export async function axeFindings(page: Page, looked: Looked = {}): Promise<string[]> {
  // Colours take a moment to change, however short.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async ({ rules, within }) => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(within ?? document, {
      resultTypes: ['violations'],
      ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.slice(0, 200)}`),
    );
  }, looked);
}

/** As the system does it, for someone who has not chosen. Only colours differ in the dark. */
export async function axeFindingsInTheDark(page: Page, within?: string): Promise<string[]> {
  await turnTo(page, 'dark');
  return axeFindings(page, { rules: [contrast], within });
}

/**
 * As those have it who chose the colours of everything themselves. axe reads what letters are filled with, and of that
 * Chromium reports the colour they would have had, so the actual colour is set explicitly.
 */
export async function axeFindingsInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(() => {
    for (const node of document.querySelectorAll<HTMLElement>('body :not(svg, svg *)'))
      node.style.setProperty('-webkit-text-fill-color', getComputedStyle(node).color);
  });
  return axeFindings(page, { rules: [contrast] });
}

async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
}

/** In both, and then it is light again. */
export async function passesAxe(page: Page, within?: string): Promise<void> {
  expect(await axeFindings(page, { within })).toEqual([]);
  expect(await axeFindingsInTheDark(page, within)).toEqual([]);
  await turnTo(page, 'light');
}

/** What lies behind a dialog cannot be reached, and is looked at when nothing lies over it. */
export const dialogPassesAxe = (page: Page) => passesAxe(page, ':is(dialog[open], [role=dialog])');
