import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAdminCommand } from '../../src/admin/admin-commands.ts';
import { calls, mcpServer, oauth, pages } from '../../src/urls.ts';
import { axeFindings, axeFindingsInTheDark } from './axe.ts';
import { codeFor, fillTwoSteps, goodPassword } from './people.ts';
import {
  chromiumMissing,
  hasFocus,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  soon,
  toast,
} from './portal-browser.ts';

const verifier = 'v'.repeat(43);
/** The SHA-256 hash of the verifier. */
const challenge = Buffer.from(
  await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
).toString('base64url');

describe.skipIf(chromiumMissing)('connecting an app', () => {
  let portalBrowser: PortalBrowser;
  let app: Server;
  let callback: string;
  /** What the app got, newest last. */
  const received: URLSearchParams[] = [];
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
    app = createServer((request, response) => {
      const url = new URL(request.url!, 'http://localhost');
      if (url.pathname === '/callback') received.push(url.searchParams);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel="icon" href="data:,">Back in the app');
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    app?.closeAllConnections();
    app?.close();
    await portalBrowser?.close();
  });

  const post = async (path: string, body: object | URLSearchParams) => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(portalBrowser.portal.url + path, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    });
    return response.json();
  };

  /** Registers an app and returns the address of its request. */
  async function askFor(name: string, changes: Record<string, string> = {}): Promise<string> {
    const { client_id } = await post(oauth.register, { client_name: name, redirect_uris: [callback] });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: name,
      ...changes,
    });
    return `${oauth.authorize}?${query}`;
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (page: Page, name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  const callMcp = (accessToken: string) =>
    fetch(portalBrowser.portal.url + mcpServer, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });

  test('survives a sign-up in the middle, gives access, and ends on the account page', async () => {
    const email = 'new-person@example.com';
    const path = await askFor('Teapot');
    const page = await portalBrowser.open(path);
    await heading(page, 'Sign in to connect Teapot').waitFor();
    await page.getByText("This app registered itself. Its name isn't verified.").waitFor();
    await page.getByText('An app on your computer').waitFor();
    await button(page, 'Create an account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Step 1 of 3').waitFor();
    await fillTwoSteps(page, email);
    await dialog.getByLabel('Verification code').fill(await codeFor(portalBrowser.portal, email));
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    const choices = await dialog.getByRole('button').allInnerTexts();
    expect(choices.filter(Boolean)).toEqual(['Continue to Teapot', 'Get API Key', 'Explore Documentation']);
    await dialog.getByRole('button', { name: 'Continue to Teapot' }).click();
    await heading(page, /^Connect Teapot to /).waitFor();
    await page.getByRole('main').getByText(email).waitFor();
    await button(page, 'Allow').click();
    await page.getByText('Back in the app').waitFor();

    const answer = Object.fromEntries(received.at(-1)!);
    expect(answer).toEqual({ code: expect.any(String), state: 'Teapot', iss: portalBrowser.portal.url });
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.code!,
      code_verifier: verifier,
      client_id: new URLSearchParams(path.split('?')[1]).get('client_id')!,
      redirect_uri: callback,
    });
    const { access_token } = await post(oauth.token, form);
    expect((await callMcp(access_token)).status).toBe(200);

    const account = await portalBrowser.openTab(page, pages.account);
    const apps = account.getByRole('region', { name: 'Connected apps' });
    await apps.getByText('Teapot').waitFor();
    await apps.getByText(`Registered itself, ${new URL(callback).host}`).waitFor();
    await apps.getByText('not used yet').waitFor();
    expect(await axeFindings(account)).toEqual([]);
    await apps.getByRole('button', { name: 'Disconnect Teapot' }).click();
    await toast(account, 'Teapot disconnected');
    await apps.getByText('No apps yet.').waitFor();
    expect(await apps.getByLabel('Server address').inputValue()).toBe(portalBrowser.portal.url + mcpServer);
    await expect.poll(async () => (await callMcp(access_token)).status, { timeout: 1000 }).toBe(401);
  });

  test('works with the keyboard, and Deny tells the app', async () => {
    const page = await portalBrowser.openAs('keys-only@example.com', await askFor('Kettle'));
    await heading(page, /^Connect Kettle/).waitFor();
    await soon(() => hasFocus(heading(page, /^Connect Kettle/))).toBe(true);
    const focused = async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.textContent);
    };
    expect([await focused(), await focused(), await focused()]).toEqual([
      'Use another account',
      'Allow',
      'Deny',
    ]);
    await page.keyboard.press('Enter');
    await page.getByText('Back in the app').waitFor();
    expect(Object.fromEntries(received.at(-1)!)).toEqual({
      error: 'access_denied',
      state: 'Kettle',
      iss: portalBrowser.portal.url,
    });
    // Back shows the request again, not the one that was answered.
    await page.goBack();
    await button(page, 'Allow').waitFor();
  });

  test('can use another account, and asks it too', async () => {
    const [first, second] = ['first@example.com', 'second@example.com'];
    await portalBrowser.openAs(second, pages.docs);
    const page = await portalBrowser.openAs(first, await askFor('Samovar'));
    await page.getByRole('main').getByText(first).waitFor();
    await button(page, 'Use another account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sign in to connect Samovar.').waitFor();
    await dialog.getByLabel('Email').fill(second);
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText(second).waitFor();
    expect(await page.getByRole('main').getByText(first).count()).toBe(0);
    await button(page, 'Allow').waitFor();
    // The page opens the request again while the sign-out is running. If its CSRF token is refused, it sends it again.
    portalBrowser.forgive(/403/);
  });

  test('asks again if the request has expired meanwhile', async () => {
    const page = await portalBrowser.openAs('slow@example.com', await askFor('Urn'));
    await button(page, 'Allow').waitFor();
    await page.route(`**${calls.authorizationRequest('*')}`, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/[^/]+$/, 'x'.repeat(43)),
      }),
    );
    const before = received.length;
    await button(page, 'Allow').click();
    await page.getByText('This request has expired. Check it and choose again.').waitFor();
    expect(received.length).toBe(before);
    await page.unrouteAll();
    await button(page, 'Allow').click();
    await page.getByText('Back in the app').waitFor();
    portalBrowser.forgive(/422/);
  });

  test.each([
    ['an unknown app', { client_id: 'app_unknown' }, 'Unknown app'],
    ['a foreign address', { redirect_uri: 'https://evil.example/' }, 'This request was stopped'],
    [
      'a document that cannot be read',
      { client_id: 'https://app.invalid/x.json' },
      "This app couldn't be checked",
    ],
  ])('stops at %s, and the person stays here', async (_, changes, title) => {
    const page = await portalBrowser.open(await askFor('Teapot', changes));
    await heading(page, title).waitFor();
    await page.getByText('The app got no access to your account.').waitFor();
    expect(new URL(page.url()).origin).toBe(portalBrowser.portal.url);
    expect(await axeFindings(page)).toEqual([]);
    portalBrowser.forgive(/422/);
  });

  test('explains a mistake of the app, and takes it back there', async () => {
    const page = await portalBrowser.open(await askFor('Teapot', { code_challenge_method: 'plain' }));
    await heading(page, "Teapot can't be connected").waitFor();
    await page.getByRole('link', { name: 'Go back to the app' }).click();
    await page.getByText('Back in the app').waitFor();
    expect(received.at(-1)!.get('error')).toBe('invalid_request');
  });

  test('is refused while the account is suspended', async () => {
    const email = 'suspended@example.com';
    const page = await portalBrowser.openAs(email, pages.docs);
    await runAdminCommand(['suspend', email], { DATA_DIR: portalBrowser.portal.dataDir });
    await page.goto(portalBrowser.portal.url + (await askFor('Teapot')));
    await page.getByText("This account is suspended, so it can't connect apps.").waitFor();
    expect(await button(page, 'Allow').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('explains itself if no app has sent the person', async () => {
    const page = await portalBrowser.open(oauth.authorize);
    await heading(page, 'Connect an app').waitFor();
    expect(await page.getByLabel('Server address').inputValue()).toBe(portalBrowser.portal.url + mcpServer);
    await page.getByRole('link', { name: 'How to connect your app' }).click();
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 2 }).first().getByText('Connect by signing in').waitFor();
    await main
      .getByText(portalBrowser.portal.url + mcpServer, { exact: true })
      .first()
      .waitFor();
    const link = await main.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href');
    const config = atob(new URL(link!).searchParams.get('config')!);
    // An app that signs in needs no key.
    expect(JSON.parse(config)).toEqual({ url: portalBrowser.portal.url + mcpServer });
  });

  test('passes axe in light and dark, and fits a phone', async () => {
    const page = await portalBrowser.openAs('eyes-open@example.com', await askFor('x'.repeat(80)), phone);
    await button(page, 'Allow').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await axeFindingsInTheDark(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
