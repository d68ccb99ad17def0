import { requireName } from '../accounts/accounts.ts';
import type { User } from '../accounts/contract.ts';
import { accountError, passwordError } from '../accounts/errors.ts';
import { findPasswordProblems } from '../accounts/passwords.ts';
import type { AccountServices } from '../accounts/services.ts';
import { forgetBrowsersOf, listSessions } from '../accounts/session-store.ts';
import type { Sessions, SignedIn } from '../accounts/sessions.ts';
import type { SignedInCall } from '../accounts/signed-in-routes.ts';
import { changeUser, findUser, replacePasswordHash } from '../accounts/user-store.ts';
import { deleteResetsOf } from '../accounts/verification-store.ts';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { iso } from '../time.ts';
import type { ChangePasswordRequest, OwnAccount } from './contract.ts';

export async function describeAccount(db: Db, userId: string, sessionHash: string): Promise<OwnAccount> {
  const user = await findUser(db, userId);
  if (!user) throw notSignedIn();
  const sessions = await listSessions(db, userId);
  return {
    name: user.name,
    email: user.email,
    created_at: iso(user.created_at),
    sessions: sessions.map(({ id_hash, browser, created_at, seen_at }) => ({
      browser,
      created_at: iso(created_at),
      seen_at: iso(seen_at),
      is_current: id_hash === sessionHash,
    })),
  };
}

export async function changeName(db: Db, { id, email }: SignedIn, given: string): Promise<User> {
  const name = requireName(given);
  await changeUser(db, id, { name });
  return { email, name };
}

/** Returns how many sessions ended. */
export const endOtherSessions = (db: Db, userId: string, kept: Parameters<typeof forgetBrowsersOf>[2]) =>
  db.transaction().execute((trx) => forgetBrowsersOf(trx, userId, kept));

/** Ends every other session and all connections, and forgets every other device. This session continues under a new id. */
export async function changePassword(
  services: AccountServices & { sessions: Sessions },
  { user: { id, email: knownEmail }, request, reply }: Pick<SignedInCall, 'user' | 'request' | 'reply'>,
  form: ChangePasswordRequest & { checkedHash: string },
): Promise<void> {
  const { db, sessions, devices, hashing, mail, providerName, endConnections, now } = services;
  const problems = findPasswordProblems(form, { email: knownEmail, providerName });
  if (problems.length > 0) throw passwordError(problems);
  if (form.password === form.current_password) throw accountError('same-password');
  const passwordHash = await hashing.hash({ address: request.ip, hasPriority: true }, form.password);
  await db.transaction().execute(async (trx) => {
    // If two changes arrive at once, only the first one takes effect.
    const locked = await replacePasswordHash(trx, id, form.checkedHash, passwordHash);
    if (!locked) throw accountError('wrong-password');
    const { email } = locked;
    await forgetBrowsersOf(trx, id);
    await sessions.start(request, reply, id, trx);
    await devices.remember(request, reply, id, trx);
    await deleteResetsOf(trx, [email]);
    await mail.enqueue(trx, { kind: 'password-changed', data: { email, changedAt: now() } });
    await endConnections(trx, id);
  });
}
