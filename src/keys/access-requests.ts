import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { cleanName } from '../accounts/names.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { findUser } from '../accounts/user-store.ts';
import { writeAudit } from '../platform/audit.ts';
import { type Db, isUniqueViolation } from '../platform/database.ts';
import { notFound, PublicError, refused } from '../platform/errors.ts';
import { randomId } from '../platform/secrets.ts';
import type { Row } from '../platform/terminal-text.ts';
import { hourMs, iso } from '../time.ts';
import {
  closeRequest,
  insertRequest,
  listOpenRequests,
  listRequestsOf,
  takeDigest,
  withdrawRequest,
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

const digestEveryMs = hourMs;

interface AccessRequestsOptions {
  db: Db;
  mail: AccountMailQueue;
  /** Where requests are told of; without it they wait to be listed. */
  operatorMail: string | undefined;
  now: () => number;
}

/** People ask for a key that reaches everything; the operator answers on the command line. */
export class AccessRequests {
  readonly #options: AccessRequestsOptions;

  constructor(options: AccessRequestsOptions) {
    this.#options = options;
  }

  async list(userId: string): Promise<AccessRequest[]> {
    return (await listRequestsOf(this.#options.db, userId)).map(describe);
  }

  async ask(user: SignedIn, given: NewAccessRequest): Promise<AccessRequest> {
    const { db, now } = this.#options;
    const key = await requireOwnKey(db, user.id, given.key_id);
    const request = {
      id: randomId(),
      user_id: user.id,
      key_id: key.id,
      purpose: requireText(given.purpose),
      volume: cleanText(given.volume),
      created_at: now(),
    };
    await db.transaction().execute(async (trx) => {
      // Whoever grants, deletes or revokes the key holds the same row.
      const held = await lockKey(trx, key.id);
      if (!held) throw notFound();
      if (rolesOf(held).includes(allAccessRole))
        throw refused<KeyCode>('has-access', 'This key has all access already');
      await insertRequest(trx, request).catch((error: unknown) => {
        throw isUniqueViolation(error) ? requestOpen() : error;
      });
      await writeAudit(trx, { at: now(), actor: user.id, event: 'access-asked', target: key.external_id });
    });
    await this.sendDigest();
    return describe({ ...request, state: 'open', reason: null, answered_at: null, told_at: null });
  }

  async withdraw(user: SignedIn, id: string): Promise<void> {
    const { db, now } = this.#options;
    await db.transaction().execute(async (trx) => {
      const isWithdrawn = await withdrawRequest(trx, { id, userId: user.id, answeredAt: now() });
      if (!isWithdrawn) throw notFound();
      await writeAudit(trx, { at: now(), actor: user.id, event: 'access-withdrawn', target: user.id });
    });
  }

  /** At most one mail an hour, however many people ask and processes run; what came too early is told in a later round. */
  async sendDigest(): Promise<void> {
    const { db, mail, operatorMail, now } = this.#options;
    if (!operatorMail) return;
    await db.transaction().execute(async (trx) => {
      if (await takeDigest(trx, { now: now(), everyMs: digestEveryMs }))
        await mail.enqueue(trx, { kind: 'access-requests', data: { email: operatorMail } });
    });
  }
}

function requireText(given: string): string {
  const text = cleanText(given);
  if (text === '') throw refused<KeyCode>('no-purpose', 'Please say what you need the access for');
  return text;
}

/** One line of plain text: it is read in a mail and in a terminal. */
function cleanText(given: string): string {
  const text = cleanName(given);
  if ([...text].length > maxRequestTextLength)
    throw refused<KeyCode>('long-request', `Please use at most ${maxRequestTextLength} characters`);
  return text;
}

const requestOpen = () =>
  new PublicError(
    409,
    'You have an open request already: withdraw it, or wait for the answer',
    {},
    'request-open' satisfies KeyCode,
  );

const describe = ({
  user_id: _user,
  told_at: _told,
  created_at,
  answered_at,
  ...request
}: Awaited<ReturnType<typeof listRequestsOf>>[number]): AccessRequest => ({
  ...request,
  created_at: iso(created_at),
  answered_at: answered_at === null ? null : iso(answered_at),
});

/** The operator's side of requests for access; granting one is giving the key its role. */
export class AccessDecisions {
  readonly #options: { db: Db; mail: AccountMailQueue; now: () => number };

  constructor(options: { db: Db; mail: AccountMailQueue; now: () => number }) {
    this.#options = options;
  }

  async requests(): Promise<Row[]> {
    return (await listOpenRequests(this.#options.db)).map(
      ({ email, person, clientId, keyName, purpose, volume, created_at }) => ({
        client_id: clientId,
        key: keyName,
        email,
        person,
        purpose,
        volume,
        asked_at: new Date(created_at).toISOString(),
      }),
    );
  }

  /** Within the transaction that gives the key its role. A key that nobody asked for has nobody to be told. */
  async closeGrantedRequest(trx: Db, key: Pick<KeyRow, 'id' | 'user_id' | 'name'>): Promise<void> {
    const { mail, now } = this.#options;
    if (!(await closeRequest(trx, key.id, { state: 'granted', answered_at: now() }))) return;
    const owner = await findUser(trx, key.user_id);
    if (!owner) return;
    await mail.enqueue(trx, { kind: 'access-granted', data: { email: owner.email, keyName: key.name } });
  }

  /** The reason is mailed and shown as it stands. */
  async decline(clientId: string, given: string): Promise<Row> {
    const { db, mail, now } = this.#options;
    const reason = cleanName(given);
    if (reason === '' || [...reason].length > maxRequestTextLength)
      throw new OperatorError(`Give a reason of at most ${maxRequestTextLength} characters`);
    const [key] = await findOwnedKeys(db, [clientId]);
    await db.transaction().execute(async (trx) => {
      const answer = { state: 'declined', reason, answered_at: now() } as const;
      if (!key || !(await closeRequest(trx, key.id, answer)))
        throw new OperatorError(`No open request for client ID ${clientId}`);
      await mail.enqueue(trx, {
        kind: 'access-declined',
        data: { email: key.email, keyName: key.name, reason },
      });
      await writeAudit(trx, {
        at: now(),
        actor: 'operator',
        event: 'access-declined',
        target: clientId,
        details: { reason },
      });
    });
    return { client_id: clientId, declined: 'yes', reason };
  }
}
