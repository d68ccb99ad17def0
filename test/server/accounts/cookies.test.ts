import { afterEach, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import {
  askForReset,
  openBrowser,
  setPassword,
  signUpForm,
  verifiedBrowser,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

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
    for (const { headers } of answers)
      expect(attributes([headers['set-cookie']].flat()[0])).toEqual(expected);
  });

  test('of a device has the same protection, and is set at sign-in, sign-up and password reset', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const email = 'nimbo@teapot.example';
    const browser = await verifiedBrowser(portal, email);
    const answers = [
      await browser.post(calls.signUp, signUpForm(email)),
      await browser.signIn(email, goodPassword),
      await setPassword(browser, await askForReset(portal, browser, email), 'Another-Cloud-7'),
    ];
    for (const { headers } of answers) {
      const given = [headers['set-cookie']].flat().map(attributes);
      expect(given.map(({ name }) => name).sort()).toEqual(['__Host-device', '__Host-visitor']);
      expect(given[0]?.rest).toEqual(given[1]?.rest);
    }
    const refused = await (await openBrowser(portal)).signIn(email, 'wrong');
    expect(refused.headers['set-cookie']).toBeUndefined();
  });

  test('of plain http is ignored on https', async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const browser = await portal.signUp();
    const planted = portal.browser();
    planted.cookies.set('visitor', browser.cookies.get('__Host-visitor')!);
    expect(await browser.user()).toBeDefined();
    expect(await planted.user()).toBeUndefined();
  });

  test('is set once and then kept', async () => {
    portal = await startPortal();
    const browser = portal.browser();
    await browser.open();
    expect((await browser.open(pages.landing)).headers['set-cookie']).toBeUndefined();
  });

  test('lives as long as its session, because the status call renews it', async () => {
    portal = await startPortal();
    const browser = await portal.signUp();
    const id = browser.cookies.get('visitor');
    const { headers } = await browser.get(calls.authStatus);
    expect(String(headers['set-cookie'])).toContain(`visitor=${id}; Max-Age=7776000`);
  });
});
