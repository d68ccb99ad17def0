import { type Db, isUniqueViolation } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';
import type { Codes } from './codes.ts';
import type { SignUpRequest, User } from './contract.ts';
import { normalizeEmail, parseEmail } from './email.ts';
import { accountError, passwordError } from './errors.ts';
import { cleanName, isNameTooLong } from './names.ts';
import { findPasswordProblems } from './passwords.ts';
import type { AccountServices } from './services.ts';
import { changeUser, findUserByEmail, insertUser, replacePasswordHash } from './user-store.ts';

/** Runs in the given transaction, and returns whether the account knew the browser. */
export type OpenSession = (db: Db, userId: string) => Promise<{ isKnownDevice: boolean }>;

interface AccountsOptions extends AccountServices {
  codes: Codes;
  /** The limit of a new person, for all their keys together. */
  requestsPerHour: number;
}

/** Sign-up and sign-in. */
export function createAccounts(options: AccountsOptions) {
  const { db, addresses, codes, delays, hashing, devices, mail, providerName, requestsPerHour, now } =
    options;

  /**
   * Needs a code that was verified in this browser for this address. One code creates one account, and account and
   * session are created together or not at all, because a used code could not open a second session.
   */
  async function signUp(
    form: SignUpRequest,
    browser: { address: string; sessionHash: string },
    openSession: OpenSession,
  ): Promise<User & { id: string }> {
    const email = requireEmail(form.email);
    const name = requireName(form.name);
    const proof = await codes.requireVerified('sign-up', email, browser.sessionHash);
    const problems = findPasswordProblems(form, { email, providerName });
    if (problems.length > 0) throw passwordError(problems);
    const client = { address: browser.address, hasPriority: true };
    const user = {
      id: randomId(),
      email,
      name,
      password_hash: await hashing.hash(client, form.password),
      created_at: now(),
      requests_per_hour: requestsPerHour,
    };
    await db.transaction().execute(async (trx) => {
      await insertUser(trx, user).catch((error: unknown) => {
        // Only someone who reads this mailbox gets this far.
        throw isUniqueViolation(error) ? accountError('has-account') : error;
      });
      // Every transaction locks the address before its codes. The other order can deadlock with a changed address.
      if (!(await codes.consume(trx, proof))) throw accountError('not-verified');
      // The answer does not show restrictions, so that sign-up looks the same for every address.
      const { suspended_at, requests_per_hour } = await addresses.begin(trx, user);
      if (suspended_at !== null) await changeUser(trx, user.id, { suspended_at });
      if (requests_per_hour !== null)
        await changeUser(trx, user.id, { requests_per_hour, limit_set_at: now() });
      await openSession(trx, user.id);
    });
    return user;
  }

  /**
   * Returns the user's id, or undefined. An unknown address and a wrong password take the same time and look the same.
   * The transaction that opens the session checks password and address again: a password that was replaced during the
   * check must open nothing, because its replacement has ended every session.
   */
  async function signIn(
    form: { email: string; password: string },
    browser: { address: string; name: string; deviceHash: string | undefined },
    openSession: OpenSession,
  ): Promise<string | undefined> {
    const { password } = form;
    const email = parseEmail(form.email);
    // Other texts belong to no account, and some, such as one with a zero byte, would be errors in the database.
    const user = email === undefined ? undefined : await findUserByEmail(db, email);
    const { address, deviceHash } = browser;
    const device = deviceHash && (await devices.isKnown(deviceHash, user?.id)) ? { deviceHash } : undefined;
    const isRight = await delays.guard(device ?? { email: normalizeEmail(form.email) }, () =>
      hashing.isPassword({ address, hasPriority: device !== undefined }, password, user?.password_hash),
    );
    if (!isRight || !user) return undefined;
    const checked = user.password_hash;
    const kept = hashing.isOutdated(checked)
      ? await hashing.hash({ address, hasPriority: true }, password)
      : checked;
    const isOpened = await db.transaction().execute(async (trx) => {
      const locked = await replacePasswordHash(trx, user.id, checked, kept);
      if (locked?.email !== user.email) return false;
      if (!(await openSession(trx, user.id)).isKnownDevice)
        await mail.enqueue(trx, {
          kind: 'new-device',
          data: { email: user.email, browser: browser.name, address, at: now() },
        });
      return true;
    });
    if (!isOpened) return signIn(form, browser, openSession);
    if (device) await delays.clear(device);
    return user.id;
  }

  return { signUp, signIn };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function requireEmail(given: string): string {
  const email = parseEmail(given);
  if (!email) throw accountError('bad-email');
  return email;
}

export function requireName(given: string): string {
  const name = cleanName(given);
  if (name === '') throw accountError('no-name');
  if (isNameTooLong(name)) throw accountError('long-name');
  return name;
}
