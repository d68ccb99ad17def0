import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../database.ts';
import type { Secrets } from '../secrets.ts';
import { type MailJob, type MailKinds, WaitingMail } from './store.ts';
import type { MailTransport, Message } from './transport.ts';

/**
 * Makes a job's message when it is about to be sent, or nothing when its time is over. What depends on whether an
 * address has an account is decided here, after the answer, so that no answer can tell; and a message to nobody
 * costs what one to somebody costs, so that the next answer cannot tell either.
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

const sendSecondsMax = 30;
const claimSeconds = 40;
const retrySeconds = [5, 15, 60, 300, 900, 1800, 3600];
const giveUpAfterSeconds = 24 * 3600;
const pollMs = 2000;
const parallelMax = 4;

/** Mail waits in the database, encrypted, until a mail server has taken it. */
export class MailQueue<Kinds extends MailKinds<Kinds>> {
  readonly #options: MailQueueOptions<Kinds>;
  readonly #waiting: WaitingMail<Kinds>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #workers = new Set<Promise<void>>();

  constructor(options: MailQueueOptions<Kinds>) {
    this.#options = options;
    this.#waiting = new WaitingMail(options);
  }

  start(): void {
    this.#timer = setInterval(() => this.#wake(), pollMs);
    this.#timer.unref();
    this.#wake();
  }

  /** Lets the message under way finish; the rest waits for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.allSettled(this.#workers);
    this.#options.transport.close();
  }

  /** Stored with the caller's own changes; sent once they are committed and the answer is out. */
  async enqueue(db: Db, job: MailJob<Kinds>): Promise<void> {
    await this.#waiting.enqueue(db, job);
    if (this.#timer) setTimeout(() => this.#wake(), 10).unref();
  }

  /** All mail to these addresses, sent or not. */
  erase(db: Db, addresses: string[]): Promise<void> {
    return this.#waiting.erase(db, addresses);
  }

  count(db: Db, addresses: string[], since: number): Promise<number> {
    return this.#waiting.count(db, addresses, since);
  }

  /** Sends everything that is due and returns when that is done, what was under way already included. */
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
      .where('done_at', '<', now() - giveUpAfterSeconds * 1000)
      .execute();
  }

  #wake(): void {
    if (this.#stopped || this.#workers.size >= parallelMax) return;
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
        .set({ claimed_until: now() + claimSeconds * 1000, attempts: sql`attempts + 1` })
        .where('id', '=', due)
        // Said again: another process may have claimed it between the two.
        .where('claimed_until', '<=', now())
        .returning(['id', 'sealed', 'attempts', 'created_at'])
        .executeTakeFirst()
    );
  }

  async #process(row: {
    id: string;
    sealed: string | null;
    attempts: number;
    created_at: number;
  }): Promise<void> {
    const { compose, transport } = this.#options;
    try {
      const message = await compose(this.#waiting.open(row));
      if (message) await withinTime(handOver(transport, row.id, message));
      await this.#finish(row.id, null);
    } catch (error) {
      await this.#failed(row, error as SmtpError);
    }
  }

  async #failed(row: { id: string; attempts: number; created_at: number }, error: SmtpError): Promise<void> {
    const { db, now, log } = this.#options;
    const facts = { mail: row.id, attempt: row.attempts, ...describe(error) };
    const tooOld = now() - row.created_at > giveUpAfterSeconds * 1000;
    if (tooOld || isRefusedForGood(error)) {
      log.error(facts, 'mail is given up');
      return this.#finish(row.id, wordsOf(error));
    }
    log.warn(facts, 'mail could not be sent and is tried again');
    const waitSeconds = retrySeconds[Math.min(row.attempts, retrySeconds.length) - 1]!;
    await db
      .updateTable('mail_queue')
      .set({ due_at: now() + waitSeconds * 1000, claimed_until: 0, last_error: wordsOf(error) })
      .where('id', '=', row.id)
      .execute();
  }

  /** The body goes with the message: nothing of it stays behind. */
  async #finish(id: string, error: string | null): Promise<void> {
    const { db, now } = this.#options;
    await db
      .updateTable('mail_queue')
      .set({ sealed: null, done_at: now(), last_error: error })
      .where('id', '=', id)
      .execute();
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** As long as a mail server likes, otherwise. */
const wordsOf = ({ message }: SmtpError) => message.slice(0, 500);

/** A mail server's own words may hold the address or what it was told at sign-in: they are not logged. */
function describe({ code, command, responseCode, message }: SmtpError) {
  return code ? { smtp: { code, command, responseCode } } : { reason: message };
}

/** The mail server said no to this recipient or message; anything else may be better in a minute. */
const isRefusedForGood = (error: SmtpError) =>
  (error.responseCode ?? 0) >= 500 && ['RCPT TO', 'DATA'].includes(error.command ?? '');

const handOver = (transport: MailTransport, id: string, { to, ...message }: Message) =>
  to === undefined ? transport.rehearse(id, { to, ...message }) : transport.send(id, { to, ...message });

async function withinTime(sending: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server took too long')), sendSecondsMax * 1000);
  sending.catch(() => {});
  await Promise.race([sending, promise]).finally(() => clearTimeout(timer));
}
