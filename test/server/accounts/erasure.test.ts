import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { lastMailTo } from '../../helpers/account-steps.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { dumpRows, engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const email = 'leaver@teapot.example';

describe.skipIf(engineMissing)('an account that the operator erases for a legal request', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeEach(async () => {
    portal = await startPortal();
    browser = await portal.signUp(email);
  });
  afterEach(() => portal.close());

  const erase = (...options: string[]) => runAdmin(portal, ['erase', email, ...options]);
  /** Commands use the real clock. */
  const catchUp = () => portal.clock.pass((Date.now() - portal.clock.now()) / 1000 + 1);
  const restrictions = () =>
    portal.database.db
      .selectFrom('address_restrictions')
      .select(['suspended_at', 'requests_per_hour'])
      .execute();
  const deleteAsOwner = () =>
    browser.post(calls.accountDeletion, { phrase: `DELETE ${email}`, password: goodPassword });

  test('leaves no trace of the person but keyed hashes in the audit, which names who acted', async () => {
    const key = await createKey(browser, { name: 'Heirloom' });
    await browser.post(calls.accessRequests, { key_id: key.id, purpose: 'Cloud research', volume: 'much' });
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    await browser.post(calls.forgotPassword, { email });
    await operatorOf(portal).limit(email, '9000');
    const { id } = (await portal.database.db.selectFrom('users').select('id').executeTakeFirst())!;
    const before = await dumpRows(portal.database);
    expect(await erase('--yes', '--as', 'Ada')).toEqual({
      status: 0,
      stdout: `Erased the account ${email} with 1 key.\n`,
      stderr: '',
    });
    await eventually(
      async () => ((await verify(portal, withSecret(key))).statusCode === 403 ? true : undefined),
      1,
    );
    expect(await browser.user()).toBeUndefined();
    catchUp();
    expect((await lastMailTo(portal, email))?.subject).toContain('Your account was deleted');
    const after = await dumpRows(portal.database);
    for (const trace of [email, 'Alto Cumulus', 'Cloud research', 'Heirloom', id, '203.0.113.7']) {
      expect([trace, before.includes(trace)]).toEqual([trace, true]);
      expect([trace, after.includes(trace)]).toEqual([trace, false]);
    }
    expect(await restrictions()).toEqual([]);
    const secrets = new Secrets(portal.config.secretKeys);
    const [erased] = await operatorOf(portal).audit([`address=${email}`, 'event=account-erased'], secrets);
    expect(erased).toMatchObject({ actor: `operator ${userInfo().username} as Ada`, details: {} });
    expect(erased!.target).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
    expect((await runAdmin(portal, ['check', '--json'])).stdout).toBe('[]\n');
  });

  test('needs a flag, without which nothing is changed', async () => {
    const before = await dumpRows(portal.database);
    expect(await erase()).toEqual({
      status: 2,
      stdout: '',
      stderr: `This erases ${email} with all keys and cannot be undone. To confirm, add --yes\n`,
    });
    expect(await dumpRows(portal.database)).toBe(before);
    expect(await runAdmin(portal, ['erase', 'leaver', '--yes'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'leaver is not an email address\n',
    });
  });

  test('stays suspended under keyed hashes, without the limit, until resume erases that too', async () => {
    await operatorOf(portal).limit(email, '9000');
    await operatorOf(portal).suspend(email);
    const { stdout } = await erase('--yes');
    catchUp();
    expect((await lastMailTo(portal, email))?.text).toContain('The suspension stays for 24 months');
    expect(stdout).toBe(
      `Erased the account ${email} with 0 keys. The suspension stays under keyed hashes for at most 24 months; resume erases it too.\n`,
    );
    const [kept, ...more] = await restrictions();
    expect([typeof kept?.suspended_at, kept?.requests_per_hour, more]).toEqual(['number', null, []]);
    expect((await runAdmin(portal, ['resume', email])).stdout).toBe(
      `A new account with ${email} is reinstated.\n`,
    );
    expect(await restrictions()).toEqual([]);
  });

  test('that its owner has deleted before loses what was left, and nobody else loses anything', async () => {
    await operatorOf(portal).limit(email, '9000');
    await deleteAsOwner();
    const other = await portal.signUp('stays@teapot.example');
    expect(await restrictions()).toEqual([{ suspended_at: null, requests_per_hour: 9000 }]);
    const audit = () =>
      portal.database.db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').execute();
    const before = await audit();
    await portal.mails();
    const { stdout } = await erase('--yes');
    expect(stdout).toBe(`No account with email ${email}. Anything left of an earlier one was erased.\n`);
    expect(await restrictions()).toEqual([]);
    expect((await other.user())?.email).toBe('stays@teapot.example');
    const after = await audit();
    expect(after.filter(({ event }) => event !== 'account-erased')).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });
});
