import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deletionPhrase } from '../../../src/account-settings/contract.ts';
import { calls } from '../../../src/urls.ts';
import {
  alertIn,
  askForReset,
  changeEmail,
  lastMailTo,
  openBrowser,
  outdateHash,
  setPassword,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const hashing = vi.hoisted(() => ({ hold: undefined as Promise<void> | undefined, reached: () => {} }));

// The hash is Node's own. A test can delay it once.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    const { hold } = hashing;
    hashing.hold = undefined;
    hashing.reached();
    crypto.argon2(
      algorithm,
      parameters,
      (error, tag) => void Promise.resolve(hold).then(() => done(error, tag)),
    );
  };
  return { ...crypto, argon2 };
});

// Two passwords are hashed at once, however small the machine.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  availableParallelism: () => 4,
}));

const newPassword = 'Another-Cloud-7';

/** Runs the change while the action waits for the check of its password. */
async function whileChecking<T>(act: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  hashing.hold = gate.promise;
  hashing.reached = reached.resolve;
  const done = act();
  await reached.promise;
  await meanwhile();
  gate.resolve();
  return done;
}

describe.skipIf(engineMissing)('a password changed while the old one is being checked', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** Signs in with a password that is right when the check begins and has been replaced when it ends. */
  async function signInDuringReset(email: string) {
    const owner = await openBrowser(portal);
    const token = await askForReset(portal, owner, email);
    const thief = await openBrowser(portal);
    const answer = await whileChecking(
      () => thief.signIn(email, goodPassword),
      async () => expect((await setPassword(owner, token, newPassword)).json().success).toBe(true),
    );
    return { thief, answer };
  }

  test('opens nothing: the reset has ended every session', async () => {
    const email = 'raced-1@teapot.example';
    await portal.signUp(email);
    const { thief, answer } = await signInDuringReset(email);
    expect([answer.statusCode, alertIn(answer.body)]).toEqual([401, 'Invalid email or password']);
    expect(await thief.user()).toBeUndefined();
  });

  test('is not restored by upgrading an old hash', async () => {
    const email = 'raced-2@teapot.example';
    await portal.signUp(email);
    await outdateHash(portal, email, goodPassword);
    await signInDuringReset(email);
    const status = async (password: string) =>
      (await (await openBrowser(portal)).signIn(email, password)).statusCode;
    expect(await status(goodPassword)).toBe(401);
    expect(await status(newPassword)).toBe(302);
  });

  test('two sign-ins that upgrade the same old hash both succeed', async () => {
    const email = 'raced-3@teapot.example';
    await portal.signUp(email);
    const browsers = await Promise.all([openBrowser(portal), openBrowser(portal), openBrowser(portal)]);
    await outdateHash(portal, email, goodPassword);
    const answers = await Promise.all(browsers.map((browser) => browser.signIn(email, goodPassword)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([302, 302, 302]);
  });
});

describe.skipIf(engineMissing)('a password reset', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  async function personWithLink(email: string) {
    const browser = await portal.signUp(email);
    const visitor = await openBrowser(portal);
    return { browser, visitor, token: await askForReset(portal, visitor, email) };
  }

  test('hashes as often for the present password, which it refuses, as for another', async () => {
    const { visitor, token } = await personWithLink('reset-1@teapot.example');
    async function countHashes(password: string) {
      let count = 0;
      hashing.reached = () => {
        count += 1;
      };
      return { status: (await setPassword(visitor, token, password)).statusCode, count };
    }
    expect(await countHashes(goodPassword)).toEqual({ status: 422, count: 2 });
    expect(await countHashes(newPassword)).toEqual({ status: 200, count: 2 });
  });

  test('does not replace a password that its owner sets meanwhile, which ends the link', async () => {
    const email = 'reset-2@teapot.example';
    const { browser, visitor, token } = await personWithLink(email);
    const owners = 'Owners-Cloud-7';
    const answer = await whileChecking(
      () => setPassword(visitor, token, newPassword),
      () =>
        browser.put(calls.accountPassword, {
          current_password: goodPassword,
          password: owners,
          password_confirmation: owners,
        }),
    );
    expect(answer.json().code).toBe('unknown-link');
    expect((await (await openBrowser(portal)).signIn(email, owners)).statusCode).toBe(302);
  });
});

