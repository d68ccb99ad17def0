import type { FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { tooManyRequests } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { normalizeEmail } from './email.ts';
import { accountError } from './errors.ts';
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
 * Every action for which a stolen session must not be enough calls this first. Wrong passwords cause the same delays
 * as at sign-in. Returns the hash that was checked. The check takes time, so the transaction that follows must begin
 * with `confirmPassword`.
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
  const isRight = await delays.guard(isKnown ? { deviceHash } : { email: normalizeEmail(email) }, () =>
    hashing.isPassword({ address: request.ip, hasPriority: true }, password, user?.password_hash),
  );
  if (!isRight || !user) throw accountError('wrong-password');
  return user.password_hash;
}

/** Throws if the password was replaced since its check. Locks the person's row and returns the present address. */
export async function confirmPassword(trx: Db, userId: string, checkedHash: string): Promise<string> {
  const user = await replacePasswordHash(trx, userId, checkedHash, checkedHash);
  if (!user) throw accountError('wrong-password');
  return user.email;
}

const freeFailures = 5;
const firstWaitSeconds = 30;
const maxWaitSeconds = 15 * 60;
/** A day without a wrong password resets the count. */
const forgetAfterMs = dayMs;
const maxQueue = 20;
const sentence = 'Too many wrong passwords for this address.';

/** Wrong passwords are counted for an address or, if the account knows the browser, for that browser alone. */
type DelayScope = { email: string } | { deviceHash: string };

/**
 * Five wrong passwords are free, then the delay grows. The password reset is always possible. A right password does not
 * clear the count of the address, because anyone can observe it and would learn that the account exists and is used.
 */
export function createSignInDelays({ secrets, db, now }: { db: Db; secrets: Secrets; now: () => number }) {
  /** Attempts of one scope run one after the other, so that parallel ones are all counted. */
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Runs the check unless there is a delay. A result of `false` counts as a failure. */
  function guard(scope: DelayScope, check: () => Promise<boolean>): Promise<boolean> {
    const bucket = bucketOf(scope);
    return enqueue(bucket, async () => {
      await requireNoDelay(bucket);
      const isRight = await check();
      if (!isRight) await addFailure(bucket);
      return isRight;
    });
  }

  const clear = (scope: { deviceHash: string }) => deleteDelay(db, bucketOf(scope));

  const forgetOld = () => deleteDelaysBefore(db, now() - forgetAfterMs);

  const bucketOf = (scope: DelayScope) =>
    'email' in scope
      ? secrets.sign('sign-in delays', scope.email)
      : secrets.sign('sign-in delays of devices', scope.deviceHash);

  async function requireNoDelay(bucket: string): Promise<void> {
    const delay = await findDelay(db, bucket);
    const waitMs = (delay?.blocked_until ?? 0) - now();
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000), sentence);
  }

  async function addFailure(bucket: string): Promise<void> {
    const failures = await countFailure(db, bucket, now(), now() - forgetAfterMs);
    if (failures < freeFailures) return;
    const waitSeconds = Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** (failures - freeFailures));
    await blockUntil(db, bucket, now() + waitSeconds * 1000);
  }

  async function enqueue<T>(bucket: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(bucket) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= maxQueue) throw tooManyRequests(5, sentence);
    queue.length++;
    const result = queue.last.then(work);
    queue.last = result.catch(() => {});
    queues.set(bucket, queue);
    try {
      return await result;
    } finally {
      queue.length--;
      if (queue.length === 0) queues.delete(bucket);
    }
  }

  return { guard, clear, forgetOld };
}

type SignInDelays = ReturnType<typeof createSignInDelays>;
