import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAddressHistory } from '../../../src/accounts/address-history.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls } from '../../../src/urls.ts';
import { changeEmail, lastMailTo, openBrowser, undoTokenIn } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const first = 'cirrus@teapot.example';
const second = 'stratus@teapot.example';

describe.skipIf(engineMissing)('a person who comes back with an address they had before', () => {
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await startPortal();
  });
  afterEach(() => portal.close());

  const deleteAccount = async (browser: Browser, email: string) => {
    const answer = await browser.post(calls.accountDeletion, {
      phrase: `DELETE ${email}`,
      password: goodPassword,
    });
    expect(answer.json()).toEqual({ success: true });
  };
  /** A code may be requested once a minute. */
  const signUp = (email: string) => {
    portal.clock.pass(61);
    return portal.signUp(email);
  };
  const tryToCreateKey = async (browser: Browser) => {
    const answer = await browser.post(calls.apiTokens, { name: 'Weathercock' });
    return answer.json().code ?? answer.statusCode;
  };
  /** Counts the calls that are answered with 200. */
  const countAllowed = async (browser: Browser, calling: number) => {
    const key = await createKey(browser);
    let allowed = 0;
    for (let call = 0; call < calling; call++)
      if ((await verify(portal, withSecret(key))).statusCode === 200) allowed++;
    return allowed;
  };
  const historyUnder = (secretKeys: string[]) =>
    createAddressHistory({
      db: portal.database.db,
      secrets: () => new Secrets(secretKeys),
      now: portal.clock.now,
    });
  const limitOf = async (email: string) =>
    (await operatorOf(portal).people()).find((person) => person.email === email)?.requests_per_hour;

  test('is still suspended after deleting the account', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).suspend(first);
    await deleteAccount(browser, first);
    const again = await signUp(first);
    expect((await again.user())?.email).toBe(first);
    expect(await tryToCreateKey(again)).toBe('suspended');
    await deleteAccount(again, first);
    expect(await tryToCreateKey(await signUp(first))).toBe('suspended');
  });

  test('is still suspended under every address the account has had', async () => {
    const browser = await portal.signUp(first);
    await changeEmail(portal, browser, second);
    await operatorOf(portal).suspend(second);
    await deleteAccount(browser, second);
    const again = await signUp(first);
    expect(await tryToCreateKey(again)).toBe('suspended');
    expect(await tryToCreateKey(await signUp(second))).toBe('suspended');
    expect(await tryToCreateKey(await signUp('someone-else@teapot.example'))).toBe(201);
  });

  test('is suspended as well while the suspended account exists under another address', async () => {
    const browser = await portal.signUp(first);
    await changeEmail(portal, browser, second);
    await operatorOf(portal).suspend(second);
    expect(await tryToCreateKey(await signUp(first))).toBe('suspended');
  });

  test('is suspended when the address of a suspended account was changed and changed back', async () => {
    const browser = await portal.signUp(first);
    await changeEmail(portal, browser, second);
    const undone = await (await openBrowser(portal)).post(calls.undoEmail, {
      undo_token: undoTokenIn((await lastMailTo(portal, first))!),
    });
    expect(undone.statusCode).toBe(200);
    await operatorOf(portal).suspend(first);
    expect(await tryToCreateKey(await signUp(second))).toBe('suspended');
  });

  test('has the limit that the operator set', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).limit(first, '7');
    await changeEmail(portal, browser, second);
    await deleteAccount(browser, second);
    await signUp(first);
    await signUp(second);
    expect([await limitOf(first), await limitOf(second)]).toEqual([7, 7]);
  });

  test('has the ordinary limit where the operator set none', async () => {
    const browser = await portal.signUp(first);
    await deleteAccount(browser, first);
    await signUp(first);
    expect(await limitOf(first)).toBe(5000);
  });

  test('is no longer restricted under any address once the operator lifts it', async () => {
    const browser = await portal.signUp(first);
    await changeEmail(portal, browser, second);
    await operatorOf(portal).suspend(second);
    await deleteAccount(browser, second);
    const again = await signUp(first);
    await operatorOf(portal).resume(first);
    expect(await tryToCreateKey(again)).toBe(201);
    await deleteAccount(again, first);
    expect(await tryToCreateKey(await signUp(first))).toBe(201);
    expect(await tryToCreateKey(await signUp(second))).toBe(201);
  });

  test('is no longer restricted if the operator lifts it while there is no account', async () => {
    const browser = await portal.signUp(first);
    await changeEmail(portal, browser, second);
    await operatorOf(portal).suspend(second);
    await deleteAccount(browser, second);
    expect(await operatorOf(portal).resume(first)).toMatchObject({
      suspended_at: null,
      account_deleted: true,
    });
    expect(await tryToCreateKey(await signUp(second))).toBe(201);
    await expect(operatorOf(portal).resume('nobody@teapot.example')).rejects.toThrow('nobody');
  });

  test('stays suspended after SECRET_KEY was rotated', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).suspend(first);
    await deleteAccount(browser, first);
    const rotated = historyUnder(['another-secret-key-of-thirty-two-chars', ...portal.config.secretKeys]);
    const { suspended_at } = await rotated.findRestriction(portal.database.db, first);
    expect(suspended_at).not.toBeNull();
  });

  test('is forgotten after 24 months, and not before', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).suspend(first);
    await deleteAccount(browser, first);
    const { db } = portal.database;
    const rows = async () => (await db.selectFrom('address_restrictions').selectAll().execute()).length;
    const history = historyUnder(portal.config.secretKeys);
    portal.clock.pass(729 * 24 * 3600);
    await history.forgetOld();
    expect(await rows()).toBe(1);
    portal.clock.pass(2 * 24 * 3600);
    await history.forgetOld();
    expect(await rows()).toBe(0);
  });

  test('has used what was used under any of the addresses within the hour', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).limit(first, '9');
    expect(await countAllowed(browser, 12)).toBe(9);
    await changeEmail(portal, browser, second);
    await deleteAccount(browser, second);
    expect(await countAllowed(await signUp(first), 3)).toBe(0);
    expect(await countAllowed(await signUp(second), 3)).toBe(0);
    portal.clock.pass(3600);
    expect(await countAllowed(await portal.signUp('outsider@teapot.example'), 3)).toBe(3);
  });

  test('continues the count from before the address changed', async () => {
    const browser = await portal.signUp(first);
    await operatorOf(portal).limit(first, '9');
    expect(await countAllowed(browser, 12)).toBe(9);
    await changeEmail(portal, browser, second);
    expect(await countAllowed(await signUp(first), 3)).toBe(0);
  });

  test('keeps the greater of two counts when an account takes over an address', async () => {
    const browser = await portal.signUp(second);
    await operatorOf(portal).limit(second, '9');
    expect(await countAllowed(browser, 12)).toBe(9);
    await deleteAccount(browser, second);
    const other = await signUp(first);
    await operatorOf(portal).limit(first, '9');
    expect(await countAllowed(other, 2)).toBe(2);
    portal.clock.pass(61);
    await changeEmail(portal, other, second);
    expect(await countAllowed(other, 3)).toBe(0);
  });
});
