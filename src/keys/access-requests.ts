import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { cleanName } from '../accounts/names.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { findUser } from '../accounts/user-store.ts';
import { writeAudit } from '../platform/audit.ts';
import { type Db, isUniqueViolation } from '../platform/database.ts';
import { conflict, notFound, refused } from '../platform/errors.ts';
import { randomId } from '../platform/secrets.ts';
import type { Row } from '../platform/terminal-text.ts';
import { hourMs, iso, isoOrNull } from '../time.ts';
import {
  claimDigest,
  closeRequest,
  insertRequest,
  listOpenRequests,
  listRequestsOf,
} from './access-request-store.ts';
import {
  type AccessRequest,
  allAccessRole,
  type KeyCode,
  maxRequestTextLength,
  type NewAccessRequest,
} from './contract.ts';
import { OperatorError } from './operator.ts';
import { requireOwnKey, rolesOf } from './own-key.ts';
import { findOwnedKeys } from './owner-store.ts';
import { type KeyRow, lockKey } from './store.ts';

interface AccessRequestsOptions {
  db: Db;
  mail: AccountMailQueue;
  /** The address that gets the digest. Without it the operator has to list the requests. */
  operatorMail?: string | undefined;
  now: () => number;
}

/** Requests for all access: people send them, and the operator answers on the command line. */
export function createAccessRequests({ db, now, mail, operatorMail }: AccessRequestsOptions) {
  async function list(userId: string): Promise<AccessRequest[]> {
    return (await listRequestsOf(db, userId)).map(describe);
  }

  async function create(user: SignedIn, given: NewAccessRequest): Promise<AccessRequest> {
    const key = await requireOwnKey(db, user.id, given.key_id);
    const purpose = cleanText(given.purpose);
    if (purpose === '') throw refused<KeyCode>('no-purpose', 'Describe what you need the access for');
    const volume = cleanText(given.volume);
    const request = { id: randomId(), user_id: user.id, key_id: key.id, purpose, volume, created_at: now() };
    await db.transaction().execute(async (trx) => {
      // A grant, deletion or revocation of the key locks the same row.
      const locked = await lockKey(trx, key.id);
      if (!locked) throw notFound();
      if (rolesOf(locked).includes(allAccessRole))
        throw refused<KeyCode>('has-access', 'This key already has all access');
      await insertRequest(trx, request).catch((error: unknown) => {
        throw isUniqueViolation(error) ? requestOpen() : error;
      });
      await writeAudit(trx, {
        at: now(),
        actor: user.id,
        event: 'access-requested',
        target: key.external_id,
      });
    });
    await sendDigest();
    return describe({ ...request, state: 'open', reason: null, answered_at: null, listed_at: null });
  }

  async function withdraw(user: SignedIn, id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const answer = { state: 'withdrawn', answered_at: now() } as const;
      if (!(await closeRequest(trx, { id, user_id: user.id }, answer))) throw notFound();
      await writeAudit(trx, { at: now(), actor: user.id, event: 'access-withdrawn', target: user.id });
    });
  }

  /** Sends at most one email an hour, however many people ask and processes run. Later requests wait for the next. */
  async function sendDigest(): Promise<void> {
    if (!operatorMail) return;
    await db.transaction().execute(async (trx) => {
      if (await claimDigest(trx, { now: now(), everyMs: hourMs }))
        await mail.enqueue(trx, { kind: 'access-requests', data: { email: operatorMail } });
    });
  }

  /** The open requests as the operator sees them. */
  async function listOpen(): Promise<Row[]> {
    const requests = await listOpenRequests(db);
    return requests.map(({ email, person, clientId, keyName, purpose, volume, created_at }) => ({
      client_id: clientId,
      key: keyName,
      email,
      person,
      purpose,
      volume,
      requested_at: iso(created_at),
    }));
  }

  /** Belongs in the transaction that gives the key its role. */
  async function closeGrantedRequest(trx: Db, key: Pick<KeyRow, 'id' | 'user_id' | 'name'>): Promise<void> {
    if (!(await closeRequest(trx, { key_id: key.id }, { state: 'granted', answered_at: now() }))) return;
    const owner = await findUser(trx, key.user_id);
    if (!owner) return;
    await mail.enqueue(trx, { kind: 'access-granted', data: { email: owner.email, keyName: key.name } });
  }

  /** The owner reads the reason in an email and on the keys page. */
  async function decline(clientId: string, given: string, actor = 'operator'): Promise<Row> {
    const reason = cleanName(given);
    if (reason === '' || [...reason].length > maxRequestTextLength)
      throw new OperatorError(`Give a reason of at most ${maxRequestTextLength} characters`);
    const [key] = await findOwnedKeys(db, [clientId]);
    await db.transaction().execute(async (trx) => {
      const answer = { state: 'declined', reason, answered_at: now() } as const;
      if (!key || !(await closeRequest(trx, { key_id: key.id }, answer)))
        throw new OperatorError(`No open request for client ID ${clientId}`);
      const data = { email: key.email, keyName: key.name, reason };
      await mail.enqueue(trx, { kind: 'access-declined', data });
      const event = { actor, event: 'access-declined', target: clientId, details: { reason } };
      await writeAudit(trx, { at: now(), ...event });
    });
    return { client_id: clientId, declined: true, reason };
  }

  return { list, create, withdraw, sendDigest, listOpen, closeGrantedRequest, decline };
}

export type AccessRequests = ReturnType<typeof createAccessRequests>;

/** One line of plain text, because it is read in an email and in a terminal. */
function cleanText(given: string): string {
  const text = cleanName(given);
  if ([...text].length > maxRequestTextLength)
    throw refused<KeyCode>('long-request', `Use at most ${maxRequestTextLength} characters`);
  return text;
}

const requestOpen = () =>
  conflict<KeyCode>('request-open', 'You already have an open request. Withdraw it, or wait for the answer');

const describe = ({
  user_id: _user,
  listed_at: _listed,
  created_at,
  answered_at,
  ...request
}: Awaited<ReturnType<typeof listRequestsOf>>[number]): AccessRequest => ({
  ...request,
  created_at: iso(created_at),
  answered_at: isoOrNull(answered_at),
});
