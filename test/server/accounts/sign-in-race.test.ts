import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { alertIn, askForReset, openBrowser, outdateHash, setPassword } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const hashing = vi.hoisted(() => ({ hold: undefined as Promise<void> | undefined, reached: () => {} }));

// Node's own hash, which a test can hold up once.
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
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    hashing.hold = gate.promise;
    hashing.reached = reached.resolve;
    const answer = thief.signIn(email, goodPassword);
    await reached.promise;
    expect((await setPassword(owner, token, newPassword)).json()).toEqual({ success: true });
    gate.resolve();
    return { thief, answer: await answer };
  }

  test('opens nothing: the reset has ended every session', async () => {
    const email = 'raced-1@teapot.example';
    await portal.signUp(email);
    const { thief, answer } = await signInDuringReset(email);
    expect([answer.statusCode, alertIn(answer.body)]).toEqual([401, 'Invalid email or password']);
    expect(await thief.user()).toBeUndefined();
  });

  test('is not brought back by making an old hash anew', async () => {
    const email = 'raced-2@teapot.example';
    await portal.signUp(email);
    await outdateHash(portal, email, goodPassword);
    await signInDuringReset(email);
    const status = async (password: string) =>
      (await (await openBrowser(portal)).signIn(email, password)).statusCode;
    expect(await status(goodPassword)).toBe(401);
    expect(await status(newPassword)).toBe(302);
  });

  test('two sign-ins that make the same old hash anew are both let in', async () => {
    const email = 'raced-3@teapot.example';
    await portal.signUp(email);
    const browsers = await Promise.all([openBrowser(portal), openBrowser(portal), openBrowser(portal)]);
    await outdateHash(portal, email, goodPassword);
    const answers = await Promise.all(browsers.map((browser) => browser.signIn(email, goodPassword)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([302, 302, 302]);
  });
});
