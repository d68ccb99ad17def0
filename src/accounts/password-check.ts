import type { FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { tooManyRequests } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { normalizeEmail } from './email.ts';
import { refuse } from './errors.ts';
import type { HashingQueue } from './passwords.ts';
import { blockUntil, countFailure, deleteDelay, deleteDelaysBefore, findDelay } from './session-store.ts';
import type { Devices, SignedIn } from './sessions.ts';
import { findUser, replacePasswordHash } from './user-store.ts';

export interface PasswordParts {
  db: Db;
  delays: SignInDelays;
  devices: Devices;
  hashing: HashingQueue;
}

/**
 * For an act that a stolen session must not do: whoever guesses waits as long as at sign-in. Returns the hash that
 * was checked. The check takes time, so the transaction of the act begins with `confirmPassword`.
 */
export async function requirePassword(
  { db, delays, devices, hashing }: PasswordParts,
  request: FastifyRequest,
  { id, email }: SignedIn,
  password: string,
): Promise<string> {
  const user = await findUser(db, id);
  const deviceHash = devices.hashOf(request);
  const isKnown = deviceHash !== undefined && (await devices.isKnown(deviceHash, id));
  const guesser = isKnown ? { deviceHash } : { email: normalizeEmail(email) };
  const isRight = await delays.guard(guesser, () =>
    hashing.isPassword({ address: request.ip, isAhead: true }, password, user?.password_hash),
  );
  if (!isRight || !user) throw refuse('wrong-password');
  return user.password_hash;
}

/**
 * Throws when the password that was checked has been replaced meanwhile. Holds the person's row until the transaction
 * ends, and returns the address that mail about the act goes to.
 */
export async function confirmPassword(trx: Db, userId: string, checkedHash: string): Promise<string> {
  const user = await replacePasswordHash(trx, userId, checkedHash, checkedHash);
  if (!user) throw refuse('wrong-password');
  return user.email;
}

const freeFailures = 5;
const firstWaitSeconds = 30;
const waitSecondsMax = 15 * 60;
/** A day without a wrong password starts the count anew. */
const forgetAfterMs = dayMs;
const queueMax = 20;

/** Whose wrong passwords are counted: everyone's at an address, or those of a browser that its account knows. */
type GuessedBy = { email: string } | { deviceHash: string };

/**
 * Five wrong passwords are free, then the wait grows. The reset link is always open. A right one clears nothing at
 * the address: the count, which every stranger can see, would tell that there is an account and that it is used.
 */
export class SignInDelays {
  readonly #options: { db: Db; secrets: Secrets; now: () => number };
  /** Guesses for one address are looked at one after the other: sent together they count all the same. */
  readonly #turns = new Map<string, { last: Promise<unknown>; length: number }>();

  constructor(options: { db: Db; secrets: Secrets; now: () => number }) {
    this.#options = options;
  }

  /** Runs the check unless one must wait. `false` from it is one more failure. */
  async guard(by: GuessedBy, check: () => Promise<boolean>): Promise<boolean> {
    const bucket = this.#bucket(by);
    return this.#inTurn(bucket, async () => {
      await this.#requireOpen(bucket);
      const right = await check();
      if (!right) await this.#fail(bucket);
      return right;
    });
  }

  async clear(by: { deviceHash: string }): Promise<void> {
    await deleteDelay(this.#options.db, this.#bucket(by));
  }

  async forgetOld(): Promise<void> {
    await deleteDelaysBefore(this.#options.db, this.#options.now() - forgetAfterMs);
  }

  #bucket(by: GuessedBy): string {
    const { secrets } = this.#options;
    return 'email' in by
      ? secrets.sign('sign-in delays', by.email)
      : secrets.sign('sign-in delays of devices', by.deviceHash);
  }

  async #requireOpen(bucket: string): Promise<void> {
    const { db, now } = this.#options;
    const delay = await findDelay(db, bucket);
    const waitMs = (delay?.blocked_until ?? 0) - now();
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000), sentence);
  }

  async #fail(bucket: string): Promise<void> {
    const { db, now } = this.#options;
    const failures = await countFailure(db, bucket, now(), now() - forgetAfterMs);
    if (failures < freeFailures) return;
    const waitSeconds = Math.min(waitSecondsMax, firstWaitSeconds * 2 ** (failures - freeFailures));
    await blockUntil(db, bucket, now() + waitSeconds * 1000);
  }

  async #inTurn<T>(bucket: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(bucket) ?? { last: Promise.resolve(), length: 0 };
    if (turn.length >= queueMax) throw tooManyRequests(5, sentence);
    turn.length++;
    const result = turn.last.then(work);
    turn.last = result.catch(() => {});
    this.#turns.set(bucket, turn);
    try {
      return await result;
    } finally {
      turn.length--;
      if (turn.length === 0) this.#turns.delete(bucket);
    }
  }
}

const sentence = 'Too many wrong passwords for this address.';
