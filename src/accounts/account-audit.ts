import type { FastifyRequest } from 'fastify';
import { type AuditEvent, deleteNetworkAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { PublicError } from '../platform/errors.ts';
import { recordEvent, recordRefusal } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { normalizeEmail } from './email.ts';

const retentionDays = 30;
/** Bounds the rows of a month, however many attempts there are. */
const maxRows = 50_000;

interface Attempt<T> {
  event: string;
  /** The address that the attempt was about, as it was sent. */
  email?: string;
  /** Returns the id of the person, once it is known. */
  actorOf?: (result: T) => string;
}

/** Records attempts at accounts, with network address and outcome: a line in the log, and a row for the operator. */
export function createAccountAudit({ db, now, secrets }: { db: Db; secrets: Secrets; now: () => number }) {
  /** Leaves one record of the attempt, whether it succeeds or fails. */
  async function track<T>(request: FastifyRequest, attempt: Attempt<T>, act: () => Promise<T>): Promise<T> {
    const result = await trackErrors(request, attempt, act);
    const { event, email } = attempt;
    await record(request, { event, email, actor: attempt.actorOf?.(result) });
    return result;
  }

  /** Leaves a record only if the attempt fails. */
  async function trackErrors<T>(
    request: FastifyRequest,
    { event, email }: { event: string; email?: string },
    act: () => Promise<T>,
  ): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof PublicError) {
        const account = hashOf(email);
        recordRefusal(request, event, error, account);
        // A request that found no slot in a queue was never decided.
        if (error.status < 500) {
          const details = { reason: `${error.status} ${error.code}` };
          const target = account ?? '';
          await write(request, { actor: 'anonymous', event, target, outcome: 'refused', details });
        }
      }
      throw error;
    }
  }

  /** Records a success. A person who is known needs no hash. */
  async function record(
    request: FastifyRequest,
    { event, email, actor }: { event: string; email?: string | undefined; actor?: string | undefined },
  ): Promise<void> {
    const account = hashOf(email);
    recordEvent(request, { event, outcome: 'ok', ...(actor ? { actor } : account ? { account } : {}) });
    await write(request, { actor: actor ?? 'anonymous', event, target: account ?? actor ?? '' });
  }

  const forgetOld = () => deleteNetworkAudit(db, { before: now() - retentionDays * dayMs, maxKept: maxRows });

  /** A keyed hash shows that one account is tried from many places, but not whose it is. */
  const hashOf = (email: string | undefined) =>
    email === undefined ? undefined : accountHash(secrets, email);

  const write = (request: FastifyRequest, event: Omit<AuditEvent, 'at' | 'address'>) =>
    writeAudit(db, { at: now(), address: request.ip, ...event });

  return { track, trackErrors, record, forgetOld };
}

export type AccountAudit = ReturnType<typeof createAccountAudit>;

const purpose = 'security records';

/** The name of an address in new records. */
export const accountHash = (secrets: Secrets, email: string) => secrets.sign(purpose, normalizeEmail(email));

/** All hashes of an address in the audit, under every key of SECRET_KEY. */
export const accountHashes = (secrets: Secrets, email: string) =>
  secrets.signUnderEach(purpose, normalizeEmail(email));
