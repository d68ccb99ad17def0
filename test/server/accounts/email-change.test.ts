import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken, CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import {
  askForReset,
  askToChangeEmail,
  changeEmail,
  lastMailTo,
  openBrowser,
  otherCode,
  setPassword,
  undoTokenIn,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const hour = 3600;

describe.skipIf(engineMissing)('a changed email address', () => {
  let portal: TestPortal;
  let people = 0;
  const newEmail = () => `mover-${++people}@teapot.example`;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const signInStatus = async (email: string, password = goodPassword) =>
    (await (await openBrowser(portal)).signIn(email, password)).statusCode;
  const undo = async (token: string) =>
    (await openBrowser(portal)).post(calls.undoEmail, { undo_token: token });
  /** Copies of emails about keys may have arrived since. */
  const undoTokenFor = async (email: string) =>
    (await portal.mails())
      .filter((mail) => mail.to?.[0]?.address === email)
      .map(undoTokenIn)
      .findLast((token) => token !== '')!;

  test('needs a code, keeps keys and session, and the old address no longer signs in', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const browser = await portal.signUp(before);
    const key = await createKey(browser);
    const asked = await askToChangeEmail(portal, browser, after.toUpperCase().toLowerCase());
    expect((await browser.user())?.email).toBe(before);
    const answer = await browser.put(calls.accountEmail, asked);
    expect(answer.json()).toMatchObject({ success: true, user: { email: after } });
    expect((await browser.user())?.email).toBe(after);
    expect([await signInStatus(before), await signInStatus(after)]).toEqual([401, 302]);
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
  });

  test('needs the password and the right code, in the browser that asked', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const browser = await portal.signUp(before);
    const wrong = await browser.post(calls.accountEmailCode, { email: after, password: 'Wrong-1-guess' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong-password']);
    expect(await lastMailTo(portal, after)).toBeUndefined();
    const asked = await askToChangeEmail(portal, browser, after);
    const tried = await browser.put(calls.accountEmail, { ...asked, code: otherCode(asked.code) });
    expect(tried.json().code).toBe('wrong-code');
    const elsewhere = await openBrowser(portal);
    await elsewhere.signIn(before, goodPassword);
    expect((await elsewhere.put(calls.accountEmail, asked)).json().code).toBe('dead-code');
    expect((await browser.user())?.email).toBe(before);
  });

  test('takes no code that was sent for another purpose', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const browser = await portal.signUp(before);
    const { verification_token } = (await browser.post(calls.sendVerificationCode, { email: after })).json();
    const code = /\b\d{6}\b/.exec((await lastMailTo(portal, after))!.text!)![0];
    const answer = await browser.put(calls.accountEmail, { email: after, code, verification_token });
    expect(answer.json().code).toBe('dead-code');
  });

  test("doesn't reveal whether the address has an account: only its mailbox learns it", async () => {
    const [taken, free] = [newEmail(), newEmail()];
    await portal.signUp(taken);
    portal.clock.pass(61);
    const answers = [];
    for (const email of [taken, free]) {
      const browser = await portal.signUp(newEmail());
      answers.push(await browser.post(calls.accountEmailCode, { email, password: goodPassword }));
    }
    const told = answers.map(({ statusCode, headers, body }) => ({
      statusCode,
      names: Object.keys(headers).sort(),
      length: body.length,
    }));
    expect(told[0]).toEqual(told[1]);
    expect((await lastMailTo(portal, taken))?.subject).toContain('already has an account');
    expect((await lastMailTo(portal, taken))?.text).not.toMatch(/\b\d{6}\b/);
    expect((await lastMailTo(portal, free))?.subject).toMatch(/^\d{6} is your verification code/);
  });

  test('deletes the open codes and links of both addresses', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const browser = await portal.signUp(before);
    const outsider = await openBrowser(portal);
    const reset = await askForReset(portal, outsider, before);
    await changeEmail(portal, browser, after);
    expect((await setPassword(outsider, reset, 'Another-Cloud-7')).json().code).toBe('unknown-link');
    const { db } = portal.database;
    for (const table of ['verification_codes', 'password_resets'] as const)
      expect(
        await db.selectFrom(table).select('email').where('email', 'in', [before, after]).execute(),
      ).toEqual([]);
  });

  test('goes to one of two accounts that request it at once', async () => {
    const after = newEmail();
    const one = await portal.signUp(newEmail());
    const first = await askToChangeEmail(portal, one, after);
    portal.clock.pass(61);
    const other = await portal.signUp(newEmail());
    const second = await askToChangeEmail(portal, other, after);
    const answers = await Promise.all([
      one.put(calls.accountEmail, first),
      other.put(calls.accountEmail, second),
    ]);
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(['has-account', 'dead-code']).toContain(codes.find((code) => code !== 200));
  });

  describe('the link to the old address', () => {
    test('restores it, ends every session and device, and disables the password', async () => {
      const [before, after] = [newEmail(), newEmail()];
      const thief = await portal.signUp(before);
      await changeEmail(portal, thief, after);
      const answer = await undo(await undoTokenFor(before));
      expect(answer.json()).toMatchObject({ success: true, email: before });
      expect(await thief.user()).toBeUndefined();
      expect([await signInStatus(before), await signInStatus(after)]).toEqual([401, 401]);
      const owner = await openBrowser(portal);
      const token = answer.json().reset_password_token;
      expect((await setPassword(owner, token, 'Another-Cloud-7')).statusCode).toBe(200);
      expect(await signInStatus(before, 'Another-Cloud-7')).toBe(302);
    });

    test('works once, even if it is opened ten times at once', async () => {
      const before = newEmail();
      await changeEmail(portal, await portal.signUp(before), newEmail());
      const token = await undoTokenFor(before);
      const answers = await Promise.all(Array.from({ length: 10 }, () => undo(token)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect((await undo(token)).json().code).toBe('used-link');
    });

    test('works for 72 hours', async () => {
      const [early, late] = [newEmail(), newEmail()];
      await changeEmail(portal, await portal.signUp(early), newEmail());
      await changeEmail(portal, await portal.signUp(late), newEmail());
      const [first, second] = [await undoTokenFor(early), await undoTokenFor(late)];
      portal.clock.pass(72 * hour - 1);
      expect((await undo(first)).statusCode).toBe(200);
      portal.clock.pass(2);
      expect((await undo(second)).json().code).toBe('expired-link');
    });

    test('undoes a second change too, whose own link then fails', async () => {
      const [owner, thief, next] = [newEmail(), newEmail(), newEmail()];
      const browser = await portal.signUp(owner);
      await changeEmail(portal, browser, thief);
      portal.clock.pass(1);
      await changeEmail(portal, browser, next);
      const [theirs, later] = [await undoTokenFor(owner), await undoTokenFor(thief)];
      expect((await undo(theirs)).json()).toMatchObject({ email: owner });
      expect((await undo(later)).json().code).toBe('used-link');
    });

    test('undoes a second change that was made on a process whose clock is behind', async () => {
      const [owner, thief, next] = [newEmail(), newEmail(), newEmail()];
      const browser = await portal.signUp(owner);
      await changeEmail(portal, browser, thief);
      const theirs = await undoTokenFor(owner);
      const behind = await startBeside(portal);
      behind.clock.pass(-30);
      const there = behind.browser();
      await there.open();
      await there.signIn(thief, goodPassword);
      await changeEmail(behind, there, next);
      const later = undoTokenIn((await lastMailTo(behind, thief))!);
      expect((await undo(theirs)).json()).toMatchObject({ email: owner });
      expect((await undo(later)).json().code).toBe('used-link');
      await behind.close();
    });

    const keyStatus = async (key: CreatedApiToken) => (await verify(portal, withSecret(key))).statusCode;
    const rotate = async (browser: Browser, key: CreatedApiToken, overlap = '1h') => {
      const answer = await browser.post(calls.rotateToken(key.id), { overlap, password: goodPassword });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().token as CreatedApiToken;
    };

    test('revokes the keys and secrets created since the change', async () => {
      const before = newEmail();
      const thief = await portal.signUp(before);
      const [untouched, rotatedEarlier, rotated, endedOld] = [
        await createKey(thief, { name: 'Untouched' }),
        await createKey(thief, { name: 'Rotated earlier' }),
        await createKey(thief, { name: 'Rotated' }),
        await createKey(thief, { name: 'Without a way back' }),
      ];
      const newSecret = await rotate(thief, rotatedEarlier);
      await changeEmail(portal, thief, newEmail());
      const stolen = await createKey(thief, { name: 'Stolen' });
      const [second, third] = [await rotate(thief, rotated, '7d'), await rotate(thief, endedOld)];
      expect((await thief.post(calls.revokeOldSecret(endedOld.id), {})).statusCode).toBe(200);
      const answer = await undo(await undoTokenFor(before));
      expect(answer.json()).toMatchObject({
        success: true,
        revoked_keys: ['Stolen'],
        discarded_secrets: ['Rotated', 'Without a way back'],
      });
      const [working, refused] = [
        [untouched, rotatedEarlier, newSecret, rotated],
        [stolen, second, third, endedOld],
      ];
      expect(await Promise.all(working.map(keyStatus))).toEqual([200, 200, 200, 200]);
      expect(await Promise.all(refused.map(keyStatus))).toEqual([403, 403, 403, 403]);

      const owner = await openBrowser(portal);
      await setPassword(owner, answer.json().reset_password_token, goodPassword);
      await owner.signIn(before, goodPassword);
      const keys: ApiToken[] = (await owner.get(calls.apiTokens)).json().tokens;
      expect(keys.find(({ name }) => name === 'Without a way back')?.secrets).toEqual([]);
      const renewed = await rotate(owner, endedOld);
      expect(renewed.secrets).toHaveLength(1);
      expect(await Promise.all([renewed, endedOld, third].map(keyStatus))).toEqual([200, 403, 403]);
    });

    test('revokes them by their ids, not by clocks', async () => {
      const before = newEmail();
      const thief = await portal.signUp(before);
      await changeEmail(portal, thief, newEmail());
      portal.clock.pass(-60);
      const stolen = await createKey(thief);
      portal.clock.pass(60);
      await undo(await undoTokenFor(before));
      expect(await keyStatus(stolen)).toBe(403);
    });

    test('keeps them if the owner chooses so', async () => {
      const before = newEmail();
      const owner = await portal.signUp(before);
      const old = await createKey(owner);
      await changeEmail(portal, owner, newEmail());
      const [own, second] = [await createKey(owner), await rotate(owner, old)];
      const undo_token = await undoTokenFor(before);
      const kept = await (await openBrowser(portal)).post(calls.undoEmail, { undo_token, keep_keys: true });
      expect(kept.json()).toMatchObject({ revoked_keys: [], discarded_secrets: [] });
      expect(await Promise.all([old, own, second].map(keyStatus))).toEqual([200, 200, 200]);
    });

    test('while it works, emails about keys go to both addresses', async () => {
      const [before, after] = [newEmail(), newEmail()];
      const browser = await portal.signUp(before);
      const subjects = async (email: string) =>
        (await portal.mails())
          .filter((mail) => mail.to?.[0]?.address === email)
          .map((mail) => mail.subject!.replace(/ · .*/, ''));
      await changeEmail(portal, browser, after);
      const key = await createKey(browser);
      await rotate(browser, key);
      await browser.post(calls.revokeOldSecret(key.id), {});
      await browser.put(calls.accountName, { name: 'Someone New' });
      for (const email of [before, after])
        expect((await subjects(email)).slice(-3).sort()).toEqual([
          'You have a new API key',
          'Your key has a new secret',
          "Your key's old secret was revoked",
        ]);
      const copy = (await lastMailTo(portal, before))!.text!.replaceAll(/\s+/g, ' ');
      expect(copy).toContain(`changed from this one to ${after} in the last 72 hours`);
      expect((await lastMailTo(portal, after))!.text).not.toContain("You're getting this copy");
      portal.clock.pass(72 * hour + 1);
      await createKey(browser);
      expect((await subjects(after)).at(-1)).toBe('You have a new API key');
      expect((await subjects(before)).filter((subject) => subject === 'You have a new API key')).toHaveLength(
        1,
      );
    });

    test('after many changes only the first few addresses get copies', async () => {
      const addresses = Array.from({ length: 5 }, newEmail);
      const browser = await portal.signUp(addresses[0]);
      for (const next of addresses.slice(1)) {
        portal.clock.pass(61);
        await changeEmail(portal, browser, next);
      }
      await createKey(browser);
      const told = (await portal.mails())
        .filter(({ subject }) => subject!.startsWith('You have a new API key'))
        .map((mail) => mail.to?.[0]?.address);
      expect(addresses.map((email) => told.filter((to) => to === email).length)).toEqual([1, 1, 1, 0, 1]);
    });

    test('changes nothing when its page is opened, and sends no referrer', async () => {
      const before = newEmail();
      const browser = await portal.signUp(before);
      const after = newEmail();
      await changeEmail(portal, browser, after);
      const link = new URL(/http\S+undo_token=\S+/.exec((await lastMailTo(portal, before))!.text!)![0]);
      const page = await (await openBrowser(portal)).get(link.pathname + link.search, {
        accept: 'text/html',
      });
      expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
      expect((await browser.user())?.email).toBe(after);
    });
  });
});
