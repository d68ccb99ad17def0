import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { codeIn, goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('sign-up', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test('a person gets a code by mail, proves the address and is signed in', async () => {
    const browser = portal.browser();
    await browser.open();
    const email = 'Stratus@Example.com';
    const sent = await browser.post(calls.sendVerificationCode, { email });
    expect(sent.json()).toEqual({ success: true, verification_token: expect.any(String) });
    const mail = (await portal.mails()).at(-1)!;
    expect(mail.to?.[0]?.address).toBe('stratus@example.com');
    const verified = await browser.post(calls.verifyCode, {
      email,
      code: codeIn(mail),
      verification_token: sent.json().verification_token,
    });
    expect(verified.json()).toEqual({ success: true });
    const before = browser.cookies.get('visitor');
    const answer = await browser.post(calls.signUp, {
      name: '  Nimbo\r\nStratus ',
      email,
      password: goodPassword,
      password_confirmation: goodPassword,
    });
    expect(answer.json()).toEqual({
      success: true,
      user: { email: 'stratus@example.com', name: 'Nimbo Stratus' },
    });
    expect(browser.cookies.get('visitor')).not.toBe(before);
    expect(await browser.user()).toEqual({ email: 'stratus@example.com', name: 'Nimbo Stratus' });
  });
});
