import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pages } from '../../src/urls.ts';
import { goodPassword, signUpOverHttp } from './people.ts';
import {
  chromiumMissing,
  hasFocus,
  holdBack,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  requestsTo,
  soon,
  toast,
  toasts,
} from './portal-browser.ts';

describe.skipIf(chromiumMissing)('the sign-in dialog', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('loads its code on opening: a page alone loads no dialog code', async () => {
    const page = await portalBrowser.open(pages.docs);
    const ofDialogs = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /dialog/.test(name)),
      );
    expect(await ofDialogs()).toEqual([]);
    await openSignIn(page);
    expect(await ofDialogs()).not.toEqual([]);
  });

  test('is closed by the back button before the page is left', async () => {
    const page = await portalBrowser.open(pages.docs);
    await page.getByRole('link', { name: 'Getting Started' }).first().click();
    await page.waitForURL(`**${pages.gettingStarted}`);
    const { dialog, email } = await openSignIn(page);
    await email.fill('half@typed');
    await goBack(page);
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(pages.gettingStarted);
    await page.getByRole('heading', { level: 1 }).click();
    await goBack(page);
    await page.waitForURL(`**${pages.docs}`);
  });

  test.each([844, 420])('shows a toast next to the sheet on a phone that is %i px tall', async (height) => {
    const page = await portalBrowser.open(pages.docs, { ...phone, viewport: { width: 390, height } });
    const { dialog, email, password, button } = await openSignIn(page);
    await email.fill('nobody@example.com');
    await password.fill(goodPassword);
    await password.press('Enter');
    const message = page.locator('[data-toast]', { hasText: 'Invalid email or password' });
    await message.waitFor();
    const bar = (await page.locator('.top-bar').boundingBox())!;
    // The sheet scrolls inside of its viewport.
    const sheet = page.locator('.dialog-viewport');
    await soon(async () => {
      const toast = (await message.boundingBox())!;
      const top = Math.max((await sheet.boundingBox())!.y, (await dialog.boundingBox())!.y);
      return toast.y >= bar.y + bar.height && toast.y + toast.height <= top;
    }).toBe(true);
    await button.scrollIntoViewIfNeeded();
    expect((await sheet.boundingBox())!.y).toBeGreaterThan(0);
    await message.getByRole('button', { name: 'Close toast' }).tap();
    await soon(async () => (await sheet.boundingBox())!.y).toBe(0);
    portalBrowser.forgive(/401|422/);
  });

  test('takes, keeps and returns the focus on Escape and on a click outside', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, email } = await openSignIn(page);
    const opener = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
    await soon(() => hasFocus(email)).toBe(true);
    const keepsFocus = () => dialog.evaluate((node) => node.contains(document.activeElement));
    for (const key of [...Array(8).fill('Tab'), ...Array(10).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      await soon(keepsFocus).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => hasFocus(opener)).toBe(true);

    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.mouse.click(20, 500);
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => hasFocus(opener)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(pages.docs);
  });

  test('sends nothing until both fields are filled, and one request for a double click', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { email, password, button } = await openSignIn(page);
    const sent = requestsTo(page, calls.signIn);
    expect(await button.isDisabled()).toBe(true);
    await email.fill('nobody@example.com');
    await page.keyboard.press('Enter');
    expect(await button.isDisabled()).toBe(true);
    await email.fill('');
    await password.fill(goodPassword);
    expect(await button.isDisabled()).toBe(true);
    expect(sent).toEqual([]);

    const answer = await holdBack(page, calls.signIn);
    await email.fill('nobody@example.com');
    await button.dblclick();
    await soon(() => button.getAttribute('aria-busy')).toBe('true');
    await password.press('Enter');
    answer();
    await toast(page, 'Invalid email or password');
    expect(await button.getAttribute('aria-busy')).toBeNull();
    expect(sent).toHaveLength(1);
    portalBrowser.forgive(/401/);
  });

  const html = 'text/html; charset=utf-8';
  test.each([
    { name: 'a 401', status: 401, contentType: html, body: '', words: 'Invalid email or password' },
    { name: 'a 422', status: 422, contentType: html, body: '', words: 'Invalid email or password' },
    {
      name: 'a page with an alert',
      status: 503,
      contentType: html,
      body: '<p role="alert">The mill is closed today.</p>',
      words: 'The mill is closed today.',
    },
    {
      name: 'a page without one',
      status: 500,
      contentType: html,
      body: '<p>Oh.',
      words: 'Authentication failed',
    },
    {
      name: 'any other error',
      status: 500,
      contentType: 'application/json',
      body: '{}',
      words: 'An error occurred during sign in',
    },
    {
      name: 'a success without a signed-in user',
      status: 200,
      contentType: html,
      body: '',
      words: 'Authentication failed',
    },
  ])('shows the right message for $name', async ({ words, ...answer }) => {
    const page = await portalBrowser.open(pages.docs);
    await page.route(`**${calls.signIn}`, (route) => route.fulfill(answer));
    await failToSignIn(page, words);
    portalBrowser.forgive(/Failed to load resource/);
  });

  test('says "Authentication failed" if the status call after the redirect fails', async () => {
    const email = 'redirected@example.com';
    const page = await portalBrowser.open(pages.docs);
    await signUpOverHttp(portalBrowser.portal, page.request, email);
    await page.request.get(portalBrowser.portal.url + calls.signOut);
    await page.reload();
    const { dialog, email: address, password } = await openSignIn(page);
    await page.route(`**${calls.authStatus}`, (route) => route.fulfill({ status: 502, body: 'Oh.' }));
    const statusCalls = requestsTo(page, calls.authStatus);
    await address.fill(email);
    await password.fill(goodPassword);
    await password.press('Enter');
    await toast(page, 'Authentication failed');
    expect(statusCalls).toHaveLength(1);
    await page.unrouteAll();
    // The next attempt succeeds, and the message goes.
    await password.press('Enter');
    await toast(page, 'Successfully signed in!');
    await soon(() => toasts(page)).toEqual(['Successfully signed in!']);
    await dialog.waitFor({ state: 'hidden' });
    // The session has begun, so the next attempt first renews its CSRF token.
    portalBrowser.forgive(/502|403/);
  });

  test('reports a failed attempt in a toast, which goes with the next attempt or with the dialog', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, password } = await failToSignIn(page, 'Invalid email or password');
    const answer = await holdBack(page, calls.signIn);
    await password.press('Enter');
    await soon(() => toasts(page)).toEqual([]);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    answer();
    await toast(page, 'Invalid email or password');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => toasts(page)).toEqual([]);
    portalBrowser.forgive(/401/);
  });

  test('a copy that failed is reported until the next one succeeds', async () => {
    const page = await portalBrowser.open(pages.docs);
    const text = '**/docs.md';
    await page.route(text, (route) => route.fulfill({ status: 502, body: '' }));
    const copy = page.getByRole('button', { name: 'Copy for LLM' }).first();
    await copy.click();
    await soon(() => toasts(page)).toEqual([expect.stringContaining('Bad Gateway')]);
    await page.unrouteAll();
    await copy.click();
    await soon(() => toasts(page)).toEqual(['Copied to clipboard!']);
    portalBrowser.forgive(/502/);
  });

  test('reports a missing connection and a missing CSRF token', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog } = await failToSignIn(page, 'An error occurred during sign in', () =>
      page.context().setOffline(true),
    );
    await page.context().setOffline(false);
    portalBrowser.forgive(/ERR_INTERNET_DISCONNECTED/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await failToSignIn(page, 'Could not obtain CSRF token', () =>
      page.evaluate(() => document.querySelector('meta[name="csrf-token"]')?.remove()),
    );
  });

  test('shows the message of a rate limit unchanged', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { email, password, button } = await openSignIn(page);
    await email.fill('often@example.com');
    await password.fill('Wrong-every-time-1');
    for (let attempt = 0; attempt < 6; attempt++) {
      const answered = page.waitForResponse(`**${calls.signIn}`);
      await button.click();
      await answered;
    }
    await soon(() => toasts(page)).toEqual([expect.stringMatching(/^Too many .*(second|minute)/)]);
    portalBrowser.forgive(/401|429/);
  });

  test('leads to the password reset and back', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, email } = await openSignIn(page);
    await email.fill('typed@example.com');
    await dialog.getByRole('button', { name: 'Forgot password?' }).click();
    await dialog.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await soon(() => hasFocus(email)).toBe(true);
    expect(await email.inputValue()).toBe('typed@example.com');
    const send = dialog.getByRole('button', { name: 'Send reset link' });
    await email.fill('');
    expect(await send.isDisabled()).toBe(true);

    await email.fill('anyone@example.com');
    await page.context().setOffline(true);
    await send.click();
    await toast(page, 'An error occurred while sending password reset instructions');
    await page.context().setOffline(false);
    await page.route(`**${calls.forgotPassword}`, (route) => route.fulfill({ status: 500, body: '' }));
    await send.click();
    await toast(page, 'Failed to send password reset instructions');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByText('Failed to send').count()).toBe(0);
    await page.unrouteAll();
    await send.click();
    await soon(() => toasts(page)).toEqual(['Password reset instructions sent to your email']);
    await dialog.getByRole('heading', { name: 'Check your email' }).waitFor();
    await dialog.getByRole('button', { name: 'Try a different email' }).click();
    expect(await email.inputValue()).toBe('');
    await email.fill('another@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Check your email' }).waitFor();
    await dialog.getByRole('button', { name: 'Back to sign in' }).click();
    await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await email.inputValue()).toBe('another@example.com');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await openSignIn(page);
    expect(await email.inputValue()).toBe('');
    portalBrowser.forgive(/Failed to load resource/);
  });

  test('is a bottom sheet on a phone', async () => {
    const page = await portalBrowser.open(pages.docs, phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign In' }).click();
    const sheet = page.getByRole('dialog', { name: 'Welcome back' });
    await soon(async () => {
      const { x, y, width, height } = (await sheet.boundingBox())!;
      return { x, width, bottom: Math.round(y + height) };
    }).toEqual({ x: 0, width: 390, bottom: 844 });
  });
});

/** Acts like the back button, without waiting for a page, because none may load. */
const goBack = (page: Page) => page.evaluate(() => history.back());

async function openSignIn(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Welcome back' }).waitFor();
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    password: dialog.getByLabel('Password', { exact: true }),
    button: dialog.getByRole('button', { name: 'Sign In', exact: true }),
  };
}

/** Submits with Enter, and expects the message in a toast alone: the field only turns red. */
async function failToSignIn(page: Page, words: string, before: () => Promise<unknown> = async () => {}) {
  const parts = await openSignIn(page);
  await parts.email.fill('nobody@example.com');
  await parts.password.fill(goodPassword);
  await before();
  await parts.password.press('Enter');
  await soon(() => toasts(page)).toEqual([words]);
  expect(await parts.dialog.getByText(words).count()).toBe(0);
  expect(await parts.password.getAttribute('aria-invalid')).toBe('true');
  return parts;
}
