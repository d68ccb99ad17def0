import type { Page } from 'playwright-core';

interface Watched {
  longestTaskMs: number;
}

/** Runs in the page and records the longest time in which it could not react to a click. */
export function watchTasks(): void {
  const watched = globalThis as unknown as Watched;
  watched.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longestTaskMs = Math.max(watched.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
}

/** The browser does not report tasks under 50 ms, so they count as none. */
export const longestTaskMs = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    return (globalThis as unknown as Watched).longestTaskMs;
  });
