import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, calls, relative } from '../../../src/urls.ts';
import {
  askForReset,
  changeEmail,
  lastMailTo,
  openBrowser,
  setPassword,
} from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const nextPassword = 'Stratus-4-over-Kiel';

describe.skipIf(engineMissing)('account settings', () => {
  let portal: TestPortal;
  let people = 0;
  const newEmail = () => `own-${++people}@teapot.example`;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

  /** Signs the same person in with another browser. */
  async function signInElsewhere(email: string, password = goodPassword) {
    const browser = await openBrowser(portal);
    await browser.signIn(email, password, { 'user-agent': firefox });
    return browser;
  }
  const rowOf = (email: string) =>
    portal.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const changePassword = (password: string, current = goodPassword) => ({
    current_password: current,
    password,
    password_confirmation: password,
  });

  test('show name, address and every session, with this one marked', async () => {
    const email = newEmail();
    const browser = await portal.signUp(email);
    portal.clock.pass(1);
    const elsewhere = await signInElsewhere(email);
    const shown = (await elsewhere.get(calls.account)).json();
    expect(shown).toMatchObject({ name: 'Alto Cumulus', email });
    expect(shown.sessions).toMatchObject([
      { browser: 'Firefox on Windows', is_current: true },
      { is_current: false },
    ]);
    expect((await browser.get(calls.account)).json().sessions).toMatchObject([
      { is_current: false },
      { is_current: true },
    ]);
    expect(JSON.stringify(shown)).not.toContain(browser.cookies.get('visitor'));
  });

  test('answer under both base paths, with no-store', async () => {
    const browser = await portal.signUp(newEmail());
    for (const base of basePaths) {
      const answer = await browser.get(base + relative.account);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    }
  });

  test('change the name, cleaned as at sign-up', async () => {
    const browser = await portal.signUp(newEmail());
    const answer = await browser.put(calls.accountName, { name: '  Nimbo\r\nStratus\u202e ' });
    expect(answer.json()).toMatchObject({ success: true, user: { name: 'Nimbo Stratus' } });
    expect((await browser.user())?.name).toBe('Nimbo Stratus');
    expect((await browser.put(calls.accountName, { name: ' ' })).json().code).toBe('no-name');
  });

  describe('a new password', () => {
    test("signs out every other browser, renews this one's cookie, and is confirmed by email", async () => {
      const email = newEmail();
      const browser = await portal.signUp(email);
      const elsewhere = await signInElsewhere(email);
      const cookie = browser.cookies.get('visitor');
      const token = await askForReset(portal, await openBrowser(portal), email);
      expect((await browser.put(calls.accountPassword, changePassword(nextPassword))).statusCode).toBe(200);
      expect(browser.cookies.get('visitor')).not.toBe(cookie);
      expect((await browser.user())?.email).toBe(email);
      expect(await elsewhere.user()).toBeUndefined();
      expect((await (await openBrowser(portal)).signIn(email, goodPassword)).statusCode).toBe(401);
      expect((await (await openBrowser(portal)).signIn(email, nextPassword)).statusCode).toBe(302);
      expect((await setPassword(await openBrowser(portal), token, 'Third-Cloud-7')).json().code).toBe(
        'unknown-link',
      );
      expect((await portal.mails()).filter((mail) => mail.to?.[0]?.address === email)).toContainEqual(
        expect.objectContaining({ subject: expect.stringContaining('Your password was changed') }),
      );
    });

    test('needs the old one, with the delays of sign-in', async () => {
      const browser = await portal.signUp(newEmail());
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess++)
        statuses.push(
          (await browser.put(calls.accountPassword, changePassword(nextPassword, 'Wrong-1-guess')))
            .statusCode,
        );
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });

    test('of several requests at once only one counts', async () => {
      const email = newEmail();
      const browser = await portal.signUp(email);
      const passwords = ['First-Cloud-7', 'Second-Cloud-7', 'Third-Cloud-7'];
      const headers = { cookie: `visitor=${browser.cookies.get('visitor')}`, 'x-csrf-token': browser.csrf };
      const answers = await Promise.all(
        passwords.map((password) =>
          portal.server.inject({
            method: 'PUT',
            url: calls.accountPassword,
            payload: changePassword(password),
            headers,
          }),
        ),
      );
      const kept = answers.flatMap(({ statusCode }, index) =>
        statusCode === 200 ? [passwords[index]!] : [],
      );
      expect(kept).toHaveLength(1);
      expect((await (await openBrowser(portal)).signIn(email, kept[0]!)).statusCode).toBe(302);
    });

    test.each([
      ['short', 'bad-password'],
      ['Password1!', 'bad-password'],
      [goodPassword, 'same-password'],
    ])('must follow the rules and be another one: %s is %s', async (password, code) => {
      const browser = await portal.signUp(newEmail());
      expect((await browser.put(calls.accountPassword, changePassword(password))).json().code).toBe(code);
    });
  });

  test('end all other sessions and forget all other devices', async () => {
    const email = newEmail();
    const browser = await portal.signUp(email);
    const others = [await signInElsewhere(email), await signInElsewhere(email)];
    expect((await browser.delete(calls.accountSessions)).json()).toEqual({ success: true, ended: 2 });
    for (const other of others) expect(await other.user()).toBeUndefined();
    expect((await browser.user())?.email).toBe(email);
    const { id } = await rowOf(email);
    const { db } = portal.database;
    expect(await db.selectFrom('devices').selectAll().where('user_id', '=', id).execute()).toHaveLength(1);
  });

  test('an unknown browser causes an email, a known one does not', async () => {
    const email = newEmail();
    await portal.signUp(email);
    const elsewhere = await signInElsewhere(email);
    await elsewhere.signIn(email, goodPassword);
    const told = (await portal.mails()).filter(
      (mail) => mail.to?.[0]?.address === email && mail.subject?.includes('New sign-in'),
    );
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain('Browser: Firefox on Windows');
    expect(told[0]!.text).toContain('Network address: 203.0.113.7');
  });

  describe('the downloaded data', () => {
    test('contain everything about the person, no secret, and nothing of others', async () => {
      const email = newEmail();
      const browser = await portal.signUp(email);
      const outsider = await portal.signUp('outsider@teapot.example');
      await createKey(outsider, { name: 'Not mine' });
      const key = await createKey(browser, { name: 'Heirloom' });
      const answer = await browser.post(calls.accountExport, { password: goodPassword });
      expect(answer.json()).toMatchObject({
        account: { email, name: 'Alto Cumulus', requests_per_hour: 5000 },
        sessions: [{}],
        devices: [{}],
        keys: [{ name: 'Heirloom', external_id: key.external_id, calls: [], denials: [] }],
        access_requests: [],
      });
      const events = answer.json().records.map(({ event }: { event: string }) => event);
      expect(events).toEqual(expect.arrayContaining(['sign-up', 'key-created']));
      const { password_hash } = await rowOf(email);
      for (const secret of [
        key.token,
        password_hash,
        browser.cookies.get('visitor')!,
        'outsider',
        'Not mine',
      ])
        expect(answer.body).not.toContain(secret);
    });

    test('contain nothing of an earlier owner of the address', async () => {
      const [email, next] = [newEmail(), newEmail()];
      const earlier = await portal.signUp(email);
      await earlier.put(calls.accountName, { name: 'Nimbus Former' });
      await operatorOf(portal).limit(email, '4321');
      portal.clock.pass(3600);
      await changeEmail(portal, earlier, next);
      portal.clock.pass(61);
      const later = await portal.signUp(email);
      const answer = await later.post(calls.accountExport, { password: goodPassword });
      const events = answer.json().records.map(({ event }: { event: string }) => event);
      expect(events.sort()).toEqual(['code-sent', 'code-verified', 'sign-up']);
      expect(answer.json()).toMatchObject({ emails_of_the_last_day: 1, earlier_addresses: [] });
      expect(answer.body).not.toContain(next);
    });

    test('contain nothing of a deleted account with the same address', async () => {
      const email = newEmail();
      const earlier = await portal.signUp(email);
      await createKey(earlier, { name: 'Not mine' });
      await earlier.post(calls.accountDeletion, { phrase: `DELETE ${email}`, password: goodPassword });
      portal.clock.pass(61);
      const later = await portal.signUp(email);
      const answer = await later.post(calls.accountExport, { password: goodPassword });
      const events = answer.json().records.map(({ event }: { event: string }) => event);
      expect(events.sort()).toEqual(['code-sent', 'code-verified', 'sign-up']);
    });

    test('need the password, and the owner gets an email', async () => {
      const email = newEmail();
      const browser = await portal.signUp(email);
      expect((await browser.post(calls.accountExport, { password: 'Wrong-1-guess' })).statusCode).toBe(422);
      expect((await lastMailTo(portal, email))?.subject).not.toContain('exported');
      await browser.post(calls.accountExport, { password: goodPassword });
      expect((await lastMailTo(portal, email))?.subject).toContain('Your data was downloaded');
    });
  });

  test('every table about people is in the download', async () => {
    const email = newEmail();
    const browser = await portal.signUp(email);
    const key = await createKey(browser);
    await browser.post(calls.accessRequests, { key_id: key.id, purpose: 'Research', volume: '10 a day' });
    await browser.post(calls.forgotPassword, { email });
    const exported = (await browser.post(calls.accountExport, { password: goodPassword })).json();
    expect(exported).toMatchObject({
      access_requests: [{ purpose: 'Research', volume: '10 a day', state: 'open' }],
      password_resets: [{}],
      verification_codes: [{ purpose: 'sign-up' }],
    });
    expect(exported.emails_of_the_last_day).toBeGreaterThan(0);
  });
});
