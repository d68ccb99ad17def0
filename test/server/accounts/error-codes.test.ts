import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountCode,
  accountCodes,
  linkMinutes,
  verifiedMinutes,
} from '../../../src/accounts/contract.ts';
import { calls } from '../../../src/urls.ts';
import {
  askForCode,
  askForReset,
  changeEmail,
  lastMailTo,
  openBrowser,
  otherCode,
  refusalCodeOf,
  setPassword,
  signUpForm,
  undoTokenIn,
  verifiedBrowser,
  verifyCode,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('errors of account calls have a code', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  type Refused = () => Promise<LightMyRequestResponse>;
  let people = 0;
  const newEmail = () => `asker-${++people}@teapot.example`;

  const send =
    (call: string, body: object): Refused =>
    async () =>
      (await openBrowser(portal)).post(call, body);

  const signUp =
    (changes: Parameters<typeof signUpForm>[1]): Refused =>
    async () => {
      const email = newEmail();
      return (await verifiedBrowser(portal, email)).post(calls.signUp, signUpForm(email, changes));
    };

  async function askedCode() {
    const browser = await openBrowser(portal);
    return { browser, asked: await askForCode(portal, browser, newEmail()) };
  }

  async function resetToken(): Promise<string> {
    const email = newEmail();
    await portal.signUp(email);
    return askForReset(portal, await openBrowser(portal), email);
  }

  const openLink = async (token: string) =>
    (await openBrowser(portal)).post(calls.passwordLink, { reset_password_token: token });
  const spendLink = async (token: string, password = 'Another-Cloud-7') =>
    setPassword(await openBrowser(portal), token, password);

  async function usedToken(): Promise<string> {
    const token = await resetToken();
    await spendLink(token);
    return token;
  }

  async function expiredToken(): Promise<string> {
    const token = await resetToken();
    portal.clock.pass(linkMinutes * 60 + 1);
    return token;
  }

  const noEmail = { email: 'nobody', code: '000000', verification_token: 'x' };

  const refusals: [AccountCode, string, Refused][] = [
    ['bad-email', 'a code for no address', send(calls.sendVerificationCode, noEmail)],
    ['bad-email', 'a code tried for no address', send(calls.verifyCode, noEmail)],
    ['bad-email', 'a reset for no address', send(calls.forgotPassword, noEmail)],
    ['bad-email', 'a sign-up with no address', send(calls.signUp, signUpForm('nobody'))],
    ['no-name', 'a sign-up without a name', signUp({ name: ' ' })],
    ['long-name', 'a sign-up with a long name', signUp({ name: 'x'.repeat(101) })],
    ['bad-password', 'a password against the rules', signUp({ password: 'password' })],
    ['bad-password', 'a common password', signUp({ password: 'Password-2026' })],
    ['bad-password', 'a bad new password', async () => spendLink(await resetToken(), 'short')],
    [
      'same-password',
      'a reset to the present password',
      async () => spendLink(await resetToken(), goodPassword),
    ],
    [
      'wrong-credentials',
      'a wrong password',
      async () => {
        const email = newEmail();
        return (await portal.signUp(email)).signIn(email, 'wrong');
      },
    ],
    [
      'wrong-credentials',
      'an unknown address',
      async () => (await openBrowser(portal)).signIn(newEmail(), goodPassword),
    ],
    [
      'wrong-code',
      'a wrong code',
      async () => {
        const { browser, asked } = await askedCode();
        return verifyCode(browser, asked, otherCode(asked.code));
      },
    ],
    [
      'dead-code',
      'a code in another browser',
      async () => verifyCode(await openBrowser(portal), (await askedCode()).asked),
    ],
    ['not-verified', 'a sign-up without a code', send(calls.signUp, signUpForm(newEmail()))],
    [
      'not-verified',
      'a sign-up long after the code',
      async () => {
        const email = newEmail();
        const browser = await verifiedBrowser(portal, email);
        portal.clock.pass(verifiedMinutes * 60);
        return browser.post(calls.signUp, signUpForm(email));
      },
    ],
    [
      'has-account',
      'a second sign-up',
      async () => {
        const email = newEmail();
        const first = await verifiedBrowser(portal, email);
        portal.clock.pass(60);
        const second = await verifiedBrowser(portal, email);
        await first.post(calls.signUp, signUpForm(email));
        return second.post(calls.signUp, signUpForm(email));
      },
    ],
    ['unknown-link', 'opening a made-up link', () => openLink('made-up')],
    ['unknown-link', 'using a made-up link', () => spendLink('made-up')],
    ['used-link', 'opening a used link', async () => openLink(await usedToken())],
    ['used-link', 'using a used link', async () => spendLink(await usedToken())],
    ['expired-link', 'opening an old link', async () => openLink(await expiredToken())],
    ['expired-link', 'using an old link', async () => spendLink(await expiredToken())],
    [
      'wrong-password',
      'an export without the password',
      async () => (await portal.signUp()).post(calls.accountExport, { password: 'Wrong-1-password' }),
    ],
    [
      'wrong-phrase',
      'a deletion without the phrase',
      async () =>
        (await portal.signUp()).post(calls.accountDeletion, { phrase: 'DELETE', password: goodPassword }),
    ],
    [
      'same-email',
      'a change to the address that it has',
      async () => {
        const email = newEmail();
        const browser = await portal.signUp(email);
        return browser.post(calls.accountEmailCode, {
          email: ` ${email.toUpperCase()}`,
          password: goodPassword,
        });
      },
    ],
    [
      'old-email-taken',
      'an undo for an address that has an account again',
      async () => {
        const [before, after] = [newEmail(), newEmail()];
        const browser = await portal.signUp(before);
        await changeEmail(portal, browser, after);
        const token = undoTokenIn((await lastMailTo(portal, before))!);
        portal.clock.pass(60);
        await portal.signUp(before);
        return browser.post(calls.undoEmail, { undo_token: token });
      },
    ],
  ];

  test.each(refusals)('%s: %s', async (code, _, refused) => {
    const answer = await refused();
    expect([answer.statusCode, refusalCodeOf(answer)]).toEqual([
      code === 'wrong-credentials' ? 401 : 422,
      code,
    ]);
  });

  test('every code of the contract is the error of some call', () => {
    expect([...new Set(refusals.map(([code]) => code))].sort()).toEqual([...accountCodes].sort());
  });
});
