import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../src/platform/root.ts';

/** This rule takes by far the most time. */
const contrast = 'color-contrast';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** By default axe checks the whole page with every rule. */
interface AxeOptions {
  rules?: string[];
  /** A selector. */
  within?: string | undefined;
}

/** Returns what axe finds on the page in its current state. */
export async function axeFindings(page: Page, options: AxeOptions = {}): Promise<string[]> {
  // Colours change in an animation, however short.
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
  }, options);
}

/** Switches to the dark theme through the system's setting. Only colours differ there, so only contrast is checked. */
export async function axeFindingsInTheDark(page: Page, within?: string): Promise<string[]> {
  await setColorScheme(page, 'dark');
  return axeFindings(page, { rules: [contrast], within });
}

/**
 * Forced colours replace the page's colours with the visitor's. axe reads the fill colour of text, for which Chromium
 * reports the page's colour, so this sets the actual colour.
 */
export async function axeFindingsInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(() => {
    for (const node of document.querySelectorAll<HTMLElement>('body :not(svg, svg *)'))
      node.style.setProperty('-webkit-text-fill-color', getComputedStyle(node).color);
  });
  return axeFindings(page, { rules: [contrast] });
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
}

/** Checks both themes, and returns to the light one. */
export async function passesAxe(page: Page, within?: string): Promise<void> {
  expect(await axeFindings(page, { within })).toEqual([]);
  expect(await axeFindingsInTheDark(page, within)).toEqual([]);
  await setColorScheme(page, 'light');
}

/** Content behind a dialog can't be reached. Other tests check it without the dialog. */
export const dialogPassesAxe = (page: Page) => passesAxe(page, ':is(dialog[open], [role=dialog])');