describe.skipIf(engineMissing)('an action whose password is being checked', () => {
  const day = 24 * 3600 * 1000;
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newEmail = () => `slow-${++people}@teapot.example`;
  const inDays = (days: number) => new Date(portal.clock.now() + days * day).toISOString();

  async function personWithKey() {
    const email = newEmail();
    const browser = await portal.signUp(email);
    const key = await createKey(browser, { name: 'Vane', expires_in_days: 30 });
    return { email, browser, key };
  }
  const keyOf = async (browser: Browser) => (await listKeys(browser))[0]!;

  test('does not override an expiry date that the operator sets meanwhile', async () => {
    const { browser, key } = await personWithKey();
    const end = inDays(2);
    const answer = await whileChecking(
      () => browser.put(calls.tokenExpiry(key.id), { expires_at: inDays(90), password: goodPassword }),
      () => operatorOf(portal).expire(key.external_id, end),
    );
    expect(answer.json().code).toBe('late-expiry');
    expect(await keyOf(browser)).toMatchObject({ expires_at: end, expires_at_max: end });
  });

  test('does not revive a key that the operator expires meanwhile', async () => {
    const { browser, key } = await personWithKey();
    const answer = await whileChecking(
      () => browser.put(calls.tokenExpiry(key.id), { expires_at: inDays(90), password: goodPassword }),
      () => operatorOf(portal).expire(key.external_id, inDays(-1)),
    );
    expect(answer.json().code).toBe('expired-key');
    expect((await verify(portal, withSecret(key))).statusCode).toBe(403);
  });

  test.each<[string, (browser: Browser, keyId: string) => ReturnType<Browser['post']>]>([
    [
      'rotates nothing',
      (browser, id) => browser.post(calls.rotateToken(id), { overlap: '1h', password: goodPassword }),
    ],
    [
      'moves no expiry',
      (browser, id) => browser.put(calls.tokenExpiry(id), { expires_at: inDays(90), password: goodPassword }),
    ],
    [
      'sends no code',
      (browser) =>
        browser.post(calls.accountEmailCode, { email: 'thief@teapot.example', password: goodPassword }),
    ],
    ['exports nothing', (browser) => browser.post(calls.accountExport, { password: goodPassword })],
  ])('%s once the password was reset meanwhile', async (_, act) => {
    const { email, browser, key } = await personWithKey();
    const owner = await openBrowser(portal);
    const token = await askForReset(portal, owner, email);
    const answer = await whileChecking(
      () => act(browser, key.id),
      () => setPassword(owner, token, newPassword),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong-password']);
    await owner.signIn(email, newPassword);
    expect(await keyOf(owner)).toMatchObject({ secrets: [{ id: key.id }], expires_at: key.expires_at });
    expect(await lastMailTo(portal, 'thief@teapot.example')).toBeUndefined();
    const subjects = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
    expect(subjects.map(({ subject }) => subject).join()).not.toMatch(/new secret|longer|exported/);
  });

  test('discards no secret if the password was reset meanwhile', async () => {
    const { email, browser, key } = await personWithKey();
    const rotated = await browser.post(calls.rotateToken(key.id), { overlap: '1h', password: goodPassword });
    const owner = await openBrowser(portal);
    const token = await askForReset(portal, owner, email);
    const answer = await whileChecking(
      () => browser.post(calls.discardNewSecret(key.id), { password: goodPassword }),
      () => setPassword(owner, token, newPassword),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong-password']);
    expect((await verify(portal, withSecret(rotated.json().token))).statusCode).toBe(200);
  });

  /** Another browser of the same person moves the account to another address. */
  async function moveAccount(email: string): Promise<string> {
    const other = await openBrowser(portal);
    await other.signIn(email, goodPassword);
    const next = newEmail();
    await changeEmail(portal, other, next);
    return next;
  }

  test('deletes no account whose address changed meanwhile, because the phrase names the old one', async () => {
    const { email, browser } = await personWithKey();
    let next = '';
    const answer = await whileChecking(
      () => browser.post(calls.accountDeletion, { phrase: deletionPhrase(email), password: goodPassword }),
      async () => {
        next = await moveAccount(email);
      },
    );
    expect(answer.json().code).toBe('wrong-phrase');
    expect((await browser.user())?.email).toBe(next);
  });

  test('is emailed to the present address of the account', async () => {
    const { email, browser, key } = await personWithKey();
    let next = '';
    const answer = await whileChecking(
      () => browser.post(calls.rotateToken(key.id), { overlap: '1h', password: goodPassword }),
      async () => {
        next = await moveAccount(email);
      },
    );
    expect(answer.statusCode).toBe(200);
    expect((await lastMailTo(portal, next))?.subject).toContain('Your key has a new secret');
  });
});
