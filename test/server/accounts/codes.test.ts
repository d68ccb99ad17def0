import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { basePaths, calls, relative } from '../../../src/urls.ts';
import { askForCode, lastMailTo, openBrowser, otherCode, verifyCode } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { codeIn, startPortal, type TestPortal } from '../../helpers/portal.ts';

const chance = vi.hoisted(() => ({ next: undefined as number | undefined }));

// The random numbers are Node's own, unless a test sets one.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, randomInt: (max: number) => chance.next ?? crypto.randomInt(max) };
});

const minute = 60;

describe.skipIf(engineMissing)('verification codes', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newEmail = () => `reader-${++people}@teapot.example`;

  async function asked(email = newEmail()) {
    const browser = await openBrowser(portal);
    const code = await askForCode(portal, browser, email);
    return {
      browser,
      email,
      code,
      enter: async (digits?: string) => (await verifyCode(browser, code, digits)).statusCode,
      refusal: async (digits?: string) => (await verifyCode(browser, code, digits)).json().code,
    };
  }

  test('are six digits in the subject, the text and the HTML of a mail to that address', async () => {
    const { email, code } = await asked();
    const mail = await lastMailTo(portal, email);
    expect(code.code).toMatch(/^\d{6}$/);
    expect(mail?.subject).toBe(`${code.code} is your verification code · Teapot Weather API`);
    expect(mail?.text).toContain(`    ${code.code}\n`);
    expect(mail?.html).toContain(`>${code.code}<`);
    expect(mail?.text).toContain('The code expires in 10 minutes.');
  });

  test('keep their leading zeros', async () => {
    chance.next = 42;
    const { code, enter } = await asked();
    chance.next = undefined;
    expect(code.code).toBe('000042');
    expect(await enter('42')).toBe(422);
    expect(await enter()).toBe(200);
  });

  test.each(basePaths)('are sent and verified under %s', async (base) => {
    const browser = await openBrowser(portal);
    const email = newEmail();
    const sent = await browser.post(base + relative.sendVerificationCode, { email });
    const code = codeIn((await lastMailTo(portal, email))!);
    const { verification_token } = sent.json();
    const answer = await browser.post(base + relative.verifyCode, { email, code, verification_token });
    expect(answer.json()).toEqual({ success: true });
  });

  test('a wrong one has the error of the specification', async () => {
    const { browser, code } = await asked();
    const answer = await verifyCode(browser, code, otherCode(code.code));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      success: false,
      code: 'wrong-code',
      error: 'Invalid verification code',
      errors: ['Invalid verification code'],
    });
  });

  test('live ten minutes', async () => {
    const [early, late] = [await asked(), await asked()];
    portal.clock.pass(10 * minute - 1);
    expect(await early.enter()).toBe(200);
    portal.clock.pass(1);
    expect(await late.refusal()).toBe('dead-code');
  });

  test('stop working after five wrong tries, and not before', async () => {
    const [lucky, unlucky] = [await asked(), await asked()];
    for (let count = 0; count < 4; count++) expect(await lucky.enter(otherCode(lucky.code.code))).toBe(422);
    expect(await lucky.enter()).toBe(200);
    const wrong = otherCode(unlucky.code.code);
    for (let count = 0; count < 4; count++) expect(await unlucky.refusal(wrong)).toBe('wrong-code');
    expect(await unlucky.refusal(wrong)).toBe('dead-code');
    expect(await unlucky.refusal()).toBe('dead-code');
    expect(await unlucky.enter()).toBe(422);
  });

  test('tries sent at once are counted one by one', async () => {
    const { browser, code, enter } = await asked();
    const wrong = Array.from({ length: 10 }, (_, index) =>
      verifyCode(browser, code, String(index).padStart(6, 'x')),
    );
    for (const answer of await Promise.all(wrong)) expect(answer.statusCode).toBe(422);
    expect(await enter()).toBe(422);
  });

  describe('work for one browser, one address and one token', () => {
    test('not in another browser', async () => {
      const { code, enter } = await asked();
      expect((await verifyCode(await openBrowser(portal), code)).statusCode).toBe(422);
      expect(await enter()).toBe(200);
    });

    test('not for another address', async () => {
      const { browser, code } = await asked();
      expect((await verifyCode(browser, { ...code, email: newEmail() })).statusCode).toBe(422);
      expect((await verifyCode(browser, { ...code, email: code.email.toUpperCase() })).statusCode).toBe(200);
    });

    test('not with the token of another code', async () => {
      const { browser, email, code } = await asked();
      portal.clock.pass(minute);
      const second = await askForCode(portal, browser, email);
      if (second.code === code.code) return;
      expect((await verifyCode(browser, { ...second, code: code.code })).statusCode).toBe(422);
      expect((await verifyCode(browser, { ...code, code: second.code })).statusCode).toBe(422);
      expect((await verifyCode(browser, second)).statusCode).toBe(200);
    });

    test('not for another purpose', async () => {
      const { email, enter } = await asked();
      const other = { purpose: 'change of address' as 'sign-up' };
      const codes = portal.database.db.updateTable('verification_codes').where('email', '=', email);
      await codes.set(other).execute();
      expect(await enter()).toBe(422);
      await codes.set({ purpose: 'sign-up' }).execute();
      expect(await enter()).toBe(200);
    });

    test('and guesses without its token cost the owner nothing', async () => {
      const { browser, email, code, enter } = await asked();
      const outsider = await openBrowser(portal);
      const guesses = [
        { from: outsider, verification_token: 'a'.repeat(43) },
        { from: outsider, verification_token: code.verification_token },
        { from: browser, verification_token: 'b'.repeat(43) },
      ];
      for (const { from, verification_token } of guesses) {
        for (let count = 0; count < 20; count++)
          expect((await verifyCode(from, { email, code: '000000', verification_token })).json().error).toBe(
            'This code no longer works. Request a new one.',
          );
      }
      expect(await enter()).toBe(200);
    });

    test.each(['', 'x', 'a'.repeat(43)])('not with the token %j', async (token) => {
      const { browser, code } = await asked();
      expect((await verifyCode(browser, { ...code, verification_token: token })).statusCode).toBe(422);
    });
  });

  describe('are not sent too often', () => {
    test('once a minute, and the answer says when to retry', async () => {
      const { browser, email } = await asked();
      portal.clock.pass(20);
      const again = await browser.post(calls.sendVerificationCode, { email });
      expect([again.statusCode, again.headers['retry-after']]).toEqual([429, '40']);
      expect(again.json().error).toBe('We just sent a code to this address. Please try again in 40 seconds.');
      portal.clock.pass(40);
      expect((await browser.post(calls.sendVerificationCode, { email })).statusCode).toBe(200);
    });

    test('five an hour for one address from any number of browsers', async () => {
      const { email } = await asked();
      for (let count = 1; count < 5; count++) {
        portal.clock.pass(minute);
        await asked(email);
      }
      portal.clock.pass(minute);
      const browser = await openBrowser(portal);
      browser.address = '198.51.100.9';
      const sixth = await browser.post(calls.sendVerificationCode, { email: email.toUpperCase() });
      expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, String(55 * minute)]);
      expect(sixth.json().error).toBe(
        'Too many codes were sent to this address. Please try again in 55 minutes.',
      );
      portal.clock.pass(55 * minute);
      expect((await browser.post(calls.sendVerificationCode, { email })).statusCode).toBe(200);
    });

    test('a new one does not refill the tries of its address', async () => {
      const email = newEmail();
      for (let code = 0; code < 3; code++) {
        const { enter, code: sent } = await asked(email);
        for (let count = 0; count < 5; count++) await enter(otherCode(sent.code));
        portal.clock.pass(minute);
      }
      const { browser, code } = await asked(email);
      const answer = await verifyCode(browser, code);
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe(String(57 * minute));
      expect(answer.json().error).toBe(
        'Too many wrong codes for this address. Please try again in 57 minutes.',
      );
    });
  });
});
