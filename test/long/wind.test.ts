import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../src/urls.ts';
import { chromiumMissing, openPortalBrowser, type PortalBrowser } from '../e2e/portal-browser.ts';

const measuredSeconds = 10;

describe.skipIf(chromiumMissing)('the wind on the landing page', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test("moves with less than 5 % of the page's own thread", async () => {
    const page = await portalBrowser.open(pages.landing, { reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Pause wind' }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busySeconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    // The code that makes the map clickable has just been loaded.
    await pause(2000);
    const before = await busySeconds();
    await pause(measuredSeconds * 1000);
    expect((await busySeconds()) - before).toBeLessThan(0.05 * measuredSeconds);
  });
});
