import { hourMs } from '../../time.ts';
import type { Db } from '../database.ts';
import { gauge, type Metric } from '../metrics.ts';
import { randomId, type Secrets } from '../secrets.ts';

declare module '../database.ts' {
  interface Tables {
    mail_queue: {
      id: string;
      sealed: string | null;
      /** A keyed hash of where it goes. None: of the release before. */
      address_hash: string | null;
      attempts: number;
      due_at: number;
      claimed_until: number;
      created_at: number;
      done_at: number | null;
      last_error: string | null;
    };
  }
}

/** Whatever a mail is made from, it says where it goes. */
export type MailKinds<Kinds> = { [Kind in keyof Kinds]: { email: string } };

/** What waits to become a message: a kind, and what that kind is made from. `Kinds` maps one to the other. */
export type MailJob<Kinds> = { [Kind in keyof Kinds]: { kind: Kind; data: Kinds[Kind] } }[keyof Kinds];

/** What is of no use later is being waited for, and goes before what was only just meant to be read some time. */
const headStartMs = hourMs;

/** Mail as it lies in the database: encrypted, and found again by nothing but its address. */
export class WaitingMail<Kinds extends MailKinds<Kinds>> {
  readonly #secrets: Secrets;
  readonly #now: () => number;

  constructor(options: { secrets: Secrets; now: () => number }) {
    this.#secrets = options.secrets;
    this.#now = options.now;
  }

  /** Stored with the caller's own changes; sent once they are committed and the answer is out. */
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

  /** Sent or not. */
  async erase(db: Db, addresses: string[]): Promise<void> {
    const hashes = addresses.flatMap((address) => this.#secrets.signUnderEach(addressPurpose, address));
    await db.deleteFrom('mail_queue').where('address_hash', 'in', hashes).execute();
  }

  async count(db: Db, addresses: string[], since: number): Promise<number> {
    const hashes = addresses.flatMap((address) => this.#secrets.signUnderEach(addressPurpose, address));
    const { waiting } = await db
      .selectFrom('mail_queue')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('address_hash', 'in', hashes)
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(waiting);
  }
}

const sealPurpose = 'mail queue';
const addressPurpose = 'mail addresses';

interface MailState {
  waiting: number;
  /** 0 when none waits. */
  oldestSeconds: number;
  /** As long as the queue remembers: a day. */
  givenUp: number;
}

export async function readMailState(db: Db, now: number): Promise<MailState> {
  const { waiting, oldest } = await db
    .selectFrom('mail_queue')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { givenUp } = await db
    .selectFrom('mail_queue')
    .select((eb) => eb.fn.countAll<number>().as('givenUp'))
    .where('done_at', 'is not', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  const oldestSeconds = oldest === null ? 0 : Math.max(0, Math.round((now - oldest) / 1000));
  return { waiting: Number(waiting), oldestSeconds, givenUp: Number(givenUp) };
}

/** Of a process that sends mail; none while the database cannot say. */
export async function mailMetrics(db: Db, now: number): Promise<Metric[]> {
  const state = await readMailState(db, now).catch(() => undefined);
  if (!state) return [];
  const { waiting, oldestSeconds, givenUp } = state;
  return [
    gauge('portal_mail_waiting', 'Messages that wait to be sent.', waiting),
    gauge('portal_mail_oldest_seconds', 'Age of the oldest of them.', oldestSeconds),
    gauge('portal_mail_given_up', 'Messages given up within the last day.', givenUp),
  ];
}
