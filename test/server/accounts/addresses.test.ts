import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import {
  askForReset,
  lastMailTo,
  openBrowser,
  setPassword,
  signUpForm,
  verifyCode,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, resetTokenIn, startPortal, type TestPortal } from '../../helpers/portal.ts';

const canonical = 'nimbo@xn--tapot-gra.example';
const accented = 'nimbo@täapot.example';
const spellings = [accented, 'NIMBO@TÄAPOT.EXAMPLE', `${accented}.`, canonical];
const newPassword = 'Another-Cloud-7';

describe.skipIf(engineMissing)('one mailbox is one address, however it is spelled', () => {
  let portal: TestPortal;
  afterEach(() => portal.close());

  test('for its account: signed up with one spelling, signed in with every other', async () => {
    portal = await startPortal();
    const browser = await openBrowser(portal);
    const sent = await browser.post(calls.sendVerificationCode, { email: accented });
    const mail = await lastMailTo(portal, canonical);
    const asked = { email: `${accented}.`, code: /\d{6}/.exec(mail?.subject ?? '')![0] };
    await verifyCode(browser, { ...asked, verification_token: sent.json().verification_token });
    const answer = await browser.post(calls.signUp, signUpForm('NIMBO@TÄAPOT.EXAMPLE'));
    expect(answer.json()).toMatchObject({ success: true, user: { email: canonical } });
    for (const spelling of spellings)
      expect((await (await openBrowser(portal)).signIn(spelling, goodPassword)).statusCode).toBe(302);
  });

  test('for its limits: of codes, of resets and of wrong passwords', async () => {
    portal = await startPortal();
    const statuses = async (ask: (spelling: string) => Promise<{ statusCode: number }>) => {
      const answers: number[] = [];
      for (const spelling of spellings) answers.push((await ask(spelling)).statusCode);
      return answers;
    };
    const browser = await openBrowser(portal);
    const post = (call: string) => statuses((email) => browser.post(call, { email }));
    expect(await post(calls.sendVerificationCode)).toEqual([200, 429, 429, 429]);
    expect(await post(calls.forgotPassword)).toEqual([200, 429, 429, 429]);
    const guess = () => statuses((email) => browser.signIn(email, 'wrong'));
    expect([...(await guess()), ...(await guess())]).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  test('for its links: a used one invalidates those requested with another spelling', async () => {
    portal = await startPortal();
    await portal.signUp('nimbo@teapot.example');
    const browser = await openBrowser(portal);
    const first = await askForReset(portal, browser, 'nimbo@teapot.example');
    portal.clock.pass(60);
    await browser.post(calls.forgotPassword, { email: 'nimbo@teapot.example.' });
    const second = resetTokenIn((await lastMailTo(portal, 'nimbo@teapot.example'))!);
    expect(second).not.toBe(first);
    expect((await setPassword(browser, second, newPassword)).statusCode).toBe(200);
    expect((await setPassword(browser, first, newPassword)).json().code).toBe('used-link');
  });
});
