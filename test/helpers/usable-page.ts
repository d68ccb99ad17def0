import type { Page } from 'playwright-core';
import { eventually } from './process.ts';

/**
 * Until what can be clicked is answered to: a document is shown before its app has begun. Links in code are plain
 * markup. No `expect.poll`: several tests may run at once, and it knows of one.
 */
export const untilUsable = (page: Page, maxMs: number) =>
  eventually(async () => {
    const isUsable = await page.evaluate(() =>
      [...document.querySelectorAll('#root :is(a, button, input):not(code a)')].every((node) =>
        Object.keys(node).some((key) => key.startsWith('__reactProps')),
      ),
    );
    return isUsable || undefined;
  }, maxMs / 1000);
