import type { Page } from 'playwright-core';

/** All scripts that a page has fetched so far, as they came over the wire, without their headers. */
export const scriptKb = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = fetched.filter(({ name }) => /\.js$/.test(name));
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
  });
