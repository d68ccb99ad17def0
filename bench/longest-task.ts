import type { Page } from 'playwright-core';

interface Watched {
  longestTaskMs: number;
}

/** Runs in the page: from now on, the longest stretch in which it could not have answered a click. */
export function watchTasks(): void {
  const watched = globalThis as unknown as Watched;
  watched.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longestTaskMs = Math.max(watched.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
}

/** Tasks under 50 ms are not told of, and count as none. */
export const longestTaskMs = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    return (globalThis as unknown as Watched).longestTaskMs;
  });
