import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../src/platform/root.ts';

/** The dearest rule by far. */
export const contrast = 'color-contrast';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe has against the page as it stands now: by every rule, by these, or by all but these. */
export async function axeFindings(
  page: Page,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<string[]> {
  // Colours take a moment to change, however short.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
  await page.evaluate(source);
  return page.evaluate(
    async ({ only, without }) => {
      const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
      const { violations } = await run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.slice(0, 200)}`),
      );
    },
    { only, without },
  );
}

/** As the system does it, for someone who has not chosen. Only colours differ in the dark. */
export async function axeFindingsInTheDark(page: Page): Promise<string[]> {
  await turnTo(page, 'dark');
  return axeFindings(page, { only: [contrast] });
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
