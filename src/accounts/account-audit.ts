import type { FastifyRequest } from 'fastify';
import { type AuditEvent, deleteNetworkAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { PublicError } from '../platform/errors.ts';
import { recordEvent, recordRefusal } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { normalizeEmail } from './email.ts';

const keptDays = 30;
/** However many strangers knock: a month of them, or this many. */
const maxKept = 50_000;

interface Attempt<T> {
  event: string;
  /** The address that it was about, as it was given. */
  email?: string;
  /** Who it turned out to be. */
  actorOf?: (result: T) => string;
}

/** What was tried at an account, from where and how it ended: a line in the log, and a row for the operator. */
export class AccountAudit {
  readonly #options: { db: Db; secrets: Secrets; now: () => number };

  constructor(options: { db: Db; secrets: Secrets; now: () => number }) {
    this.#options = options;
  }

  /** Leaves one record of the attempt, however it ends. */
  async keep<T>(request: FastifyRequest, attempt: Attempt<T>, act: () => Promise<T>): Promise<T> {
    const { event, email } = attempt;
    const result = await this.trackErrors(request, attempt, act);
    await this.note(request, { event, email, actor: attempt.actorOf?.(result) });
    return result;
  }

  /** Leaves a record only if it is refused. */
  async trackErrors<T>(
    request: FastifyRequest,
    { event, email }: { event: string; email?: string },
    act: () => Promise<T>,
  ): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof PublicError) await this.#noteRefusal(request, { event, email }, error);
      throw error;
    }
  }

  /** Of what has been done. */
  async note(
    request: FastifyRequest,
    { event, email, actor }: { event: string; email?: string | undefined; actor?: string | undefined },
  ): Promise<void> {
    const account = this.#accountOf(email);
    // Who is known needs no other name.
    const who = actor ? { actor } : account ? { account } : {};
    recordEvent(request, { event, outcome: 'ok', ...who });
    await this.#write(request, { actor: actor ?? 'anonymous', event, target: account ?? actor ?? '' });
  }

  async forgetOld(): Promise<void> {
    const { db, now } = this.#options;
    await deleteNetworkAudit(db, { before: now() - keptDays * dayMs, maxKept });
  }

  async #noteRefusal(
    request: FastifyRequest,
    { event, email }: { event: string; email: string | undefined },
    error: PublicError,
  ): Promise<void> {
    const account = this.#accountOf(email);
    recordRefusal(request, event, error, account);
    // Whoever found no place in the line has not been heard.
    if (error.status >= 500) return;
    const details = { reason: `${error.status} ${error.code}` };
    await this.#write(request, {
      actor: 'anonymous',
      event,
      target: account ?? '',
      outcome: 'refused',
      details,
    });
  }

  /** A keyed hash: who reads the records can see that one account is tried from everywhere, and not whose it is. */
  #accountOf(email: string | undefined): string | undefined {
    return email === undefined ? undefined : this.#options.secrets.sign(purpose, normalizeEmail(email));
  }

  #write(request: FastifyRequest, event: Omit<AuditEvent, 'at' | 'address'>): Promise<void> {
    const { db, now } = this.#options;
    return writeAudit(db, { at: now(), address: request.ip, ...event });
  }
}

const purpose = 'security records';

/** Every name that an address may have in the records, whichever key they were written under. */
export const accountHashes = (secrets: Secrets, email: string) =>
  secrets.signUnderEach(purpose, normalizeEmail(email));
