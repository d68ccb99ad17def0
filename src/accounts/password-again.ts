import type { FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import type { Devices } from './devices.ts';
import { normalizeEmail } from './email.ts';
import type { HashingQueue } from './hashing-queue.ts';
import { refuse } from './refusals.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInDelays } from './sign-in-delays.ts';
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
