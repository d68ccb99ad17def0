import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { type Visitors, visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import { dayMs } from '../time.ts';
import { browserName } from './browser-name.ts';
import {
  deleteSession,
  deleteSessionsBefore,
  findSession,
  insertSession,
  touchSession,
} from './session-store.ts';

const idleDaysMax = 30;
const ageDaysMax = 90;
/** Of a visitor who has asked for a code: it is worth nothing after minutes, and strangers can make many. */
const anonymousDaysMax = 1;
/** Writing down every sight of a session would be a write for each page. */
const touchEveryMs = 10 * 60 * 1000;

export interface SignedIn {
  id: string;
  email: string;
  name: string;
}

/** Who a browser is signed in as. The row can be taken away at any time; the cookie alone is worth nothing. */
export class Sessions {
  readonly #db: Db;
  readonly #visitors: Visitors;
  readonly #now: () => number;

  constructor(options: { db: Db; visitors: Visitors; now: () => number }) {
    this.#db = options.db;
    this.#visitors = options.visitors;
    this.#now = options.now;
  }

  async find(request: FastifyRequest): Promise<SignedIn | undefined> {
    const idHash = visitorHash(request);
    const session = await findSession(this.#db, idHash);
    const now = this.#now();
    if (
      !session ||
      session.seen_at < now - idleDaysMax * dayMs ||
      session.created_at < now - ageDaysMax * dayMs
    )
      return undefined;
    if (session.seen_at < now - touchEveryMs) await touchSession(this.#db, idHash, now);
    return { id: session.user_id, email: session.email, name: session.name };
  }

  async require(request: FastifyRequest): Promise<SignedIn> {
    const user = await this.find(request);
    if (!user) throw notSignedIn();
    return user;
  }

  /** A row for someone who is not signed in yet, so that a code can be tied to this browser. */
  async startAnonymous(request: FastifyRequest): Promise<string> {
    const idHash = visitorHash(request);
    await insertSession(this.#db, {
      id_hash: idHash,
      user_id: null,
      created_at: this.#now(),
      seen_at: this.#now(),
    });
    return idHash;
  }

  /** Under a new id: an old one that was planted or seen is worth nothing. */
  async start(request: FastifyRequest, reply: FastifyReply, userId: string, db = this.#db): Promise<void> {
    await deleteSession(db, visitorHash(request));
    this.#visitors.renew(request, reply);
    await insertSession(db, {
      id_hash: visitorHash(request),
      user_id: userId,
      created_at: this.#now(),
      seen_at: this.#now(),
      browser: browserName(request.headers['user-agent']),
    });
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const user = await this.find(request);
    await deleteSession(this.#db, visitorHash(request));
    this.#visitors.renew(request, reply);
    if (user) recordEvent(request, { event: 'sign-out', outcome: 'ok', actor: user.id });
  }

  async forgetOld(): Promise<void> {
    const now = this.#now();
    await deleteSessionsBefore(this.#db, {
      seenBefore: now - idleDaysMax * dayMs,
      createdBefore: now - ageDaysMax * dayMs,
      nobodySeenBefore: now - anonymousDaysMax * dayMs,
    });
  }
}
