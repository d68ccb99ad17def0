import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../src/platform/root.ts';

/** The dearest rule by far. */
const contrast = 'color-contrast';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe has against the page as it stands now, by every rule or by these. */
export async function axeFindings(page: Page, only?: string[]): Promise<string[]> {
  // Colours take a moment to change, however short.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
  await page.evaluate(source);
  return page.evaluate(async (rules) => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.slice(0, 200)}`),
    );
  }, only);
}

/** As the system does it, for someone who has not chosen. Only colours differ in the dark. */
export async function axeFindingsInTheDark(page: Page): Promise<string[]> {
  await turnTo(page, 'dark');
  return axeFindings(page, [contrast]);
}

/** As those have it who chose the colours of everything themselves. */
export async function axeFindingsInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  return axeFindings(page, [contrast]);
}

async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
}

/** In both, and then it is light again. */
export async function passesAxe(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await axeFindingsInTheDark(page)).toEqual([]);
  await turnTo(page, 'light');
}
