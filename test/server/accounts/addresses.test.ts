import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fillCanonicalEmails } from '../../../src/accounts/address-history.ts';
import { hashPassword } from '../../../src/accounts/passwords.ts';
import { migrate } from '../../../src/platform/open-database.ts';
import { calls } from '../../../src/urls.ts';
import {
  askForReset,
  lastMailTo,
  openBrowser,
  setPassword,
  signUpForm,
  verifyCode,
} from '../../helpers/account-steps.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing, freshDatabase, migrationsFolder, type TestDatabase } from '../../helpers/database.ts';
import {
  goodPassword,
  quickHashes,
  resetTokenIn,
  startPortal,
  type TestPortal,
} from '../../helpers/portal.ts';

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

describe.skipIf(engineMissing)('accounts of an older release', () => {
  let portal: TestPortal;
  afterEach(() => portal.close());

  /** A database of the release before, with these people in it, the oldest first. */
  async function databaseWith(...emails: string[]): Promise<TestDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => name < '0005'))
      cpSync(join(migrationsFolder, file), join(folder, file));
    const database = await freshDatabase({ migrated: false });
    await migrate(database, folder, Date.now);
    rmSync(folder, { recursive: true });
    for (const [index, email] of emails.entries()) {
      const password_hash = await hashPassword(passwordOf(index), quickHashes);
      const person = { id: `person-${index}`, email, name: 'Nimbo', password_hash, created_at: index };
      await database.db
        .insertInto('users')
        .values(person as never)
        .execute();
    }
    await migrate(database, migrationsFolder, Date.now);
    return database;
  }

  const passwordOf = (index: number) => `${goodPassword}-${index}`;
  const rows = () =>
    portal.database.db
      .selectFrom('users')
      .select(['email', 'canonical_email'])
      .orderBy('created_at')
      .execute();

  /** Which of them an address and the password of each lets in. */
  async function signedInBy(email: string, count: number): Promise<number[]> {
    const indexes = Array.from({ length: count }, (_, index) => index);
    const isLetIn = async (index: number) =>
      (await (await openBrowser(portal)).signIn(email, passwordOf(index))).statusCode === 302;
    const letIn: number[] = [];
    for (const index of indexes) if (await isLetIn(index)) letIn.push(index);
    return letIn;
  }

  test('get their canonical address at the start, and are found by every spelling', async () => {
    const database = await databaseWith('alto@teapot.example', accented);
    portal = await startPortal({}, database);
    await fillCanonicalEmails(database.db);
    await fillCanonicalEmails(database.db);
    expect(await rows()).toEqual([
      { email: 'alto@teapot.example', canonical_email: 'alto@teapot.example' },
      { email: accented, canonical_email: canonical },
    ]);
    for (const spelling of spellings) expect(await signedInBy(spelling, 2)).toEqual([1]);
    const { subject } = (await askAgain(portal, accented))!;
    expect(subject).toContain('You already have an account');
  });

  test.each([
    ['the older is spelled with an accent', [accented, canonical]],
    ['the older is spelled in ASCII', [canonical, accented]],
    ['one ends with a dot', ['alto@teapot.example.', 'alto@teapot.example']],
  ])(
    'that share a mailbox: the older takes the address, both sign in by their own (%s)',
    async (_, emails) => {
      const database = await databaseWith(...emails);
      portal = await startPortal({}, database);
      await Promise.all([fillCanonicalEmails(database.db), fillCanonicalEmails(database.db)]);
      const [older, younger] = await rows();
      expect([older?.email, younger?.email]).toEqual(emails);
      expect(older?.canonical_email).not.toBeNull();
      expect(younger?.canonical_email).toBeNull();
      expect(await signedInBy(emails[0]!, 2)).toEqual([0]);
      expect(await signedInBy(emails[1]!, 2)).toEqual([1]);
      const forgetful = await openBrowser(portal);
      await portal.mails();
      await forgetful.post(calls.forgotPassword, { email: emails[1]! });
      const token = resetTokenIn((await portal.mails()).at(-1)!);
      expect((await setPassword(forgetful, token, newPassword)).statusCode).toBe(200);
      expect((await forgetful.signIn(emails[1]!, newPassword)).statusCode).toBe(302);
      expect(await signedInBy(emails[0]!, 2)).toEqual([0]);
      // What has not been sent by the clock of this test waits since months by that on the wall.
      await portal.mails();
      const { stdout } = await runAdmin(portal, ['check', '--json']);
      expect(JSON.parse(stdout)).toEqual([
        {
          finding: 'account that shares a mailbox with an older one',
          about: `${emails[1]} (${emails[0]})`,
        },
      ]);
    },
  );

  const askAgain = async (on: TestPortal, email: string) => {
    await on.mails();
    await (await openBrowser(on)).post(calls.sendVerificationCode, { email });
    return lastMailTo(on, canonical);
  };
});
