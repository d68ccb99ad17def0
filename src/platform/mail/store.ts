import { hourMs } from '../../time.ts';
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
    const id = randomId();
    await db
      .insertInto('mail_queue')
      .values({
        id,
        sealed: this.#secrets.encrypt(sealPurpose, id, JSON.stringify(job)),
        address_hash: this.#secrets.sign(addressPurpose, job.data.email),
        attempts: 0,
        due_at: 'expiresAt' in job.data ? now - headStartMs : now,
        claimed_until: 0,
        created_at: now,
      })
      .execute();
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
