import type { Generated } from 'kysely';
import { hourMs, minuteMs } from '../../time.ts';
import type { Db } from '../database.ts';
import { gauge, type Metric } from '../metrics.ts';
import { randomId, type Secrets } from '../secrets.ts';

declare module '../database.ts' {
  interface Tables {
    mail_queue: {
      id: string;
      sealed: string | null;
      /** A keyed hash of the recipient's address. */
      address_hash: string;
      shared_as: Generated<string | null>;
      /** The end of the time in which later jobs share one email. */
      shared_until: Generated<number | null>;
      attempts: number;
      due_at: number;
      claimed_until: number;
      created_at: number;
      done_at: number | null;
      last_error: string | null;
    };
  }
}

/** The data of every kind of mail includes the recipient's address. */
export type MailKinds<Kinds> = { [Kind in keyof Kinds]: { email: string } };

/** A mail before its text is composed: its kind and the data of that kind. `Kinds` maps one to the other. */
export type MailJob<Kinds> = { [Kind in keyof Kinds]: { kind: Kind; data: Kinds[Kind] } }[keyof Kinds];

/** Mail that expires, such as a code, is sent before mail that does not: somebody is waiting for it. */
const headStartMs = hourMs;
/** After an email of its own, further jobs within this time share one email. */
const sharedMs = minuteMs;

export interface SharedJob<Job> {
  /** Jobs share an email if this is equal. */
  as: string;
  /** Adds the new job to the one that is waiting. */
  merge(waiting: Job): Job;
}

/** Mail in the database: encrypted, and searchable only by its address. */
export class StoredMail<Kinds extends MailKinds<Kinds>> {
  readonly #secrets: Secrets;
  readonly #now: () => number;

  constructor({ secrets, now }: { secrets: Secrets; now: () => number }) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** Stores the mail in the caller's transaction. It is sent after that is committed and the response is out. */
  async enqueue(db: Db, job: MailJob<Kinds>): Promise<void> {
    const now = this.#now();
    await this.#insert(db, job, { due_at: 'expiresAt' in job.data ? now - headStartMs : now });
  }

  /**
   * The first email is due at once. Jobs of the next minute are merged into a second one, which is due when the minute
   * is over. A job that comes too late for the second one starts again with an email of its own.
   */
  async enqueueShared(db: Db, job: MailJob<Kinds>, { as, merge }: SharedJob<MailJob<Kinds>>): Promise<void> {
    const now = this.#now();
    const shared_as = this.#secrets.sign(sharedPurpose, as);
    const rows = await db
      .selectFrom('mail_queue')
      .select(['id', 'sealed', 'attempts', 'due_at', 'shared_until'])
      .where('shared_as', '=', shared_as)
      .where('shared_until', '>', now)
      .orderBy('shared_until', 'desc')
      .execute();
    const period = rows.filter(({ shared_until }) => shared_until === rows[0]?.shared_until);
    const waiting = period.find(
      ({ attempts, due_at, shared_until }) => attempts === 0 && due_at === shared_until,
    );
    if (waiting && (await this.#change(db, waiting, merge(this.open(waiting))))) return;
    const until = period.length === 1 ? period[0]?.shared_until : undefined;
    await this.#insert(db, job, { due_at: until ?? now, shared_as, shared_until: until ?? now + sharedMs });
  }

  /** False if another process has changed the row, or has begun to send it. */
  async #change(db: Db, row: { id: string; sealed: string | null }, job: MailJob<Kinds>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mail_queue')
      .set({ sealed: this.#seal(row.id, job) })
      .where('id', '=', row.id)
      .where('sealed', '=', row.sealed)
      .where('attempts', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #insert(
    db: Db,
    job: MailJob<Kinds>,
    row: { due_at: number; shared_as?: string; shared_until?: number | null },
  ): Promise<void> {
    const id = randomId();
    await db
      .insertInto('mail_queue')
      .values({
        id,
        sealed: this.#seal(id, job),
        address_hash: this.#secrets.sign(addressPurpose, job.data.email),
        attempts: 0,
        claimed_until: 0,
        created_at: this.#now(),
        ...row,
      })
      .execute();
  }

  #seal(id: string, job: MailJob<Kinds>): string {
    return this.#secrets.encrypt(sealPurpose, id, JSON.stringify(job));
  }

  open({ id, sealed }: { id: string; sealed: string | null }): MailJob<Kinds> {
    return JSON.parse(this.#secrets.decrypt(sealPurpose, id, sealed ?? '')) as MailJob<Kinds>;
  }

  /** Deletes all mail to these addresses, sent or not. */
  async erase(db: Db, addresses: string[]): Promise<void> {
    await db.deleteFrom('mail_queue').where('address_hash', 'in', this.#hashesOf(addresses)).execute();
  }

  async count(db: Db, addresses: string[], since: number): Promise<number> {
    const { waiting } = await db
      .selectFrom('mail_queue')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('address_hash', 'in', this.#hashesOf(addresses))
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(waiting);
  }

  #hashesOf(addresses: string[]): string[] {
    return addresses.flatMap((address) => this.#secrets.signUnderEach(addressPurpose, address));
  }
}

const sealPurpose = 'mail queue';
const addressPurpose = 'mail addresses';
const sharedPurpose = 'shared mail';

/** `oldestSeconds` is 0 if no mail waits. `givenUp` covers the day for which the queue keeps finished rows. */
export async function readMailState(db: Db, now: number) {
  const { waiting, oldest, givenUp } = await db
    .selectFrom('mail_queue')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('done_at', 'is', null).as('waiting'),
      eb.fn.min('created_at').filterWhere('done_at', 'is', null).as('oldest'),
      eb.fn.count<number>('last_error').filterWhere('done_at', 'is not', null).as('givenUp'),
    ])
    .executeTakeFirstOrThrow();
  const oldestSeconds = oldest === null ? 0 : Math.max(0, Math.round((now - oldest) / 1000));
  return { waiting: Number(waiting), oldestSeconds, givenUp: Number(givenUp) };
}

/** Metrics of a process that sends mail; none while the database is unavailable. */
export async function mailMetrics(db: Db, now: number): Promise<Metric[]> {
  const state = await readMailState(db, now).catch(() => undefined);
  if (!state) return [];
  return [
    gauge('portal_mail_waiting', 'Messages that wait to be sent.', state.waiting),
    gauge('portal_mail_oldest_seconds', 'Age of the oldest waiting message.', state.oldestSeconds),
    gauge('portal_mail_given_up', 'Messages given up within the last day.', state.givenUp),
  ];
}
