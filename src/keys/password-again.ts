import { isPassword } from '../accounts/passwords.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import type { SignInDelays } from '../accounts/sign-in-delays.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { Db } from '../platform/database.ts';
import { refused } from '../platform/errors.ts';

/** For an act that a stolen session must not do: whoever guesses waits as long as at sign-in. */
export async function requirePassword(
  { db, delays }: { db: Db; delays: SignInDelays },
  { email }: SignedIn,
  password: string,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!(await delays.guard(email, () => isPassword(password, user?.password_hash))))
    throw refused('This is not your password');
}
