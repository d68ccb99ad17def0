import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireName } from '../accounts/accounts.ts';
import type { User } from '../accounts/contract.ts';
import { normalizeEmail } from '../accounts/email.ts';
import { accountError, passwordError } from '../accounts/errors.ts';
import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { findPasswordProblems, type HashingQueue } from '../accounts/passwords.ts';
import { deleteDevicesOf, deleteSessionsOf, listSessions } from '../accounts/session-store.ts';
import type { Devices, Sessions, SignedIn } from '../accounts/sessions.ts';
import { findUser, renameUser, replacePasswordHash } from '../accounts/user-store.ts';
import { deleteResetsOf } from '../accounts/verification-store.ts';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { iso } from '../time.ts';
import type { ChangePasswordRequest, OwnAccount } from './contract.ts';

interface ProfileOptions {
  db: Db;
  sessions: Sessions;
  devices: Devices;
  hashing: HashingQueue;
  mail: AccountMailQueue;
  now: () => number;
}

/** A person's name, password and sessions. */
export function createProfile({ db, sessions, devices, hashing, mail, now }: ProfileOptions) {
  async function show({ id }: SignedIn, sessionHash: string): Promise<OwnAccount> {
    const user = await findUser(db, id);
    if (!user) throw notSignedIn();
    const sessions = await listSessions(db, id);
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

  async function rename({ id, email }: SignedIn, given: string): Promise<User> {
    const name = requireName(given);
    await renameUser(db, id, name);
    return { email, name };
  }

  /** Ends every other session and forgets every other device. This session continues under a new id. */
  async function changePassword(
    user: SignedIn,
    form: Omit<ChangePasswordRequest, 'current_password'> & { checkedHash: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    const { id } = user;
    const problems = findPasswordProblems(form.password, form.password_confirmation, user.email);
    if (problems.length > 0) throw passwordError(problems);
    const passwordHash = await hashing.hash({ address: request.ip, hasPriority: true }, form.password);
    await db.transaction().execute(async (trx) => {
      // If two changes arrive at once, only the first one takes effect.
      const locked = await replacePasswordHash(trx, id, form.checkedHash, passwordHash);
      if (!locked) throw accountError('wrong-password');
      const { email } = locked;
      await deleteSessionsOf(trx, id);
      await sessions.start(request, reply, id, trx);
      await deleteDevicesOf(trx, id);
      await devices.remember(request, reply, id, trx);
      await deleteResetsOf(trx, [email, normalizeEmail(email)]);
      await mail.enqueue(trx, { kind: 'password-changed', data: { email, changedAt: now() } });
    });
  }

  /** Returns how many sessions ended. */
  function endOthers(
    { id }: SignedIn,
    kept: { sessionHash: string; deviceHash: string | undefined },
  ): Promise<number> {
    return db.transaction().execute(async (trx) => {
      await deleteDevicesOf(trx, id, kept.deviceHash);
      return deleteSessionsOf(trx, id, kept.sessionHash);
    });
  }

  return { show, rename, changePassword, endOthers };
}

export type Profile = ReturnType<typeof createProfile>;
