import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreatedApiToken, Overlap } from '../../../src/keys/contract.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { calls, mcpServer } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import {
  createKey,
  listKeys,
  operatorOf,
  startBeside,
  verify,
  withSecret,
  withToken,
} from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const hour = 3600;

describe.skipIf(engineMissing)('a key that is rotated', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp('nimbus@example.com');
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    key = await createKey(browser);
    closing.push(async () => browser.delete(calls.apiToken(key.id)));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const ask = (overlap: Overlap = '24h', password = goodPassword, id = key.id) =>
    browser.post(calls.rotateToken(id), { overlap, password });
  async function rotate(overlap?: Overlap): Promise<CreatedApiToken> {
    const answer = await ask(overlap);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().token;
  }
  const status = async (of: CreatedApiToken, at = portal) => (await verify(at, withSecret(of))).statusCode;
  const tokenStatus = async (of: CreatedApiToken, at = portal) =>
    (await verify(at, withToken(of, { iat: portal.clock.now() / 1000 }))).statusCode;
  const shown = async () => (await listKeys(browser)).find(({ id }) => id === key.id)!;

  test('has two secrets that work directly and in tokens, until the old one ends', async () => {
    expect(await status(key)).toBe(200);
    const renewed = await rotate('1h');
    expect(renewed).toMatchObject({ id: key.id, external_id: key.external_id, name: key.name });
    expect(renewed.token).not.toBe(key.token);
    for (const each of [key, renewed])
      expect([await status(each), await tokenStatus(each)]).toEqual([200, 200]);
    const link = (of: CreatedApiToken) => `${mcpServer}?client_id=${of.external_id}&api_key=${of.token}`;
    const open = async (of: CreatedApiToken) =>
      (await portal.server.inject({ method: 'POST', url: link(of), payload: {} })).statusCode;
    expect([await open(key), await open(renewed)]).not.toContain(403);
    portal.clock.pass(hour - 1);
    expect(await status(key)).toBe(200);
    portal.clock.pass(1);
    expect([await status(key), await tokenStatus(key), await open(key)]).toEqual([403, 403, 403]);
    expect([await status(renewed), await tokenStatus(renewed)]).toEqual([200, 200]);
  });

  test('shows when each secret was created, ends and was last used', async () => {
    expect((await shown()).secrets).toEqual([
      { id: key.id, created_at: key.created_at, ends_at: null, last_used_at: null },
    ]);
    await status(key);
    const before = new Date(portal.clock.now()).toISOString();
    await eventually(async () => ((await shown()).usage.today >= 1 ? true : undefined));
    portal.clock.pass(60);
    const at = portal.clock.now();
    const renewed = await rotate('7d');
    const old = {
      id: key.id,
      created_at: key.created_at,
      ends_at: new Date(at + 7 * 24 * hour * 1000).toISOString(),
      last_used_at: before,
    };
    const fresh = {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      created_at: new Date(at).toISOString(),
      ends_at: null,
      last_used_at: null,
    };
    expect(renewed.secrets).toEqual([fresh, old]);
    portal.clock.pass(60);
    const used = new Date(portal.clock.now()).toISOString();
    await status(renewed);
    await eventually(async () => ((await shown()).secrets[0]!.last_used_at === used ? true : undefined));
    expect((await shown()).secrets[1]).toEqual(old);
    portal.clock.pass(60);
    const usedOld = new Date(portal.clock.now()).toISOString();
    await tokenStatus(key);
    await eventually(async () => ((await shown()).secrets[1]!.last_used_at === usedOld ? true : undefined));
    expect((await shown()).secrets[0]!.last_used_at).toBe(used);
    expect((await browser.post(calls.revokeOldSecret(key.id), {})).statusCode).toBe(200);
    expect((await shown()).secrets).toEqual([{ ...fresh, last_used_at: used }]);
  });

  test('is not rotated again while two secrets work: of twenty requests at once one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(1);
    const lost = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const answer of lost) expect(answer.statusCode).toBe(409);
    const renewed = answers.find(({ statusCode }) => statusCode === 200)!.json().token;
    expect([await status(key), await status(renewed)]).toEqual([200, 200]);
    expect((await ask()).statusCode).toBe(409);
  });

  test('denies its revoked old secret at once here, and within a second everywhere', async () => {
    const second = await startBeside(portal);
    closing.push(() => second.close());
    const renewed = await rotate();
    expect([await status(key, second), await status(renewed, second)]).toEqual([200, 200]);
    expect((await browser.post(calls.revokeOldSecret(key.id), {})).json().token.secrets).toHaveLength(1);
    expect([await status(key), await status(renewed)]).toEqual([403, 200]);
    await eventually(async () => ((await status(key, second)) === 403 ? true : undefined), 1);
    expect(await status(renewed, second)).toBe(200);
    expect((await browser.post(calls.revokeOldSecret(key.id), {})).statusCode).toBe(409);
    expect(await status(await rotate())).toBe(200);
  });

  test('accepts its new secret at once in a process that had cached the old one', async () => {
    const second = await startBeside(portal);
    closing.push(() => second.close());
    expect(await status(key, second)).toBe(200);
    const renewed = await rotate();
    // A client needs at least this long to receive and use the new secret over a network.
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await status(renewed, second)).toBe(200);
  });

  test('is as before when the new secret is discarded, and can be rotated again', async () => {
    const renewed = await rotate();
    const discard = () => browser.post(calls.discardNewSecret(key.id), { password: goodPassword });
    expect((await discard()).statusCode).toBe(200);
    expect([await status(key), await status(renewed), await tokenStatus(renewed)]).toEqual([200, 403, 403]);
    expect((await shown()).secrets).toMatchObject([{ id: key.id, ends_at: null }]);
    expect((await discard()).statusCode).toBe(409);
    const again = await rotate();
    expect([await status(key), await status(renewed), await status(again)]).toEqual([200, 403, 200]);
  });

  describe('on processes whose clocks disagree', () => {
    const endOld = () => browser.post(calls.revokeOldSecret(key.id), {});
    const discardNew = () => browser.post(calls.discardNewSecret(key.id), { password: goodPassword });
    async function startBehind(seconds: number): Promise<TestPortal> {
      const behind = await startBeside(portal);
      behind.clock.pass(-seconds);
      closing.push(() => behind.close());
      return behind;
    }

    test('an old secret that was revoked is refused everywhere within a second', async () => {
      const behind = await startBehind(30);
      const renewed = await rotate();
      expect([await status(key, behind), await status(renewed, behind)]).toEqual([200, 200]);
      expect((await endOld()).statusCode).toBe(200);
      await eventually(async () => ((await status(key, behind)) === 403 ? true : undefined), 1);
      expect([await tokenStatus(key, behind), await status(renewed, behind)]).toEqual([403, 200]);
    });

    test('a new secret that was discarded is refused everywhere within a second', async () => {
      const behind = await startBehind(30);
      const renewed = await rotate();
      expect(await status(renewed, behind)).toBe(200);
      expect((await discardNew()).statusCode).toBe(200);
      await eventually(async () => ((await status(renewed, behind)) === 403 ? true : undefined), 1);
      expect([await tokenStatus(renewed, behind), await status(key, behind)]).toEqual([403, 200]);
    });

    test.each([
      ['a revoked old secret', endOld, 1],
      ['a discarded new secret', discardNew, 0],
    ] as const)('%s stays refused when the clock is stepped back', async (_, end, working) => {
      const secrets = [key, await rotate()];
      expect((await end()).statusCode).toBe(200);
      portal.clock.pass(-3600);
      closing.push(async () => portal.clock.pass(3600));
      expect(await Promise.all(secrets.map((each) => status(each)))).toEqual(
        secrets.map((_each, index) => (index === working ? 200 : 403)),
      );
      expect((await shown()).secrets).toHaveLength(1);
      expect([(await endOld()).statusCode, (await discardNew()).statusCode]).toEqual([409, 409]);
      expect(await status(await rotate())).toBe(200);
    });
  });

  test('needs the password, with the delays of sign-in, and only its owner', async () => {
    expect((await ask('1h', 'Wrong-1-password')).statusCode).toBe(422);
    expect((await ask('2h' as Overlap)).statusCode).toBe(422);
    expect(await status(key)).toBe(200);
    expect((await shown()).secrets).toHaveLength(1);
    const outsider = await portal.signUp();
    for (const path of [calls.rotateToken, calls.revokeOldSecret, calls.discardNewSecret]) {
      const body = { overlap: '1h', password: goodPassword };
      expect((await outsider.post(path(key.id), body)).statusCode).toBe(404);
      expect((await portal.browser().post(path(key.id), body)).statusCode).toBe(403);
    }
    const guesser = await portal.signUp('guesser@example.com');
    const theirs = await createKey(guesser);
    const guess = async (password: string) =>
      (await guesser.post(calls.rotateToken(theirs.id), { overlap: '1h', password })).statusCode;
    const statuses = [];
    for (let round = 0; round < 6; round++) statuses.push(await guess('Wrong-1-password'));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect(await guess(goodPassword)).toBe(429);
  });

  test('keeps its new secret unless the password is right, with the delays of sign-in', async () => {
    const renewed = await rotate();
    const discard = (body: object) => browser.post(calls.discardNewSecret(key.id), body);
    expect((await discard({})).statusCode).toBe(422);
    const wrong = await discard({ password: 'Wrong-1-password' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong-password']);
    expect([await status(key), await status(renewed)]).toEqual([200, 200]);
    const guesser = await portal.signUp();
    const theirs = await createKey(guesser);
    await guesser.post(calls.rotateToken(theirs.id), { overlap: '1h', password: goodPassword });
    const guess = async (password: string) =>
      (await guesser.post(calls.discardNewSecret(theirs.id), { password })).statusCode;
    const statuses = [];
    for (let round = 0; round < 6; round++) statuses.push(await guess('Wrong-1-password'));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('emails its owner when the old secret is revoked or the new one discarded', async () => {
    const email = 'told@example.com';
    const owner = await portal.signUp(email);
    const { id } = await createKey(owner, { name: 'Kite club' });
    const password = goodPassword;
    const rotateOwn = () => owner.post(calls.rotateToken(id), { overlap: '1h', password });
    const endOld = () => owner.post(calls.revokeOldSecret(id), {});
    const discardNew = () => owner.post(calls.discardNewSecret(id), { password });
    await rotateOwn();
    expect((await endOld()).statusCode).toBe(200);
    // Two messages are sent at once, so the last one need not be the newest.
    const mailAbout = async (subject: string) =>
      (await portal.mails()).find(
        (mail) => mail.to?.[0]?.address === email && mail.subject?.startsWith(subject),
      );
    const revoked = await mailAbout("Your key's old secret was revoked");
    expect(revoked?.text).toContain('The old secret of the key "Kite club" was revoked on');
    await rotateOwn();
    expect((await discardNew()).statusCode).toBe(200);
    const discarded = await mailAbout("Your key's new secret was discarded");
    expect(discarded?.text).toContain('The new secret of the key "Kite club" was discarded on');
    const count = (await portal.mails()).length;
    expect([(await endOld()).statusCode, (await discardNew()).statusCode]).toEqual([409, 409]);
    expect(await portal.mails()).toHaveLength(count);
  });

  test('is resealed under the newest SECRET_KEY with both secrets', async () => {
    const renewed = await rotate();
    const later = randomSecret();
    const list = new Secrets([later, ...portal.config.secretKeys]);
    await operatorOf(portal).reseal(list);
    const second = await startBeside(portal, { SECRET_KEY: later });
    closing.push(() => second.close());
    expect([await status(key, second), await status(renewed, second)]).toEqual([200, 200]);
    await operatorOf(portal).reseal(new Secrets([...portal.config.secretKeys, later]));
  });

  test('is emailed to its owner and audited, without a secret', async () => {
    const renewed = await rotate();
    const mail = (await portal.mails()).at(-1)!;
    expect([mail.to?.[0]?.address, mail.subject]).toEqual([
      'nimbus@example.com',
      expect.stringContaining('Your key has a new secret'),
    ]);
    const events = (await operatorOf(portal).audit()).filter(({ target }) => target === key.external_id);
    expect(events.map(({ event }) => event)).toContain('key-rotated');
    const told = JSON.stringify([mail, events, await listKeys(browser), portal.logLines]);
    for (const { token } of [key, renewed]) expect(told).not.toContain(token.slice(3));
  });
});

describe.skipIf(engineMissing)('an old secret whose time has passed', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.splice(0).reverse()) await close();
  });

  test('stays denied whatever the clocks say, once housekeeping has recorded its end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const portal = await startPortal();
    closing.push(() => portal.close());
    const behind = await startBeside(portal);
    closing.push(() => behind.close());
    behind.clock.pass(-30);
    const browser = await portal.signUp();
    const key = await createKey(browser);
    const rotate = () => browser.post(calls.rotateToken(key.id), { overlap: '1h', password: goodPassword });
    const renewed: CreatedApiToken = (await rotate()).json().token;
    const status = async (of: CreatedApiToken, at = portal) => (await verify(at, withSecret(of))).statusCode;
    for (const each of [portal, behind]) each.clock.pass(hour + 10);
    expect([await status(key), await status(key, behind)]).toEqual([403, 200]);
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    await vi.waitFor(async () => expect(await status(key, behind)).toBe(403), { timeout: 10_000 });
    portal.clock.pass(-600);
    expect([await status(key), await status(renewed)]).toEqual([403, 200]);
    expect((await rotate()).statusCode).toBe(200);
  });
});
