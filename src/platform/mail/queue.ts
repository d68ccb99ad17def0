import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayMs } from '../../time.ts';
import type { Db } from '../database.ts';
import { asSystemError, type SystemError } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { type MailJob, type MailKinds, type SharedJob, StoredMail } from './store.ts';
import type { MailTransport, Message } from './transport.ts';

/**
 * Composes the message of a job just before it is sent, or nothing if the job has expired. Whether an address has an
 * account is decided here, after the response, so that no response can reveal it. A message without a recipient costs
 * as much as one with a recipient, so that the next response cannot reveal it either.
 */
export type Compose<Kinds> = (job: MailJob<Kinds>) => Promise<Message | undefined>;

interface MailQueueOptions<Kinds> {
  db: Db;
  secrets: Secrets;
  now: () => number;
  transport: MailTransport;
  compose: Compose<Kinds>;
  log: Logger;
}

const maxSendMs = 30_000;
const claimMs = 40_000;
/** The waits after the first failures, and the wait after every later one. */
const retrySeconds = [5, 15, 60, 300, 900, 1800];
const lastRetrySeconds = 3600;
const giveUpAfterMs = dayMs;
const pollMs = 2000;
const maxParallel = 4;

/** Mail waits in the database, encrypted, until a mail server has accepted it. */
export class MailQueue<Kinds extends MailKinds<Kinds>> extends StoredMail<Kinds> {
  readonly #options: MailQueueOptions<Kinds>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #workers = new Set<Promise<void>>();

  constructor(options: MailQueueOptions<Kinds>) {
    super(options);
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#wake(), pollMs);
    this.#timer.unref();
    this.#wake();
  }

  /** Waits for the messages that are being sent. The others stay in the database until the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.allSettled(this.#workers);
    this.#options.transport.close();
  }

  override async enqueue(db: Db, job: MailJob<Kinds>): Promise<void> {
    await super.enqueue(db, job);
    this.#wakeSoon();
  }

  override async enqueueShared(
    db: Db,
    job: MailJob<Kinds>,
    shared: SharedJob<MailJob<Kinds>>,
  ): Promise<void> {
    await super.enqueueShared(db, job, shared);
    this.#wakeSoon();
  }

  /** Sends everything that is due, and waits for it and for the messages that are already being sent. */
  async drain(): Promise<void> {
    await this.#sendDue();
    await Promise.allSettled(this.#workers);
  }

  async #sendDue(): Promise<void> {
    while (!this.#stopped) {
      const job = await this.#claim();
      if (!job) return;
      await this.#process(job);
    }
  }

  async forgetOld(): Promise<void> {
    const { db, now } = this.#options;
    await db
      .deleteFrom('mail_queue')
      .where('done_at', '<', now() - giveUpAfterMs)
      .execute();
  }

  #wakeSoon(): void {
    if (this.#timer) setTimeout(() => this.#wake(), 10).unref();
  }

  #wake(): void {
    if (this.#stopped || this.#workers.size >= maxParallel) return;
    const worker = this.#sendDue()
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'mail queue is waiting for the database'),
      )
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #claim() {
    const { db, now } = this.#options;
    const due = db
      .selectFrom('mail_queue')
      .select('id')
      .where('done_at', 'is', null)
      .where('due_at', '<=', now())
      .where('claimed_until', '<=', now())
      .orderBy('due_at')
      .limit(1);
    return (
      db
        .updateTable('mail_queue')
        .set({ claimed_until: now() + claimMs, attempts: sql`attempts + 1` })
        .where('id', '=', due)
        // The condition is repeated because another process can claim the row between the two queries.
        .where('claimed_until', '<=', now())
        .returning(['id', 'sealed', 'attempts', 'created_at'])
        .executeTakeFirst()
    );
  }

  async #process(row: ClaimedRow): Promise<void> {
    const { compose, transport } = this.#options;
    try {
      const message = await compose(this.open(row));
      if (message) await withTimeout(transport.send(row.id, message));
      await this.#finish(row.id, null);
    } catch (error) {
      await this.#retryLater(row, asSystemError(error));
    }
  }

  async #retryLater(row: ClaimedRow, error: SystemError): Promise<void> {
    const { db, now, log } = this.#options;
    const details = { mail: row.id, attempt: row.attempts, ...describe(error) };
    // A mail server can send a text of any length.
    const last_error = error.message.slice(0, 500);
    if (now() - row.created_at > giveUpAfterMs || isPermanent(error)) {
      log.error(details, 'mail given up');
      return this.#finish(row.id, last_error);
    }
    log.warn(details, 'mail could not be sent, will retry');
    const waitSeconds = retrySeconds[row.attempts - 1] ?? lastRetrySeconds;
    await db
      .updateTable('mail_queue')
      .set({ due_at: now() + waitSeconds * 1000, claimed_until: 0, last_error })
      .where('id', '=', row.id)
      .execute();
  }

  /** The content is erased together with the job. */
  async #finish(id: string, last_error: string | null): Promise<void> {
    const { db, now } = this.#options;
    await db
      .updateTable('mail_queue')
      .set({ sealed: null, done_at: now(), last_error })
      .where('id', '=', id)
      .execute();
  }
}

type ClaimedRow = { id: string; sealed: string | null; attempts: number; created_at: number };

/** The mail server's own words are not logged: they can contain the address or the credentials. */
function describe({ code, command, responseCode, message }: SystemError) {
  return code ? { smtp: { code, command, responseCode } } : { reason: message };
}

/** The mail server rejected this recipient or message for good. Any other failure can be over in a minute. */
const isPermanent = ({ responseCode = 0, command = '' }: SystemError) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);

async function withTimeout(sending: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server took too long')), maxSendMs);
  sending.catch(() => {});
  await Promise.race([sending, promise]).finally(() => clearTimeout(timer));
}
