import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { api, calls, pages } from '../../src/urls.ts';
import { basic } from '../helpers/keys.ts';
import { axeFindings, passesAxe } from './axe.ts';
import { addKeyOverHttp, goodPassword } from './people.ts';
import {
  chromiumMissing,
  clipboard,
  openPortalBrowser,
  type PortalBrowser,
  requestsTo,
  soon,
  toast,
} from './portal-browser.ts';

describe.skipIf(chromiumMissing)('keys in use', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  /** Calls the API as an app does, and returns the status. */
  async function call(key: CreatedApiToken, path = '/points?coordinates=1,2', secret = key.token) {
    const headers = { authorization: basic(key.external_id, secret) };
    const answer = await fetch(portalBrowser.portal.url + api + path, { headers });
    await answer.arrayBuffer();
    return answer.status;
  }

  const addKey = (page: Page, name: string) => addKeyOverHttp(portalBrowser.portal, page.request, name);

  test('fit five on one screen, and each button has a unique name', async () => {
    const page = await portalBrowser.openAs('cumulus-in-use@example.com', pages.apiKeys);
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await addKey(page, name);
    await page.reload();
    const rows = page.getByRole('article');
    await rows.nth(4).waitFor();
    expect(await rows.count()).toBe(5);
    const last = (await rows.nth(4).boundingBox())!;
    expect(last.y + last.height).toBeLessThan(900);
    const names = await rows
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
      );
    expect(names).toContain('Rotate Three');
    expect(new Set(names).size).toBe(names.length);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isTooWide(page)).toBe(false);
  });

  test('are rotated without a failed call', async () => {
    const page = await portalBrowser.openAs('nimbus-in-use@example.com', pages.apiKeys);
    const key = await addKey(page, 'Kite club');
    await page.reload();
    const row = page.getByRole('article', { name: 'Kite club' });
    const dialog = page.getByRole('dialog');
    const rotate = dialog.getByRole('button', { name: 'Rotate key' });
    expect(await call(key)).toBe(200);

    await row.getByRole('button', { name: 'Rotate Kite club' }).click();
    await dialog.getByLabel('Password').fill('Not-my-password-1');
    await rotate.click();
    await dialog.getByText('Wrong password. Try again').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Rotate Kite club' }).click();
    await dialog.getByText('7 days').click();
    await dialog.getByLabel('Password').fill(goodPassword);
    const sent = requestsTo(page, calls.rotateToken(key.id));
    await rotate.dblclick();
    await dialog.getByRole('heading', { name: 'Your new secret is ready' }).waitFor();
    expect(sent).toHaveLength(1);
    const secret = (await dialog.getByRole('status', { name: 'Secret' }).textContent())!;
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await soon(() => clipboard(page)).toBe(secret);
    await dialog.getByText(/^curl -u/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    await row.getByText(/Both secrets work\. New: not used yet\. .* expires in 6 days\./).waitFor();
    expect([await call(key), await call({ ...key, token: secret })]).toEqual([200, 200]);
    await soon(async () => {
      await page.reload();
      await row.getByText('Both secrets work.').waitFor();
      return row.textContent();
    }).toMatch(/New: last used just now\. Old: last used just now/);

    await row.getByRole('button', { name: 'Revoke old secret of Kite club' }).click();
    await dialog.getByText(/The old secret of .+ was last used just now\./).waitFor();
    await dialog.getByRole('button', { name: 'Revoke old secret', exact: true }).click();
    await toast(page, 'Old secret revoked');
    await row.getByText('Both secrets work.').waitFor({ state: 'hidden' });
    expect([await call(key), await call({ ...key, token: secret })]).toEqual([403, 200]);
    portalBrowser.forgive(/422/);
  });

  test('survive a rotation whose answer was lost: the new secret is discarded, the old one keeps working', async () => {
    const page = await portalBrowser.openAs('stratus-in-use@example.com', pages.apiKeys);
    const key = await addKey(page, 'Kite club');
    await page.reload();
    const row = page.getByRole('article', { name: 'Kite club' });
    const dialog = page.getByRole('dialog');
    await page.route(`**${calls.rotateToken(key.id)}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await row.getByRole('button', { name: 'Rotate Kite club' }).click();
    await dialog.getByLabel('Password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'This key already has two secrets' }).waitFor();
    await dialog.getByRole('button', { name: 'Discard new secret of Kite club' }).click();
    await dialog.getByRole('heading', { name: 'Discard the new secret?' }).waitFor();
    const discard = dialog.getByRole('button', { name: 'Discard new secret', exact: true });
    expect(await discard.isDisabled()).toBe(true);
    await dialog.getByLabel('Password').fill('Not-my-password-1');
    await discard.click();
    await dialog.getByText('Wrong password. Try again').waitFor();
    await passesAxe(page);
    await dialog.getByLabel('Password').fill(goodPassword);
    const sent = requestsTo(page, calls.discardNewSecret(key.id));
    await discard.dblclick();
    await toast(page, 'New secret discarded');
    expect(sent).toHaveLength(1);
    expect(await call(key)).toBe(200);
    await row.getByText('Both secrets work.').waitFor({ state: 'hidden' });
    portalBrowser.forgive(/ERR_FAILED|422/);
  });

  test('that another tab has rotated are not rotated again: the dialog offers how to continue', async () => {
    const page = await portalBrowser.openAs('cirrus-in-use@example.com', pages.apiKeys);
    const key = await addKey(page, 'Kite club');
    await page.reload();
    await page.getByRole('article', { name: 'Kite club' }).waitFor();
    const other = await portalBrowser.openTab(page, pages.apiKeys);
    for (const tab of [other, page]) {
      await tab.getByRole('button', { name: 'Rotate Kite club' }).click();
      await tab.getByRole('dialog').getByLabel('Password').fill(goodPassword);
      await tab.keyboard.press('Enter');
    }
    const mine = page.getByRole('dialog');
    await mine.getByRole('heading', { name: 'This key already has two secrets' }).waitFor();
    await mine.getByRole('button', { name: 'Revoke old secret of Kite club' }).click();
    await mine.getByRole('button', { name: 'Revoke old secret', exact: true }).click();
    await mine.waitFor({ state: 'hidden' });
    const secret = await other.getByRole('dialog').getByRole('status', { name: 'Secret' }).textContent();
    expect([await call(key), await call({ ...key, token: secret! })]).toEqual([403, 200]);
    portalBrowser.forgive(/409/);
  });

  test('show their usage and why calls were denied', async () => {
    const page = await portalBrowser.openAs('squall-in-use@example.com', pages.apiKeys);
    const [key, quiet] = [await addKey(page, 'Busy'), await addKey(page, 'Quiet')];
    for (let count = 0; count < 3; count++) await call(key);
    expect(await call(key, '/observations.json')).toBe(403);
    expect(await call(key, undefined, quiet.token)).toBe(403);
    const busy = page.getByRole('article', { name: 'Busy' });
    const usage = page.getByRole('region', { name: 'Usage' });
    await soon(async () => {
      await page.reload();
      await busy.waitFor();
      await page.waitForLoadState('networkidle');
      return usage.textContent();
    }).toMatch(/^UsageToday5Last 30 days5Answered3Denied2Over quota0/);
    expect(await usage.getByRole('img').getAttribute('aria-label')).toMatch(
      /^Calls per day \(UTC\), .*: 5 in total\./,
    );
    const endpoints = usage.getByRole('table', { name: 'Calls by endpoint, all keys' });
    expect(await endpoints.getByRole('row', { name: /points/ }).textContent()).toBe('/api/v1/points3104');
    await usage.getByText('View days as table').click();
    const days = usage.getByRole('table', { name: 'Calls by day in UTC, all keys' });
    expect(await days.getByRole('row').count()).toBe(31);
    const meter = busy.getByRole('meter', { name: 'Calls this hour' });
    expect(await meter.getAttribute('aria-valuetext')).toMatch(
      /^\d+ of 1,000 calls this hour, resets \d\d:00 UTC$/,
    );

    await busy.getByRole('button', { name: '2 denied today with Busy: why?' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Denied calls' });
    await panel.getByText('This key has no access to GET /api/v1/observations.json.').waitFor();
    await panel.getByText("Wrong secret: another key's secret.").waitFor();
    await panel.getByText(/^Check that your program sends the whole secret/).waitFor();
    expect(await panel.getByText(/^Once, at \d\d:\d\d UTC$/).count()).toBe(2);
    await passesAxe(page);

    await page.getByRole('button', { name: 'Details of Quiet' }).click();
    await page.getByRole('tab', { name: 'Connect' }).press('ArrowRight');
    await page
      .getByRole('tabpanel', { name: 'Usage' })
      .getByText(/^No calls in the last 30 days/)
      .waitFor();
    await page.getByRole('tab', { name: 'Denied calls' }).click();
    await panel.getByText(/^No denied calls in the last 30 days/).waitFor();
    expect(await page.getByRole('tablist').count()).toBe(1);
  });

  test('are checked in a pasted call, and the secret stays in the browser', async () => {
    const page = await portalBrowser.openAs('fog-in-use@example.com', pages.apiKeys);
    const key = await addKey(page, 'Kite club');
    await page.reload();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
    const found = page.getByRole('list', { name: 'Results' });
    const check = async (text: string) => {
      await page.getByRole('textbox', { name: 'Call to check' }).fill(text);
      await page.getByRole('button', { name: 'Check call' }).click();
      await found.waitFor();
      return found.textContent();
    };
    const address = `${portalBrowser.portal.url}${api}/points?coordinates=1,2`;
    expect(await check(`curl -u "${key.external_id}:${key.token}" "${address}"`)).toMatch(
      /OK:Client ID belongs to your key Kite club\.OK:The API key is well formed\..*No problems found/,
    );
    expect(await check(`curl -u ${key.external_id}:${key.token} ${address}&x=1`)).toMatch(/isn't in quotes/);
    const mistyped = key.token.slice(0, -1) + (key.token.endsWith('x') ? 'y' : 'x');
    expect(await check(`${key.external_id}:${mistyped}`)).toMatch(/Problem:.*checksum is wrong/);
    expect(await check(`${key.token}:${key.external_id}`)).toMatch(/wrong order/);
    expect(await axeFindings(page)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((request) => request.includes(key.token) || request.includes(mistyped))).toEqual([]);
  });

  test('show the selected tab and the quota in forced colours, and rotate on a phone', async () => {
    const page = await portalBrowser.openAs('haze@example.com', pages.apiKeys, { forcedColors: 'active' });
    await page.setViewportSize({ width: 390, height: 844 });
    await addKey(page, 'Balloon watch, night shift, Reykjavik');
    await page.reload();
    await page.getByRole('tab', { name: 'Usage' }).waitFor();
    const lines = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomWidth));
    const [chosen, ...others] = lines;
    expect([chosen, ...new Set(others)]).toEqual(['2px', '0px']);
    expect(await isTooWide(page)).toBe(false);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.getByRole('button', { name: /^Rotate / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(goodPassword);
    await passesAxe(page);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Both secrets work.').waitFor();
    expect(await isTooWide(page)).toBe(false);
    await passesAxe(page);
  });
});

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
