import { type Db, isUniqueViolation } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';
import type { AddressHistory } from './address-history.ts';
import type { Codes } from './codes.ts';
import type { SignUpRequest, User } from './contract.ts';
import { type EmailAddress, normalizeEmail, parseEmail } from './email.ts';
import { passwordError, refuse } from './errors.ts';
import type { AccountMailQueue } from './mail-kinds.ts';
import { cleanName, isNameTooLong } from './names.ts';
import type { SignInDelays } from './password-check.ts';
import { findPasswordProblems, type HashingQueue } from './passwords.ts';
import type { Devices } from './sessions.ts';
import { findUserByEmail, insertUser, replacePasswordHash, restrictUser } from './user-store.ts';

/** Within the transaction that it is handed. Says whether the account knew the browser. */
export type OpenSession = (db: Db, userId: string) => Promise<{ isKnownDevice: boolean }>;

interface AccountsOptions {
  db: Db;
  addresses: AddressHistory;
  codes: Codes;
  delays: SignInDelays;
  hashing: HashingQueue;
  devices: Devices;
  mail: AccountMailQueue;
  /** What all keys of a new person may make together. */
  requestsPerHour: number;
  now: () => number;
}

/** People: who may sign up, and who someone is. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /**
   * Needs a code verified in this browser for this address; one code makes one account.
   * Account and session come together or not at all: the code is used up, and could open no second one.
   */
  async signUp(
    form: SignUpRequest,
    browser: { address: string; sessionHash: string },
    openSession: OpenSession,
  ): Promise<User & { id: string }> {
    const { db, addresses, codes, hashing, requestsPerHour, now } = this.#options;
    const email = requireEmail(form.email).canonical;
    const name = requireName(form.name);
    const proof = await codes.requireVerified('sign-up', email, browser.sessionHash);
    const complaints = findPasswordProblems(form.password, form.password_confirmation, email);
    if (complaints.length > 0) throw passwordError(complaints);
    const place = { address: browser.address, isAhead: true };
    const user = {
      id: randomId(),
      email,
      name,
      password_hash: await hashing.hash(place, form.password),
      created_at: now(),
      requests_per_hour: requestsPerHour,
    };
    await db.transaction().execute(async (trx) => {
      if (!(await codes.useUp(trx, proof))) throw refuse('not-verified');
      await insertUser(trx, user).catch((error: unknown) => {
        // Only someone who reads this mailbox comes this far.
        throw isUniqueViolation(error) ? refuse('has-account') : error;
      });
      // The answer says nothing of it: sign-up looks the same for every address.
      const { suspended_at, requests_per_hour } = await addresses.begin(trx, user);
      if (suspended_at !== null) await restrictUser(trx, user.id, { suspended_at });
      if (requests_per_hour !== null)
        await restrictUser(trx, user.id, { requests_per_hour, limit_set_at: now() });
      await openSession(trx, user.id);
    });
    return user;
  }

  /**
   * The user's id, or undefined: an unknown address and a wrong password cost the same and look the same.
   * The session is opened together with a last look at the password and the address: a password that was
   * replaced while it was being checked must open nothing, because its replacement has ended every session.
   */
  async signIn(
    form: { email: string; password: string },
    browser: { address: string; name: string; deviceHash: string | undefined },
    openSession: OpenSession,
  ): Promise<string | undefined> {
    const { db, delays, devices, hashing, mail, now } = this.#options;
    const { password } = form;
    const email = normalizeEmail(form.email);
    const typed = parseEmail(form.email);
    // What is no address is nobody's, and some of it (a zero byte) is no text that a database takes.
    const user = typed && (await findUserByEmail(db, typed));
    const { address, deviceHash } = browser;
    const device = deviceHash && (await devices.isKnown(deviceHash, user?.id)) ? { deviceHash } : undefined;
    const right = await delays.guard(device ?? { email }, () =>
      hashing.isPassword({ address, isAhead: device !== undefined }, password, user?.password_hash),
    );
    if (!right || !user) return undefined;
    const checked = user.password_hash;
    const kept = hashing.isOutdated(checked)
      ? await hashing.hash({ address, isAhead: true }, password)
      : checked;
    const opened = await db.transaction().execute(async (trx) => {
      const held = await replacePasswordHash(trx, user.id, checked, kept);
      const isStillThere = held?.email === user.email;
      if (isStillThere && !(await openSession(trx, user.id)).isKnownDevice)
        await mail.enqueue(trx, {
          kind: 'new-device',
          data: { email: user.email, browser: browser.name, address, at: now() },
        });
      return isStillThere;
    });
    if (!opened) return this.signIn(form, browser, openSession);
    if (device) await delays.clear(device);
    return user.id;
  }
}

export function requireEmail(given: string): EmailAddress {
  const email = parseEmail(given);
  if (!email) throw refuse('bad-email');
  return email;
}

export function requireName(given: string): string {
  const name = cleanName(given);
  if (name === '') throw refuse('no-name');
  if (isNameTooLong(name)) throw refuse('long-name');
  return name;
}
