import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { calls, pages } from '../../src/urls.ts';
import { codeFor, fillTwoSteps, goodPassword } from './people.ts';
import {
  chromiumMissing,
  clipboard,
  hasFocus,
  holdBack,
  openPortalBrowser,
  type PortalBrowser,
  requestsTo,
  soon,
  toast,
  toasts,
} from './portal-browser.ts';

const run = promisify(execFile);

describe.skipIf(chromiumMissing)('API keys', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('are created from the landing page and make a working call in one dialog', async () => {
    const page = await portalBrowser.open(pages.landing);
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'View API Documentation' }).click();
    await page.waitForURL(`**${pages.docs}`);
    await page.getByRole('banner').getByRole('button', { name: 'Get API Keys' }).click();
    await fillTwoSteps(page, 'nimbus@example.com');
    await dialog
      .getByLabel('Verification code')
      .fill(await codeFor(portalBrowser.portal, 'nimbus@example.com'));
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();

    await dialog.getByRole('button', { name: 'Get API Key', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Please enter a project name').waitFor();
    const project = dialog.getByLabel('Project name');
    await project.fill('Kite club');
    await page.route(`**${calls.apiTokens}`, (route) => route.abort());
    await project.press('Enter');
    await toast(page, 'Failed to create project and API key');
    portalBrowser.forgive(/ERR_FAILED/);
    await page.unrouteAll();
    await project.press('Enter');
    await toast(page, 'Project and API key created successfully!');

    await dialog.getByRole('heading', { name: 'Your API key is ready' }).waitFor();
    const secret = await dialog.getByRole('status', { name: 'Secret' }).textContent();
    expect(secret).toMatch(/^wb_[A-Za-z0-9]{32}$/);
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await toast(page, 'Copied to clipboard!');
    expect(await clipboard(page)).toBe(secret);

    await dialog.getByRole('button', { name: 'Copy client ID' }).click();
    await soon(() => clipboard(page)).toMatch(/^wbc_[a-z0-9]{20}$/);
    const clientId = await clipboard(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download .env' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe(
      `WB_CLIENT_ID=${clientId}\nWB_API_KEY=${secret}\n`,
    );

    await dialog.getByLabel('Next 24 hours in').selectOption('Tokyo');
    await dialog.getByRole('button', { name: 'Try your key' }).click();
    await dialog.getByText('200 OK').waitFor();
    await dialog.getByText(/^200 OK\s*\d+ ms$/).waitFor();
    const drawn = dialog.getByRole('figure', { name: 'Next 24 hours in Tokyo' });
    await drawn.getByRole('img', { name: /^Tokyo, .* °C/ }).waitFor();
    const python = dialog.getByRole('figure', { name: 'The same call in Python' });
    expect(await python.textContent()).toContain('"coordinates": "35.68,139.69"');
    await dialog.getByRole('figure', { name: 'Or ask your AI assistant' }).waitFor();
    await dialog.getByText('"forecasts"').waitFor();

    await dialog.getByRole('button', { name: 'Copy: Try it in a terminal' }).click();
    await soon(() => clipboard(page)).toMatch(/^curl -u /);
    // The promise rejects if the command fails.
    const { stdout } = await run('sh', ['-c', await clipboard(page)]);
    const hours: { time: string }[] = JSON.parse(stdout).forecasts[0];
    expect(hours).toHaveLength(24);
    expect(Date.parse(hours[0]!.time)).toBeGreaterThan(Date.now() - 2 * 3_600_000);

    await dialog.getByRole('link', { name: 'Manage your keys' }).click();
    await page.waitForURL(`**${pages.apiKeys}`);
    await dialog.waitFor({ state: 'hidden' });
    const card = page.getByRole('article', { name: 'Kite club' });
    await card.getByText('Never Expires').waitFor();
    // Counts are written a moment after the calls.
    await soon(async () => {
      await page.reload();
      await card.getByText('Last used just now').waitFor();
      return page.getByRole('region', { name: 'Usage' }).textContent();
    }).toMatch(/Today2Last 30 days2/);
  });

  test('are managed on their page', async () => {
    const page = await portalBrowser.openAs('stratus@example.com', pages.apiKeys);
    const main = page.getByRole('main');
    await main.getByText('0/5 Keys Used').waitFor();
    await create(page, 'Balloon watch', '90 days');
    await toast(page, 'Project and API key created successfully!');
    await main.getByText('1/5 Keys Used').waitFor();
    const card = main.getByRole('article', { name: 'Balloon watch' });
    await card.getByText(/^Expires \d{1,2} \w{3} 20\d\d$/).waitFor();
    await card.getByText('Never used').waitFor();
    const endpoints = main.getByRole('region', { name: 'Endpoints' });
    await endpoints.getByText('Free keys work with the point forecast.').waitFor();
    expect(await endpoints.getByRole('listitem').first().textContent()).toMatch(
      /^Point forecasts.*Available$/,
    );
    await endpoints.getByRole('button', { name: 'Copy Forecast API URL' }).click();
    await soon(() => clipboard(page)).toBe(`${portalBrowser.portal.url}/api/v1`);

    const shown = card.getByText(/^wb_/);
    const masked = (await shown.textContent())!;
    expect(masked).toMatch(/^wb_\w{4}•{24}\w{4}$/);
    await card.getByRole('button', { name: 'Show secret' }).click();
    const secret = (await shown.textContent())!;
    expect(secret).toMatch(/^wb_[A-Za-z0-9]{32}$/);
    expect(masked).toBe(`${secret.slice(0, 7)}${'•'.repeat(24)}${secret.slice(-4)}`);
    await card.getByRole('button', { name: 'Hide secret' }).click();
    expect(await shown.textContent()).toBe(masked);
    await card.getByRole('button', { name: 'Copy secret' }).click();
    await soon(() => clipboard(page)).toBe(secret);
    await card.getByRole('button', { name: 'Copy MCP link' }).click();
    await soon(() => clipboard(page)).toMatch(
      new RegExp(`^${portalBrowser.portal.url}/mcp\\?client_id=wbc_\\w{20}&api_key=${secret}$`),
    );

    const clientId = (await card.getByText(/^wbc_/).textContent())!;
    await card.getByRole('button', { name: 'Copy .env lines' }).click();
    await soon(() => clipboard(page)).toBe(`WB_CLIENT_ID=${clientId}\nWB_API_KEY=${secret}\n`);

    await page.reload();
    await card.getByText('Token not available for security reasons').waitFor();
    expect(await card.getByText(/^wb_/).count()).toBe(0);
    const link = `${portalBrowser.portal.url}/mcp?client_id=${clientId}&api_key=YOUR_API_KEY`;
    expect(await card.getByText('api_key=').textContent()).toBe(link);
    await card.getByRole('button', { name: 'Copy MCP link' }).click();
    await soon(() => clipboard(page)).toBe(link);
    await card.getByRole('button', { name: 'Copy .env lines' }).click();
    await soon(() => clipboard(page)).toBe(`WB_CLIENT_ID=${clientId}\nWB_API_KEY=YOUR_API_KEY\n`);

    const env = { PATH: process.env.PATH, DATA_DIR: portalBrowser.portal.dataDir };
    const expire = ['run.mjs', 'src/admin.ts', 'expire', clientId, '2025-02-03T12:00:00Z'];
    await run(process.execPath, expire, { cwd: root, env });
    await page.reload();
    await card.getByText('Expired 3 Feb 2025').waitFor();
    // The only key has expired, so no endpoint is available.
    const panel = page.getByRole('region', { name: 'Endpoints' });
    await panel.getByText('Free key', { exact: true }).first().waitFor();
    expect(await panel.getByText('Available', { exact: true }).count()).toBe(0);
  });

  test('keep their secret while the user visits other pages of the site', async () => {
    const page = await portalBrowser.openAs('virga@example.com', pages.apiKeys);
    const questions = beforeUnloadQuestions(page);
    await create(page, 'Rain gauge');
    const loaded: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()));
    await page.getByRole('banner').getByRole('link', { name: 'virga@example.com' }).click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'API Keys' }).click();
    const card = page.getByRole('article', { name: 'Rain gauge' });
    await card.getByRole('button', { name: 'Show secret' }).click();
    await card.getByText(/^wb_[A-Za-z0-9]{32}$/).waitFor();
    expect([loaded, questions]).toEqual([[], []]);
    // A link out of the app replaces the page, so the browser asks.
    await page.getByRole('contentinfo').getByRole('link', { name: 'llms.txt' }).click();
    await soon(() => questions).toEqual(['beforeunload']);
    await card.getByText(/^wb_[A-Za-z0-9]{32}$/).waitFor();
  });

  test('ask before the tab is reloaded or closed until the secret is saved', async () => {
    const page = await portalBrowser.openAs('graupel@example.com', pages.apiKeys);
    const questions = beforeUnloadQuestions(page);
    const dialog = page.getByRole('dialog');
    const reload = () => page.evaluate(() => location.reload());
    await page.getByRole('button', { name: 'Add Key' }).click();
    await dialog.getByLabel('Key name').fill('Hail pad');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('heading', { name: 'Your API key is ready' }).waitFor();
    await reload();
    await soon(() => questions).toEqual(['beforeunload']);
    // The browser asks while the secret is on screen, copied or not.
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await reload();
    await soon(() => questions).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const reloaded = page.waitForEvent('load');
    await reload();
    await reloaded;
    expect(questions).toHaveLength(2);
    await page.getByText('Token not available for security reasons').waitFor();

    await create(page, 'Snow board');
    await reload();
    await soon(() => questions).toHaveLength(3);
    const card = page.getByRole('article', { name: 'Snow board' });
    await card.getByRole('button', { name: 'Show secret' }).click();
    const secret = card.getByText(/^wb_[A-Za-z0-9]{32}$/);
    await secret.click({ clickCount: 3 });
    await page.keyboard.press('ControlOrMeta+c');
    await page.close({ runBeforeUnload: true });
    await soon(() => page.isClosed()).toBe(true);
    expect(questions).toHaveLength(3);
  });

  test.each([1440, 390])(
    'are not lost by the back button, even if it leads out of the site, at %i px',
    async (width) => {
      const page = await portalBrowser.openAs(`sleet-${width}@example.com`, pages.apiKeys);
      await page.setViewportSize({ width, height: 844 });
      const questions = beforeUnloadQuestions(page);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Add Key' }).click();
      await dialog.getByLabel('Key name').fill('Weather vane');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByRole('heading', { name: 'Your API key is ready' }).waitFor();
      await page.evaluate(() => history.back());
      await dialog.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe(pages.apiKeys);
      const card = page.getByRole('article', { name: 'Weather vane' });
      await card.getByRole('button', { name: 'Show secret' }).click();
      await card.getByText(/^wb_[A-Za-z0-9]{32}$/).waitFor();
      // The next step back leaves the site, so the browser asks.
      expect(questions).toEqual([]);
      await page.evaluate(() => history.back());
      await soon(() => questions).toEqual(['beforeunload']);
      await card.getByText(/^wb_[A-Za-z0-9]{32}$/).waitFor();
    },
  );

  test('are not lost by the back button after a rotation', async () => {
    const page = await portalBrowser.openAs('glaze@example.com', pages.apiKeys);
    await create(page, 'Ice lens');
    const card = page.getByRole('article', { name: 'Ice lens' });
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByLabel('Password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const secret = await dialog.getByRole('status', { name: 'Secret' }).textContent();
    await page.evaluate(() => history.back());
    await dialog.waitFor({ state: 'hidden' });
    await card.getByRole('button', { name: 'Show secret' }).click();
    await card.getByText(secret!).waitFor();
  });

  test('leave no duplicate page in the history', async () => {
    const page = await portalBrowser.openAs('hoar@example.com', pages.docs);
    await page.getByRole('banner').getByRole('link', { name: 'API Keys' }).click();
    await create(page, 'Frost point');
    const before = await page.evaluate(() => history.length);
    await page.getByRole('banner').getByRole('link', { name: 'hoar@example.com' }).click();
    await page.waitForURL(`**${pages.account}`);
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.evaluate(() => history.back());
    await page.waitForURL(`**${pages.apiKeys}`);
    await page.evaluate(() => history.back());
    await page.waitForURL(`**${pages.docs}`);
  });

  test('are renamed in place: Enter, Save and blur save; Escape, Cancel and an empty name do not', async () => {
    const page = await portalBrowser.openAs('cirrus@example.com', pages.apiKeys);
    await create(page, 'First');
    const field = page.getByLabel('Key name');
    const card = (name: string) => page.getByRole('article', { name, exact: true });
    await rename(page, 'First', 'Second');
    await page.keyboard.press('Enter');
    await toast(page, 'API key name updated successfully!');
    await rename(page, 'Second', 'Third');
    await page.getByRole('heading', { name: 'API Keys' }).click();
    await card('Third').waitFor();

    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await rename(page, 'Third', 'Fourth');
    await page.keyboard.press('Escape');
    await soon(() => hasFocus(card('Third').getByRole('button', { name: 'Rename' }))).toBe(true);
    await rename(page, 'Third', 'Fourth');
    await card('Third').getByRole('button', { name: 'Cancel' }).click();
    await rename(page, 'Third', '   ');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
    await card('Third').waitFor();
    expect(sent).toEqual([]);
    await rename(page, 'Third', 'Fourth');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await soon(() => hasFocus(card('Fourth').getByRole('button', { name: 'Rename' }))).toBe(true);
    expect(sent.length).toBe(1);
  });

  test('with a long name fit on a phone and can be renamed before any dialog was open', async () => {
    const name = 'Balloon watch, night shift, Reykjavik and the North Atlantic';
    const page = await portalBrowser.openAs('fog@example.com', pages.apiKeys);
    await create(page, name);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByRole('article', { name }).waitFor();
    const isTooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await isTooWide()).toBe(false);
    await page.getByRole('button', { name: 'Rename' }).click();
    const field = page.getByLabel('Key name');
    expect(await field.evaluate((node) => getComputedStyle(node).paddingLeft)).toBe('12px');
    expect(await isTooWide()).toBe(false);
  });

  test.each([1440, 390])(
    'with a name of one long word fit into the delete dialog at %i px',
    async (width) => {
      const page = await portalBrowser.openAs(`haze-${width}@example.com`, pages.apiKeys);
      await page.setViewportSize({ width, height: 844 });
      const name = 'W'.repeat(100);
      await create(page, name);
      await page.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      const popup = (await dialog.boundingBox())!;
      for (const part of [
        dialog.getByText(`DELETE ${name}`),
        dialog.getByLabel('Confirmation'),
        dialog.getByRole('button', { name: 'Delete' }),
      ]) {
        const box = (await part.boundingBox())!;
        expect(box.x).toBeGreaterThan(popup.x);
        expect(box.x + box.width).toBeLessThan(popup.x + popup.width);
      }
    },
  );

  test('offer lifetimes that fit a small phone, and mark the selected one in forced colours', async () => {
    const page = await portalBrowser.openAs('drizzle@example.com', pages.apiKeys, { forcedColors: 'active' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('button', { name: 'Add Key' }).click();
    const lifetimes = page.getByRole('group', { name: 'Expires' }).locator('label');
    await lifetimes.last().waitFor();
    const looks = await lifetimes.evaluateAll((labels) =>
      labels.map((label) => ({
        isTooBig: label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight,
        background: getComputedStyle(label).backgroundColor,
      })),
    );
    expect(looks.map(({ isTooBig }) => isTooBig)).toEqual([false, false, false, false]);
    const [chosen, ...others] = looks.map(({ background }) => background);
    expect(others).not.toContain(chosen);
  });

  test('that were deleted in another tab disappear when they are changed here', async () => {
    const page = await portalBrowser.openAs('vapour@example.com', pages.apiKeys);
    for (const name of ['One', 'Two', 'Three']) await create(page, name);
    // The list is held back, because it would report the deletion too.
    const answer = await holdBack(page, calls.apiTokens);
    const other = await portalBrowser.openTab(page, pages.apiKeys);
    for (const name of ['One', 'Two']) await confirmDeletion(other, name);

    await rename(page, 'One', 'Uno');
    await page.keyboard.press('Enter');
    await toast(page, 'This key was already deleted.');
    await page.getByText('2/5 Keys Used').waitFor();
    expect(await page.getByRole('article', { name: 'One' }).count()).toBe(0);
    await confirmDeletion(page, 'Two');
    await page.getByText('1/5 Keys Used').waitFor();
    answer();
    await page.getByRole('article', { name: 'Three' }).waitFor();
    portalBrowser.forgive(/404/);
  });

  test('that are renamed while the delete dialog is open show the new name in it', async () => {
    const page = await portalBrowser.openAs('squall@example.com', pages.apiKeys);
    await create(page, 'Old');
    const answer = await holdBack(page, `${calls.apiTokens}/*`);
    await rename(page, 'Old', 'New');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('DELETE Old').waitFor();
    answer();
    await dialog.getByText('DELETE New').waitFor();
  });

  test('and their counts are updated when the user returns to the tab', async () => {
    const page = await portalBrowser.openAs('breeze@example.com', pages.apiKeys, {
      prepare: (opened) => opened.clock.setFixedTime('2026-11-14T23:59:50Z'),
    });
    await create(page, 'First');
    const back = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const other = await portalBrowser.openTab(page, pages.apiKeys);
    await rename(other, 'First', 'Second');
    await other.keyboard.press('Enter');
    await other.getByRole('article', { name: 'Second' }).waitFor();
    const asked = requestsTo(page, calls.apiTokens);
    const counted: string[] = [];
    page.on('request', (request) => request.url().endsWith('/usage') && counted.push(request.url()));
    await back();
    await page.clock.setFixedTime('2026-11-15T00:00:10Z');
    await rename(page, 'First', 'Third');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Third' }).waitFor();
    expect([asked, counted]).toEqual([[], []]);

    await rename(other, 'Second', 'Fourth');
    await other.keyboard.press('Enter');
    await other.getByRole('article', { name: 'Fourth' }).waitFor();
    await back();
    await page.getByRole('article', { name: 'Fourth' }).waitFor();
    await soon(() => counted.length).toBe(1);

    await page.clock.setFixedTime('2026-11-15T00:01:00Z');
    await page.route(`**${calls.apiTokens}`, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await back();
    await back();
    await failed;
    expect(asked).toHaveLength(2);
    expect(await page.locator('[data-toast][data-type=error]').count()).toBe(0);
    expect(await page.getByRole('article', { name: 'Fourth' }).isVisible()).toBe(true);
    portalBrowser.forgive(/ERR_FAILED/);
  });

  test('created in the sign-up wizard show their first call when it closes', async () => {
    const page = await portalBrowser.open(pages.apiKeys);
    const dialog = page.getByRole('dialog');
    await page.getByRole('main').getByRole('button', { name: 'Get API Keys' }).click();
    await fillTwoSteps(page, 'mistral@example.com');
    await dialog
      .getByLabel('Verification code')
      .fill(await codeFor(portalBrowser.portal, 'mistral@example.com'));
    await dialog.getByRole('button', { name: 'Get API Key', exact: true }).click();
    await dialog.getByLabel('Project name').fill('Kite club');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Try your key' }).click();
    await dialog.getByText('200 OK').waitFor();
    // Counts are written a moment after the call.
    await soon(async () =>
      (await page.request.get(portalBrowser.portal.url + calls.apiTokens)).text(),
    ).toMatch(/"today":1/);
    // The back button closes it too, although the previous page is on another site.
    await page.evaluate(() => history.back());
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => page.getByRole('region', { name: 'Usage' }).textContent()).toMatch(/Today1/);
    await page.getByRole('button', { name: 'Show secret' }).waitFor();
  });

  test('are limited to five and deleted only after typing the phrase', async () => {
    const page = await portalBrowser.openAs('cumulus@example.com', pages.apiKeys);
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await create(page, name);
    await page.getByText('5/5 Keys Used').waitFor();
    const full = page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: 'All keys used' }) });
    await full.getByText('Expired keys count too: delete one, or write to the data team.').waitFor();
    expect(await full.getByRole('link', { name: 'the data team' }).getAttribute('href')).toMatch(
      /^mailto:\S+@/,
    );
    expect(await page.getByRole('button', { name: 'Add Key' }).count()).toBe(0);

    await page.getByRole('article', { name: 'Two' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    for (const typed of ['', 'DELETE', 'delete Two', 'DELETE two', 'DELETE Two ']) {
      await dialog.getByLabel('Confirmation').fill(typed);
      expect(await confirm.isDisabled(), typed).toBe(true);
    }
    await dialog.getByLabel('Confirmation').fill('DELETE Two');
    await confirm.click();
    await toast(page, 'API key deleted successfully!');
    await page.getByText('4/5 Keys Used').waitFor();
    expect(await page.getByRole('article', { name: 'Two' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add Key' }).waitFor();
  });

  test('report failed actions and can be loaded again', async () => {
    const page = await portalBrowser.openAs('altus@example.com', pages.apiKeys);
    await create(page, 'Kept');
    const card = page.getByRole('article', { name: 'Kept' });
    const dialog = page.getByRole('dialog');
    const failAll = (how: (route: Route) => Promise<void>) =>
      Promise.all([`**${calls.apiTokens}*`, `**${calls.apiTokens}/*`].map((path) => page.route(path, how)));
    await failAll((route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));

    await page.getByRole('button', { name: 'Add Key' }).click();
    const name = dialog.getByLabel('Key name');
    await name.fill('Never');
    await page.keyboard.press('Enter');
    // The answer has no errors list, so the status is below the words of the toast.
    await soon(() => toasts(page)).toEqual(['Failed to create API key\n\nHTTP 502']);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByText('Failed to create API key').count()).toBe(0);
    await failAll((route) => route.abort());
    await page.keyboard.press('Enter');
    await soon(() => toasts(page)).toEqual(['Failed to create API key']);
    await page.keyboard.press('Escape');
    await soon(() => toasts(page)).toEqual([]);
    await card.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Key name').fill('Lost');
    await page.keyboard.press('Enter');
    await toast(page, 'Failed to update API key name');
    expect(await card.getByText('Failed to update API key name').count()).toBe(0);
    expect(await page.getByLabel('Key name').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel('Confirmation').fill('DELETE Kept');
    await page.keyboard.press('Enter');
    await toast(page, 'Failed to delete API key');
    await page.keyboard.press('Escape');
    await page.reload();
    await toast(page, 'Failed to fetch API tokens');
    await page.unrouteAll();
    const answer = await holdBack(page, calls.apiTokens);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('main').getByRole('status').getByText('Loading...').waitFor({ state: 'attached' });
    answer();
    await card.waitFor();
    await soon(() => toasts(page)).toEqual([]);
    portalBrowser.forgive(/ERR_FAILED|502/);
  });

  test('ask visitors to sign up or sign in first', async () => {
    const page = await portalBrowser.open(pages.apiKeys);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Authentication Required' }).waitFor();
    await main.getByRole('button', { name: 'Get API Keys' }).click();
    await page.getByRole('dialog').getByLabel('Full name').waitFor();
  });
});

/** Collects the browser's questions whether to leave the page, and answers each with no. */
function beforeUnloadQuestions(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  return questions;
}

async function create(page: Page, name: string, lifetime = 'Never'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Key' }).click();
  await dialog.getByLabel('Key name').fill(name);
  await dialog.getByText(lifetime, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('heading', { name: 'Your API key is ready' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Leaves the new name in the field. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  const field = page.getByLabel('Key name');
  await page.getByRole('article', { name: from }).getByRole('button', { name: 'Rename' }).click();
  await soon(() => hasFocus(field)).toBe(true);
  await field.fill(to);
}

async function confirmDeletion(page: Page, name: string): Promise<void> {
  // A key press, because a toast may cover the button.
  await page.getByRole('article', { name }).getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Confirmation').fill(`DELETE ${name}`);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}
