import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { pages } from '../../src/urls.ts';
import { type HostBehaviour, type HostileApi, startHostileApi } from '../helpers/hostile-api.ts';
import { addKeyOverHttp } from './people.ts';
import { chromiumMissing, openOwnPortalBrowser, type PortalBrowser } from './portal-browser.ts';

const run = promisify(execFile);

/** The messages of the console and of the viewer for each behaviour of the host. */
const messages: [HostBehaviour, form: RegExp, viewer: RegExp][] = [
  [
    'fails with 500',
    /^The API isn't available \(status 500\)\./,
    /^The API isn't available \(status 500\)\./,
  ],
  ['answers with a page', /^This response doesn't have the documented shape/, /couldn't be loaded/],
  ['answers with 200 MB', /^The response is too large to show here\./, /^The response is too large/],
  ['leads elsewhere', /redirects to another address/, /another address/],
  [
    'hangs up',
    /^The API isn't available \(no connection to .*\)\. Check your connection/,
    /^The API isn't available \(no connection to /,
  ],
];

describe.skipIf(chromiumMissing)("in the browser, a provider's API", () => {
  let hostile: HostileApi;
  let portalBrowser: PortalBrowser;
  let page: Page;
  beforeAll(async () => {
    hostile = await startHostileApi();
    portalBrowser = await openOwnPortalBrowser({
      FORECASTS_API_URL: hostile.url,
      DATA_API_URL: hostile.url,
      DEMO_KEY: 'wbc_operator:wb_secret',
    });
    page = await portalBrowser.openAs('nimbus@example.com', '/docs/forecast-api/points');
    const key = await addKeyOverHttp(portalBrowser.portal, page.request, 'Kite club');
    const env = { PATH: process.env.PATH, DATA_DIR: portalBrowser.portal.dataDir };
    const grant = ['run.mjs', 'src/admin.ts', 'grant', key.external_id, 'all_access'];
    await run(process.execPath, grant, { cwd: root, env });
  });
  // The browser logs an error for each of them.
  afterEach(() => portalBrowser.forgive(/ERR_|CORS|Failed to load resource|redirect/));
  afterAll(async () => {
    await portalBrowser?.close();
    await hostile?.close();
  });

  async function send() {
    await page.goto(`${portalBrowser.portal.url}/docs/forecast-api/points`);
    await page.getByRole('button', { name: 'Try it: Point forecasts' }).click();
    const form = page.getByRole('region', { name: 'Try it: Point forecasts' });
    await form.getByLabel('Call as').getByText('Kite club').waitFor({ state: 'attached' });
    await form.getByRole('button', { name: 'Send' }).click();
    return page.getByRole('region', { name: 'Live response of Point forecasts' });
  }

  test('without CORS leads to a message and a curl command', async () => {
    hostile.behave('fails with 500');
    const response = await send();
    const host = new URL(hostile.url).host;
    await response.getByText(`${host} doesn't allow calls from a browser (CORS).`).waitFor();
    const curl = response.getByRole('figure', { name: 'In a terminal' });
    expect(await curl.textContent()).toContain(`curl`);
    expect(await curl.textContent()).toContain(`${hostile.url}/points`);
    await page.goto(portalBrowser.portal.url + pages.dataViewer);
    await page
      .getByRole('status')
      .getByText(/doesn't allow calls from a browser/)
      .waitFor();
  });

  test('that fails is down on the status page', async () => {
    hostile.behave('fails with 500');
    const status = await portalBrowser.open(pages.status);
    await status.getByText("The API isn't available (status 500).").last().waitFor();
    expect(await status.getByText('Down', { exact: true }).count()).toBe(2);
    expect(await status.getByRole('table').count()).toBe(0);
  });

  test.each(messages)(
    'that %s leads to a message in the console and in the viewer',
    async (behaviour, form, viewer) => {
      hostile.allow(portalBrowser.portal.url);
      hostile.behave(behaviour);
      await (await send()).getByText(form).first().waitFor();
      await page.goto(portalBrowser.portal.url + pages.dataViewer);
      await page.getByRole('status').getByText(viewer).waitFor();
      expect(hostile.elsewhere).toEqual([]);
    },
  );
});
