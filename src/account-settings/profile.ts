import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireName } from '../accounts/accounts.ts';
import type { User } from '../accounts/contract.ts';
import { normalizeEmail } from '../accounts/email.ts';
import { passwordError, refuse } from '../accounts/errors.ts';
import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { findPasswordProblems, type HashingQueue } from '../accounts/passwords.ts';
import {
  deleteDevicesOf,
  deleteOtherDevicesOf,
  deleteOtherSessionsOf,
  deleteSessionsOf,
  listSessions,
} from '../accounts/session-store.ts';
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

/** What a person sees of their own account and changes with a click. */
export class Profile {
  readonly #options: ProfileOptions;

  constructor(options: ProfileOptions) {
    this.#options = options;
  }

  async show(user: SignedIn, sessionHash: string): Promise<OwnAccount> {
    const { db } = this.#options;
    const row = await findUser(db, user.id);
    if (!row) throw notSignedIn();
    const sessions = await listSessions(db, user.id);
    return {
      name: row.name,
      email: row.email,
      created_at: iso(row.created_at),
      sessions: sessions.map(({ id_hash, browser, created_at, seen_at }) => ({
        browser,
        created_at: iso(created_at),
        seen_at: iso(seen_at),
        is_current: id_hash === sessionHash,
      })),
    };
  }

  async rename({ id, email }: SignedIn, given: string): Promise<User> {
    const name = requireName(given);
    await renameUser(this.#options.db, id, name);
    return { email, name };
  }

  /** Ends every session and device but this one's, which goes on under a new id. */
  async changePassword(
    { id, email: askedEmail }: SignedIn,
    form: Omit<ChangePasswordRequest, 'current_password'> & { checkedHash: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    const { db, sessions, devices, hashing, mail, now } = this.#options;
    const complaints = findPasswordProblems(form.password, form.password_confirmation, askedEmail);
    if (complaints.length > 0) throw passwordError(complaints);
    const place = { address: request.ip, isAhead: true };
    const passwordHash = await hashing.hash(place, form.password);
    await db.transaction().execute(async (trx) => {
      // Another one has taken its place meanwhile: of two at once the first one counts.
      const held = await replacePasswordHash(trx, id, form.checkedHash, passwordHash);
      if (!held) throw refuse('wrong-password');
      const { email } = held;
      await deleteSessionsOf(trx, id);
      await sessions.start(request, reply, id, trx);
      await deleteDevicesOf(trx, id);
      await devices.remember(request, reply, id, trx);
      await deleteResetsOf(trx, [email, normalizeEmail(email)]);
      await mail.enqueue(trx, { kind: 'password-changed', data: { email, changedAt: now() } });
    });
  }

  /** Returns how many sessions ended. */
  async endOthers(
    { id }: SignedIn,
    kept: { sessionHash: string; deviceHash: string | undefined },
  ): Promise<number> {
    return this.#options.db.transaction().execute(async (trx) => {
      await deleteOtherDevicesOf(trx, id, kept.deviceHash);
      return deleteOtherSessionsOf(trx, id, kept.sessionHash);
    });
  }
}
