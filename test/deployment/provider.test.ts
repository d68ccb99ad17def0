import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listSamples } from '../../src/content/outputs/samples.ts';
import { loadSite } from '../../src/content/site.ts';
import { readConfig } from '../../src/platform/config.ts';
import { root } from '../../src/platform/root.ts';
import { hostsOf } from '../../src/site/hosts.ts';
import { mcpServer, pages, status } from '../../src/urls.ts';
import type { ApiStatus } from '../../src/weather/status/contract.ts';
import { mcpLinkOf } from '../../src/web/keys/first-call/credentials.ts';
import { fillTwoSteps, goodPassword } from '../e2e/people.ts';
import { toast } from '../e2e/portal-browser.ts';
import { basic } from '../helpers/keys.ts';
import { eventually, startPortalProcess } from '../helpers/process.ts';
import { connect } from '../mcp/assistant.ts';
import { preparePython } from '../samples/python.ts';
import {
  findMissingPrograms,
  openProviderDeployment,
  type ProviderDeployment,
} from './provider-deployment.ts';

const missing = findMissingPrograms();
const title = `the portal before the provider's API${missing ? ` (not installed here: ${missing})` : ''}`;
const run = promisify(execFile);

describe.skipIf(missing !== '')(title, { timeout: 180_000 }, () => {
  let portalBrowser: ProviderDeployment;
  let page: Page;
  let clientId: string;
  let secret: string;
  beforeAll(async () => {
    portalBrowser = await openProviderDeployment();
  }, 120_000);
  afterAll(() => portalBrowser?.close(), 60_000);

  // The tests form one story: each continues where the previous one ended.
  let isOver = false;
  beforeEach(({ skip }) => skip(isOver, 'an earlier part of the story failed'));
  afterEach(({ task }) => {
    isOver ||= task.result?.state === 'fail';
  });

  const call = (path: string, password = secret) =>
    fetch(portalBrowser.apiUrl + path, { headers: { authorization: basic(clientId, password) } });
  const points = '/points?coordinates=42.36,-71.06&max_forecast_hour=3';
  const callsLeft = async () => Number((await call(points)).headers.get('x-ratelimit-remaining'));
  const grant = () => portalBrowser.admin('grant', clientId, 'all_access');

  test('visitors without an account see complete pages, and what they need to call the API', async () => {
    const visitor = await portalBrowser.open(pages.landing);
    expect(await visitor.getByRole('figure', { name: 'Live balloon map' }).count()).toBe(0);
    expect(await visitor.getByRole('region', { name: 'About this portal' }).count()).toBe(0);
    await visitor.goto(portalBrowser.portal.url + pages.dataViewer);
    await visitor.getByText('The Data API needs an all-access key.').waitFor();
    // The positions of all other balloons would take one call each.
    await visitor.getByText("The list shows each one's launch date.").waitFor();
    await visitor.close();
  });

  test("a person signs up by email, and the first call goes to the provider's host", async () => {
    page = await portalBrowser.open(pages.docs);
    const dialog = page.getByRole('dialog');
    await page.getByRole('banner').getByRole('button', { name: 'Get API Keys' }).click();
    await fillTwoSteps(page, 'nimbus@example.com');
    await dialog.getByLabel('Verification code').fill(await portalBrowser.codeFor('nimbus@example.com'));
    await dialog.getByRole('button', { name: 'Get API Key', exact: true }).click();
    await dialog.getByLabel('Project name').fill('Kite club');
    await dialog.getByLabel('Project name').press('Enter');
    secret = (await dialog.getByRole('status', { name: 'Secret' }).textContent())!;
    clientId = (await dialog.getByText(/^wbc_\w{20}$/).textContent())!;
    const asked = page.waitForRequest((request) =>
      request.url().startsWith(`${portalBrowser.apiUrl}/points`),
    );
    await dialog.getByRole('button', { name: 'Try your key' }).click();
    expect(await (await asked).headerValue('authorization')).toBe(basic(clientId, secret));
    await dialog.getByText(/^200 OK\s*\d+ ms$/).waitFor();
    await dialog.getByRole('img', { name: / °C/ }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test("the form calls the provider's host with a five-minute token, never with the secret", async () => {
    await page.goto(`${portalBrowser.portal.url}/docs/forecast-api/points`);
    await page.getByRole('button', { name: 'Try it: Point forecasts' }).click();
    const form = page.getByRole('region', { name: 'Try it: Point forecasts' });
    await form.getByLabel('Call as').getByText('Kite club').waitFor({ state: 'attached' });
    expect(await form.getByLabel('Call as').getByRole('option').count()).toBe(1);
    const asked = page.waitForRequest((request) =>
      request.url().startsWith(`${portalBrowser.apiUrl}/points`),
    );
    await form.getByRole('button', { name: 'Send' }).click();
    const [user, token] = credentialsIn(await (await asked).headerValue('authorization'));
    expect(user).toBe(clientId);
    const { iat, exp } = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
    expect(exp - iat).toBe(300);
    const response = page.getByRole('region', { name: 'Live response of Point forecasts' });
    await response.getByRole('figure', { name: 'Chart of the response' }).waitFor();
    await form.getByText(/^[\d,]+ of 1,000 calls left/).waitFor();
  });

  test('the viewer opens with the key once it has all access', async () => {
    await page.goto(portalBrowser.portal.url + pages.dataViewer);
    await page.getByText("You don't have one yet.").waitFor();
    await grant();
    await page.reload();
    await page.getByRole('slider', { name: 'Time in the leg' }).waitFor();
    await page.getByRole('figure', { name: 'Skew-T diagram' }).waitFor();
  });

  test('the viewer states the calls and megabytes of a forecast before it makes them', async () => {
    const called: string[] = [];
    // A grid of one degree instead of a quarter keeps the test short.
    await page.route(`${portalBrowser.apiUrl}/gridded/**`, (route) => {
      called.push(route.request().url());
      return route.continue({ url: `${route.request().url()}&resolution=1` });
    });
    await page.goto(portalBrowser.portal.url + pages.dataViewer);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const offer = comparison.getByText(/^The forecast takes \d+ calls with your key and about \d+ MB\.$/);
    await offer.waitFor();
    expect(called).toEqual([]);
    const [calls = 0, megabytes = 0] = (await offer.textContent())!.match(/\d+/g)!.map(Number);
    expect(calls).toBeLessThanOrEqual(48);
    expect(Math.abs(megabytes - 4.2 * calls)).toBeLessThan(1);
    await comparison.getByRole('button', { name: 'Load the forecast' }).click();
    await comparison
      .getByText(/^Loading the forecast… \d+ of \d+ calls$/)
      .first()
      .waitFor();
    await comparison.getByRole('figure', { name: 'Forecast minus balloon' }).waitFor();
    expect(called.length).toBe(calls);
  });

  test('an assistant calls with the same key, and each call is counted once', async () => {
    const before = await callsLeft();
    const assistant = await connect(mcpLinkOf(portalBrowser.portal.url + mcpServer, clientId, secret));
    const { isError, text } = await assistant.call('get_point_forecast', {
      coordinates: '42.36,-71.06',
      max_forecast_hour: 3,
    });
    expect(isError, text).toBe(false);
    expect(await callsLeft()).toBe(before - 2);
    expect((await assistant.call('get_initialization_times')).isError).toBe(false);
    await assistant.close();
  });

  const python = preparePython();
  test.skipIf(python.missing.length > 0)('the public Python client works as the pages show', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-library-'));
    try {
      writeFileSync(join(folder, 'ask.sh'), redirectionSample(portalBrowser.env));
      const { stdout } = await run('bash', ['-e', 'ask.sh'], {
        cwd: folder,
        env: { PATH: `${python.bin}:${process.env.PATH}`, WB_CLIENT_ID: clientId, WB_API_KEY: secret },
      });
      expect(stdout).toContain('Forecast for');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("status and fleet are requested with the operator's key, in any process, and the key is never exposed", async () => {
    const { PORT: _, ...env } = portalBrowser.env;
    const second = await startPortalProcess({ ...env, DEMO_KEY: `${clientId}:${secret}` });
    try {
      // Without the operator's key it would be 'not reachable'. A busy machine answers slowly.
      const answered = { state: expect.stringMatching(/^(on time|slow)$/) };
      expect((await (await fetch(second.url + status)).json()) as ApiStatus).toMatchObject({
        forecasts: answered,
        observations: answered,
      });
      const landing = () => fetch(second.url).then((answer) => answer.text());
      const drawn = await eventually(async () => {
        const text = await landing();
        return text.includes('balloons aloft') ? text : undefined;
      }, 60);
      expect(drawn).toContain('wind at 300 hPa');
      expect(drawn + second.output()).not.toContain(secret);
    } finally {
      await second.close();
    }
  });

  test('a rotated key works at the gateway at once, and its old secret until it is ended', async () => {
    await page.goto(portalBrowser.portal.url + pages.apiKeys);
    const row = page.getByRole('article', { name: 'Kite club' });
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: 'Rotate Kite club' }).click();
    await dialog.getByLabel('Password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const fresh = (await dialog.getByRole('status', { name: 'Secret' }).textContent())!;
    expect([(await call(points)).status, (await call(points, fresh)).status]).toEqual([200, 200]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row.getByRole('button', { name: 'Revoke old secret of Kite club' }).click();
    await dialog.getByRole('button', { name: 'Revoke old secret', exact: true }).click();
    await toast(page, 'Old secret revoked');
    expect([(await call(points)).status, (await call(points, fresh)).status]).toEqual([403, 200]);
    secret = fresh;
  });

  test('a deleted key is refused by the gateway at once', async () => {
    const row = page.getByRole('article', { name: 'Kite club' });
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Confirmation').fill('DELETE Kite club');
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await deleted;
    expect((await call(points)).status).toBe(403);
    expect(portalBrowser.gatewayLog()).not.toContain(secret);
  });
});

const credentialsIn = (authorization: string | null) =>
  Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString().split(':');

/** The sample of the Installation page that redirects the public Python client to the portal's hosts and makes a call. */
function redirectionSample(env: Record<string, string>): string {
  const { hosts, sandbox } = hostsOf(readConfig(env));
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  return listSamples(site).find(({ title }) => title === 'Redirect the command')!.text;
}
