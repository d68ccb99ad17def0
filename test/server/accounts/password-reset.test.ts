import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMinute } from '../../../src/time.ts';
import { basePaths, calls, pages, relative } from '../../../src/urls.ts';
import { askForReset, lastMailTo, openBrowser, setPassword } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const minute = 60;
const newPassword = 'Another-Cloud-7';

describe.skipIf(engineMissing)('password reset', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** The person has forgotten the password and uses a browser of their own. */
  async function forgetful() {
    const email = `forgetful-${++people}@teapot.example`;
    await portal.signUp(email);
    const browser = await openBrowser(portal);
    return { email, browser, token: await askForReset(portal, browser, email) };
  }

  const refusal = async (token: string, password = newPassword) => {
    const answer = await setPassword(await openBrowser(portal), token, password);
    expect([answer.statusCode, answer.json().success]).toEqual([422, false]);
    return answer.json().code as string;
  };

  /** Reads the state of the link, as the page does before anything is typed. */
  const opened = async (token: string) =>
    (await (await openBrowser(portal)).post(calls.passwordLink, { reset_password_token: token })).json();

  const signsIn = async (email: string, password: string) =>
    (await (await openBrowser(portal)).signIn(email, password)).statusCode === 302;

  test('sets a new password through the link in the email, and signs nobody in', async () => {
    const { email, browser, token } = await forgetful();
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await setPassword(browser, token, newPassword);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, email }]);
    expect(await browser.user()).toBeUndefined();
    expect(await signsIn(email, goodPassword)).toBe(false);
    expect(await signsIn(email, newPassword)).toBe(true);
  });

  test('the link has the public URL, whatever Host header the browser sends', async () => {
    const email = `hosted-${++people}@teapot.example`;
    await portal.signUp(email);
    const browser = await openBrowser(portal);
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    await browser.post(calls.forgotPassword, { email }, forged);
    const mail = (await lastMailTo(portal, email))!;
    const link = `http://localhost:3000${pages.resetPassword}?reset_password_token=`;
    expect(mail.text).toContain(`\n${link}`);
    expect(mail.html).toContain(`href="${link}`);
    expect(`${mail.text}${mail.html}`).not.toContain('evil');
    expect((await browser.open(new URL(mail.text!.match(/http\S+token=\S+/)![0]).pathname)).statusCode).toBe(
      200,
    );
  });

  test.each(basePaths)('is requested under %s', async (base) => {
    const email = `asker-${++people}@teapot.example`;
    await portal.signUp(email);
    const answer = await (await openBrowser(portal)).post(base + relative.forgotPassword, {
      email: email.toUpperCase(),
    });
    expect(answer.json()).toEqual({ success: true });
    expect((await lastMailTo(portal, email))?.subject).toBe('Set a new password · Teapot Weather API');
  });

  test('an unknown address gets the same answer and no mail', async () => {
    const email = 'unheard-of@teapot.example';
    const answer = await (await openBrowser(portal)).post(calls.forgotPassword, { email });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await lastMailTo(portal, email)).toBeUndefined();
    const left = await portal.database.db
      .selectFrom('mail_queue')
      .selectAll()
      .where('done_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  describe('has different errors for links', () => {
    test('valid for thirty minutes, then expired', async () => {
      const [early, late] = [await forgetful(), await forgetful()];
      portal.clock.pass(30 * minute);
      expect((await setPassword(early.browser, early.token, newPassword)).statusCode).toBe(200);
      portal.clock.pass(1);
      expect(await refusal(late.token)).toBe('expired-link');
      expect((await opened(late.token)).code).toBe('expired-link');
      expect(await signsIn(late.email, goodPassword)).toBe(true);
    });

    test('valid once, then used', async () => {
      const { email, browser, token } = await forgetful();
      expect([await opened(token), await opened(token)]).toEqual([{ success: true }, { success: true }]);
      await setPassword(browser, token, newPassword);
      expect(await refusal(token, 'Yet-Another-Cloud-8')).toBe('used-link');
      expect((await opened(token)).code).toBe('used-link');
      expect(await signsIn(email, newPassword)).toBe(true);
    });

    test.each(['', 'x', 'a'.repeat(43)])('never given: %j', async (token) => {
      expect(await refusal(token)).toBe('unknown-link');
      expect((await opened(token)).code).toBe('unknown-link');
    });

    test('a used one invalidates all others of that person, and none of anyone else', async () => {
      const { email, browser, token: first } = await forgetful();
      const other = await forgetful();
      portal.clock.pass(minute);
      const second = await askForReset(portal, browser, email);
      await setPassword(browser, second, newPassword);
      expect(await refusal(first)).toBe('used-link');
      expect((await setPassword(other.browser, other.token, newPassword)).statusCode).toBe(200);
    });
  });

  test('a rejected password leaves the link valid', async () => {
    const { browser, token } = await forgetful();
    const words = async (password: string) => (await setPassword(browser, token, password)).json().error;
    expect(await words('short')).toBe('Password needs: at least 8 characters');
    expect(await words('Password-2026')).toMatch(/^This password is easy to guess/);
    const unequal = {
      reset_password_token: token,
      password: newPassword,
      password_confirmation: `${newPassword}!`,
    };
    expect((await browser.put(calls.password, unequal)).json().error).toBe('Passwords do not match');
    expect((await setPassword(browser, token, newPassword)).statusCode).toBe(200);
  });

  test('the present password is refused, and the link stays valid', async () => {
    const { email, browser, token } = await forgetful();
    const answer = await setPassword(browser, token, goodPassword);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        success: false,
        code: 'same-password',
        error: 'This is already your password. Choose another one',
        errors: ['This is already your password. Choose another one'],
      },
    ]);
    expect(await signsIn(email, goodPassword)).toBe(true);
    expect((await setPassword(browser, token, newPassword)).statusCode).toBe(200);
    expect(await signsIn(email, newPassword)).toBe(true);
  });

  test("without a valid link, the present password gets the same answer as any other: it can't be guessed", async () => {
    const { email, browser, token } = await forgetful();
    const other = (await forgetful()).token;
    await setPassword(browser, token, newPassword);
    for (const password of [newPassword, 'Yet-Another-Cloud-8']) {
      expect(await refusal(token, password)).toBe('used-link');
      expect(await refusal('a'.repeat(43), password)).toBe('unknown-link');
    }
    // A link of one account says nothing about the password of another.
    expect((await setPassword(await openBrowser(portal), other, newPassword)).statusCode).toBe(200);
    expect(await signsIn(email, newPassword)).toBe(true);
  });

  test('a wrong guess at the present password uses up the link', async () => {
    const { token } = await forgetful();
    expect((await setPassword(await openBrowser(portal), token, newPassword)).statusCode).toBe(200);
    expect(await refusal(token, goodPassword)).toBe('used-link');
  });

  test('sent ten times at once, one wins', async () => {
    const { email, token } = await forgetful();
    const passwords = Array.from({ length: 10 }, (_, index) => `Another-Cloud-${index}`);
    const browsers = await Promise.all(passwords.map(() => openBrowser(portal)));
    const answers = await Promise.all(
      browsers.map((browser, index) => setPassword(browser, token, passwords[index]!)),
    );
    const winners = passwords.filter((_, index) => answers[index]?.statusCode === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(answer.json().code).toBe('used-link');
    expect(await signsIn(email, winners[0]!)).toBe(true);
  });

  test('the owner gets an email with the time', async () => {
    const { email, browser, token } = await forgetful();
    const changedAt = formatMinute(portal.clock.now());
    await setPassword(browser, token, newPassword);
    const mail = await lastMailTo(portal, email);
    expect(mail?.subject).toBe('Your password was changed · Teapot Weather API');
    expect(mail?.text).toContain(
      `Your password was changed on ${changedAt}. All other browsers were signed out, and connected apps were disconnected.`,
    );
    expect(mail?.text).not.toContain(newPassword);
  });

  describe("can't be blocked by others", () => {
    test('once a minute, and the answer says when to retry', async () => {
      const { email, browser } = await forgetful();
      portal.clock.pass(15);
      const answer = await browser.post(calls.forgotPassword, { email });
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '45']);
      expect(answer.json().error).toBe(
        'We just sent instructions to this address. Please try again in 45 seconds.',
      );
    });

    test('by requesting it for them: when no more is sent, a link in the mailbox still works', async () => {
      const { email } = await forgetful();
      const attacker = await openBrowser(portal);
      let lastSentAt = portal.clock.now();
      for (let count = 0; count < 90; count++) {
        portal.clock.pass(minute);
        const sent = (await attacker.post(calls.forgotPassword, { email })).statusCode === 200;
        if (sent) lastSentAt = portal.clock.now();
        expect(portal.clock.now() - lastSentAt).toBeLessThan(30 * minute * 1000);
      }
      const token = (await lastMailTo(portal, email))!.text!.match(/reset_password_token=([\w-]+)/)![1]!;
      expect((await setPassword(await openBrowser(portal), token, newPassword)).statusCode).toBe(200);
    });
  });
});
