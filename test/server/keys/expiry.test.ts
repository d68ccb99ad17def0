import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createExpiry } from '../../../src/keys/expiry.ts';
import { calls } from '../../../src/urls.ts';
import { lastMailTo } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const day = 24 * 3600;

describe.skipIf(engineMissing)('the expiry date of a key, chosen by its owner', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortal();
  });
  beforeEach(async () => {
    browser = await portal.signUp();
  });
  afterAll(() => portal.close());

  const inDays = (days: number) => new Date(portal.clock.now() + days * day * 1000).toISOString();
  const choose = (key: CreatedApiToken, expires_at: string, password?: string) =>
    browser.put(calls.tokenExpiry(key.id), { expires_at, ...(password && { password }) });

  test('can be moved earlier without a password, and applies at once', async () => {
    const key = await createKey(browser);
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    const end = inDays(1);
    expect((await choose(key, end)).json()).toMatchObject({ success: true, token: { expires_at: end } });
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    portal.clock.pass(day);
    expect((await verify(portal, withSecret(key))).statusCode).toBe(403);
  });

  test('can be moved later with the password only, and the owner gets an email', async () => {
    const email = 'later@teapot.example';
    browser = await portal.signUp(email);
    const key = await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    for (const password of [undefined, 'Wrong-1-guess'])
      expect((await choose(key, inDays(90), password)).json().code).toBe('wrong-password');
    const end = inDays(90);
    expect((await choose(key, end, goodPassword)).json().token.expires_at).toBe(end);
    expect((await lastMailTo(portal, email))?.subject).toContain("Your key's expiry date was extended");
  });

  test('can be no later than the operator allows, or than a year', async () => {
    const key = await createKey(browser);
    expect((await listKeys(browser))[0]!.expires_at_max).toBe(inDays(365));
    expect((await choose(key, inDays(365))).statusCode).toBe(200);
    const bound = inDays(10);
    await operatorOf(portal).expire(key.external_id, bound);
    expect((await listKeys(browser))[0]!.expires_at_max).toBe(bound);
    expect((await choose(key, inDays(11), goodPassword)).json().code).toBe('late-expiry');
    expect((await choose(key, inDays(9))).statusCode).toBe(200);
    expect((await choose(key, bound, goodPassword)).statusCode).toBe(200);
  });

  test("can't be changed once it has passed", async () => {
    const key = await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    portal.clock.pass(30 * day);
    expect((await choose(key, inDays(1), goodPassword)).json().code).toBe('expired-key');
  });

  test("of another person's key answers as if it did not exist", async () => {
    const key = await createKey(browser);
    const other = await portal.signUp();
    const answer = await other.put(calls.tokenExpiry(key.id), { expires_at: inDays(1) });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
    expect((await listKeys(browser))[0]!.expires_at).toBeNull();
  });

  test('is in the audit with who chose it', async () => {
    const key = await createKey(browser);
    await choose(key, inDays(5));
    const events = await operatorOf(portal).audit(['event=key-expiry-chosen']);
    expect(events.filter(({ target }) => target === key.external_id)).toHaveLength(1);
  });
});

describe.skipIf(engineMissing)('emails about the expiry of a key', () => {
  const email = 'owner@teapot.example';
  let portal: TestPortal;
  let beside: TestPortal;
  let browser: Browser;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    portal = await startPortal();
    beside = await startBeside(portal);
    browser = await portal.signUp(email);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await beside.close();
    await portal.close();
  });

  const expiryOf = ({ database, mail, clock }: TestPortal) =>
    createExpiry({ db: database.db, mail, now: clock.now, onChanged: () => {} });

  /** Both processes check at the same moment. Returns the subjects so far. */
  async function passDays(days: number): Promise<string[]> {
    for (const each of [portal, beside]) each.clock.pass(days * day);
    const sending = [portal, beside].map((each) => () => expiryOf(each).sendNotices());
    // Two connections to one file within one process would wait for each other.
    if (engine === 'sqlite') for (const send of sending) await send();
    else await Promise.all(sending.map((send) => send()));
    return listSubjects();
  }

  const listSubjects = async () =>
    (await portal.mails()).flatMap(({ subject = '' }) =>
      /Your key "[^"]*" (has )?expire/.test(subject) ? [subject] : [],
    );

  test('are part of housekeeping', async () => {
    await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    await beside.close();
    portal.clock.pass(20 * day);
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    await vi.waitFor(async () => expect(await listSubjects()).toHaveLength(1), { timeout: 10_000 });
    beside = await startBeside(portal);
  });

  test('are sent 14, 7 and 1 days before and at the end, once each, even with two processes', async () => {
    await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    const counts: number[] = [];
    for (const days of [15, 1, 1, 6, 5, 1, 1, 1]) counts.push((await passDays(days)).length);
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
    expect((await passDays(0)).map((subject) => subject.replace(/ · .*/, '')).sort()).toEqual([
      'Your key "Vane" expires in 14 days',
      'Your key "Vane" expires in 7 days',
      'Your key "Vane" expires within a day',
      'Your key "Vane" has expired',
    ]);
  });

  test('after a downtime only the last one is sent', async () => {
    await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    expect(await passDays(25)).toEqual([expect.stringContaining('expires in 5 days')]);
    expect(await passDays(0)).toHaveLength(1);
  });

  test('are not sent for a date that the owner has just chosen, and start again with another date', async () => {
    const key = await createKey(browser, { name: 'Vane' });
    const end = new Date(portal.clock.now() + 5 * day * 1000).toISOString();
    await browser.put(calls.tokenExpiry(key.id), { expires_at: end });
    expect(await passDays(0)).toEqual([]);
    expect(await passDays(4)).toHaveLength(1);
    const later = new Date(portal.clock.now() + 8 * day * 1000).toISOString();
    await browser.put(calls.tokenExpiry(key.id), { expires_at: later, password: goodPassword });
    expect(await passDays(1)).toHaveLength(2);
  });

  test('are not sent for a key that was deleted or expired long ago', async () => {
    const key = await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    await createKey(browser, { name: 'Cock', expires_in_days: 30 });
    await browser.delete(calls.apiToken(key.id));
    expect(await passDays(34)).toEqual([]);
  });
});
