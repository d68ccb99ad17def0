import { afterEach, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import { signUpForm, verifiedBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the cookie', () => {
  let portal: TestPortal;
  afterEach(() => portal.close());

  const attributes = (setCookie: unknown) => {
    expect(setCookie).toEqual(expect.any(String));
    const [pair, ...rest] = String(setCookie).split('; ');
    return { name: pair!.split('=')[0], rest: rest.sort() };
  };

  test('on http is HttpOnly and Lax, for every path and no other host', async () => {
    portal = await startPortal();
    const { headers } = await portal.browser().open();
    expect(attributes(headers['set-cookie'])).toEqual({
      name: 'visitor',
      rest: ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'],
    });
  });

  test('on https is also Secure and bound to the host by its name', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const expected = {
      name: '__Host-visitor',
      rest: ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure'],
    };
    const browser = await verifiedBrowser(portal, 'nimbo@teapot.example');
    const answers = [
      await portal.browser().open(),
      await browser.post(calls.signUp, signUpForm('nimbo@teapot.example')),
      await browser.get(calls.authStatus),
      await browser.get(calls.signOut),
    ];
    for (const { headers } of answers) expect(attributes(headers['set-cookie'])).toEqual(expected);
  });

  test('of plain http means nothing on https', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const browser = await portal.signUp();
    const planted = portal.browser();
    planted.cookies.set('visitor', browser.cookies.get('__Host-visitor')!);
    expect(await browser.user()).toBeDefined();
    expect(await planted.user()).toBeUndefined();
  });

  test('is given once and then kept', async () => {
    portal = await startPortal();
    const browser = portal.browser();
    await browser.open();
    expect((await browser.open(pages.landing)).headers['set-cookie']).toBeUndefined();
  });

  test('lives as long as its session: the status call gives it anew', async () => {
    portal = await startPortal();
    const browser = await portal.signUp();
    const id = browser.cookies.get('visitor');
    const { headers } = await browser.get(calls.authStatus);
    expect(String(headers['set-cookie'])).toContain(`visitor=${id}; Max-Age=7776000`);
  });
});
