import type { FastifyRequest } from 'fastify';
import type { Devices } from '../accounts/devices.ts';
import { parseEmail } from '../accounts/email.ts';
import type { HashingQueue } from '../accounts/hashing-queue.ts';
import { isPassword } from '../accounts/passwords.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import type { SignInDelays } from '../accounts/sign-in-delays.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { Db } from '../platform/database.ts';
import { refused } from '../platform/errors.ts';
import type { KeyCode } from './contract.ts';

export interface PasswordParts {
  db: Db;
  delays: SignInDelays;
  devices: Devices;
  hashing: HashingQueue;
}

/** For an act that a stolen session must not do: whoever guesses waits as long as at sign-in. */
export async function requirePassword(
  { db, delays, devices, hashing }: PasswordParts,
  request: FastifyRequest,
  { id, email }: SignedIn,
  password: string,
): Promise<void> {
  const address = parseEmail(email);
  const user = address && (await findUserByEmail(db, address));
  const deviceHash = devices.hashOf(request);
  const isKnown = deviceHash !== undefined && (await devices.isKnown(deviceHash, id));
  const guesser = isKnown ? { deviceHash } : { email: address?.canonical ?? email };
  const isRight = await delays.guard(guesser, () =>
    hashing.run({ address: request.ip, isAhead: true }, () => isPassword(password, user?.password_hash)),
  );
  if (!isRight) throw refused<KeyCode>('wrong-password', 'This is not your password');
}
