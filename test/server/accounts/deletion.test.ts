import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { changeEmail, lastMailTo, openBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { dumpRows, engine, engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const email = 'leaver@teapot.example';

describe.skipIf(engineMissing)('a deleted account', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeEach(async () => {
    portal = await startPortal();
    browser = await portal.signUp(email);
  });
  afterEach(() => portal.close());

  const remove = (password = goodPassword, phrase = `DELETE ${email}`) =>
    browser.post(calls.accountDeletion, { phrase, password });

  test('leaves no trace of the person but keyed hashes in the audit', async () => {
    const key = await createKey(browser, { name: 'Heirloom' });
    await browser.post(calls.accessRequests, { key_id: key.id, purpose: 'Cloud research', volume: 'much' });
    await verify(portal, withSecret(key));
    await browser.post(calls.forgotPassword, { email });
    await operatorOf(portal).limit(email, '9000');
    const before = await dumpRows(portal.database);
    const { id } = (await portal.database.db.selectFrom('users').select('id').executeTakeFirst())!;
    expect((await remove()).json()).toEqual({ success: true });
    await portal.mails();
    const after = await dumpRows(portal.database);
    for (const trace of [email, 'Alto Cumulus', 'Cloud research', 'Heirloom', id, '203.0.113.7']) {
      expect([trace, before.includes(trace)]).toEqual([trace, true]);
      expect([trace, after.includes(trace)]).toEqual([trace, false]);
    }
    const secrets = new Secrets(portal.config.secretKeys);
    const known = await operatorOf(portal).audit([`address=${email}`], secrets);
    expect(known.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account-deleted', 'key-created', 'sign-up', 'person-limit-set']),
    );
    const found = await portal.database.db.selectFrom('audit_events').select(['event', 'actor']).execute();
    const own = found.filter(({ event }) => ['key-created', 'account-deleted'].includes(event));
    expect(own).toHaveLength(2);
    expect(new Set(own.map(({ actor }) => actor)).size).toBe(1);
    expect(own[0]!.actor).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
  });

  test.runIf(engine === 'sqlite')('leaves no readable trace in the database file', async () => {
    const traces = [email, 'Alto Cumulus'];
    const read = async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(portal.database.db);
      const file = readFileSync(portal.database.url, 'latin1');
      return traces.filter((trace) => file.includes(trace));
    };
    expect(await read()).toEqual(traces);
    await remove();
    await portal.mails();
    expect(await read()).toEqual([]);
  });

  test('is confirmed by one last email, and queued emails are not sent', async () => {
    await browser.post(calls.forgotPassword, { email });
    const queue = () => portal.database.db.selectFrom('mail_queue').select('id').execute();
    expect((await queue()).length).toBeGreaterThan(1);
    await remove();
    expect(await queue()).toHaveLength(1);
    expect((await lastMailTo(portal, email))?.subject).toContain('Your account was deleted');
  });

  test('has keys that stop working at once here and within a second elsewhere', async () => {
    const key = await createKey(browser);
    const beside = await startBeside(portal);
    for (const each of [portal, beside]) expect((await verify(each, withSecret(key))).statusCode).toBe(200);
    await remove();
    expect((await verify(portal, withSecret(key))).statusCode).toBe(403);
    await eventually(
      async () => ((await verify(beside, withSecret(key))).statusCode === 403 ? true : undefined),
      1,
    );
    await beside.close();
  });

  test('denies calls in progress without other errors', async () => {
    const keys = [await createKey(browser), await createKey(browser)];
    const calling = Array.from({ length: 40 }, (_, index) => verify(portal, withSecret(keys[index % 2]!)));
    const [deleted, ...answers] = await Promise.all([remove(), ...calling]);
    expect(deleted.statusCode).toBe(200);
    for (const { statusCode } of answers) expect([200, 403]).toContain(statusCode);
    expect((await verify(portal, withSecret(keys[0]!))).statusCode).toBe(403);
  });

  test('needs the phrase and the password', async () => {
    expect((await remove(goodPassword, 'DELETE leaver')).json().code).toBe('wrong-phrase');
    expect((await remove('Wrong-1-guess')).json().code).toBe('wrong-password');
    expect((await browser.user())?.email).toBe(email);
  });

  test('is signed out everywhere, and its address can sign up again with the rest of its hour', async () => {
    await operatorOf(portal).limit(email, '3');
    const key = await createKey(browser);
    for (let call = 0; call < 3; call++) await verify(portal, withSecret(key));
    const elsewhere = await openBrowser(portal);
    await elsewhere.signIn(email, goodPassword);
    await remove();
    for (const each of [browser, elsewhere]) expect(await each.user()).toBeUndefined();
    expect((await (await openBrowser(portal)).signIn(email, goodPassword)).statusCode).toBe(401);
    portal.clock.pass(61);
    const again = await portal.signUp(email);
    await operatorOf(portal).limit(email, '3');
    expect((await verify(portal, withSecret(await createKey(again)))).statusCode).toBe(429);
  });

  test('is deleted once by ten requests at once, with a key that is being created', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => remove()),
      browser.post(calls.apiTokens, { name: 'Late' }),
    ]);
    expect(answers.slice(0, 10).filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
    const { db } = portal.database;
    for (const table of ['users', 'api_keys', 'sessions', 'devices'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });

  test('erases its earlier address too, unless another account has it', async () => {
    const next = 'elsewhere@teapot.example';
    await changeEmail(portal, browser, next);
    await portal.mails();
    portal.clock.pass(61);
    const heir = await portal.signUp(email);
    await heir.post(calls.forgotPassword, { email });
    const phrase = `DELETE ${next}`;
    expect((await remove(goodPassword, phrase)).statusCode).toBe(200);
    const text = await dumpRows(portal.database);
    expect([text.includes(next), text.includes(email)]).toEqual([false, true]);
    expect((await lastMailTo(portal, email))?.subject).toContain('Set a new password');
  });
});
