import { setImmediate as otherWork } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallVerdict } from '../keys/contract.ts';
import { recordSecretUse } from '../keys/rotation-store.ts';
import { isActiveSecret } from '../keys/sealed-secret.ts';
import { addCalls, type CallCount, dayOf, deleteUsageBefore } from '../keys/usage-store.ts';
import type { Db } from '../platform/database.ts';
import type { CachedKey, CachedSecret } from './cached-key.ts';
import { WriteSoon } from './write-soon.ts';

const batchMax = 500;
/** At a time: to sort a hundred thousand would keep the thread for a tenth of a second. */
const sortedMax = 20 * batchMax;
/** Of one process, for the sake of a database that all share: a key that is asked about again meanwhile is one row. */
const rowsPerSecondMax = 2000;
const restMsMax = 60_000;
const keepDays = 90;
const dayMs = 24 * 3600 * 1000;
const lanes = 16;
/** Of a key, for its next calls: most are about a few endpoints, but those that are not must not fill the memory. */
const countsKept = 4;

interface SecretUse {
  keyId: string;
  secretId: string;
  at: number;
}

/** Calls by day, endpoint and verdict; and, while a key has two secrets, when each was last used. */
export class UsageCounter {
  readonly #db: Db;
  readonly #now: () => number;
  /** Processes that write to the same rows wait for each other. */
  readonly #lane = Math.floor(Math.random() * lanes);
  readonly #writer: WriteSoon;
  /** Those with requests that are not written yet. */
  #due: CallCount[] = [];
  #secretUses = new Map<string, SecretUse>();
  /** After many rows the next ones wait longer. */
  #restMs = 0;

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#db = options.db;
    this.#now = options.now;
    const complaint = 'usage counts wait for the database';
    this.#writer = new WriteSoon({ write: () => this.#write(), complaint, log: options.log });
  }

  count(key: Pick<CachedKey, 'id' | 'counts'>, endpoint: string, verdict: CallVerdict): void {
    const now = this.#now();
    this.#add(this.#countOf(key, dayOf(now), endpoint, verdict), 1, now);
    this.#writer.due(this.#restMs);
  }

  /** With one secret alone, the last use of the key says it all. */
  sawSecret(key: CachedKey, secret: CachedSecret): void {
    const at = this.#now();
    if (!key.oldSecret || !isActiveSecret(key.oldSecret, at)) return;
    this.#secretUses.set(`${key.id} ${secret.id}`, { keyId: key.id, secretId: secret.id, at });
  }

  async write(): Promise<void> {
    await this.#writer.now();
  }

  async forgetOld(): Promise<void> {
    await deleteUsageBefore(this.#db, dayOf(this.#now() - keepDays * dayMs));
  }

  /** The key keeps it when it is written, so that its next call makes none anew. */
  #countOf(
    key: Pick<CachedKey, 'id' | 'counts'>,
    day: string,
    endpoint: string,
    verdict: CallVerdict,
  ): CallCount {
    for (const count of key.counts)
      if (count.endpoint === endpoint && count.verdict === verdict && count.day === day) return count;
    const made = { keyId: key.id, day, endpoint, verdict, writer: this.#lane, requests: 0, lastAt: 0 };
    const kept = key.counts.length < countsKept ? key.counts : key.counts.filter(isDue);
    key.counts = [...kept, made];
    return made;
  }

  #add(count: CallCount, requests: number, at: number): void {
    if (!isDue(count)) this.#due.push(count);
    count.requests += requests;
    count.lastAt = Math.max(count.lastAt, at);
  }

  async #write(): Promise<void> {
    const due = this.#due;
    this.#due = [];
    this.#restMs = Math.min(restMsMax, (due.length / rowsPerSecondMax) * 1000);
    for (let start = 0; start < due.length; start += batchMax) {
      try {
        if (start > 0) await otherWork();
        if (start % sortedMax === 0) sortFrom(due, start);
        await this.#writeBatch(due.slice(start, start + batchMax));
      } catch (error) {
        for (const count of due.slice(start + batchMax)) this.#due.push(count);
        throw error;
      }
    }
    const uses = this.#secretUses;
    this.#secretUses = new Map();
    for (const use of uses.values()) await recordSecretUse(this.#db, use);
  }

  async #writeBatch(batch: CallCount[]): Promise<void> {
    const taken = batch.map((count) => ({ ...count }));
    for (const count of batch) count.requests = 0;
    try {
      await addCalls(this.#db, withoutTwins(taken));
    } catch (error) {
      for (const [index, { requests, lastAt }] of taken.entries()) this.#add(batch[index]!, requests, lastAt);
      throw error;
    }
  }
}

const isDue = ({ requests }: CallCount) => requests > 0;

/** Rows of one batch lie near each other: in any order each batch would write to the pages of all of them. */
function sortFrom(counts: CallCount[], start: number): void {
  const part = counts.slice(start, start + sortedMax);
  part.sort(byPlace);
  for (const [index, count] of part.entries()) counts[start + index] = count;
}

/** A key that was read anew meanwhile counts anew: to a statement they are one row. */
function withoutTwins(sorted: CallCount[]): CallCount[] {
  const rows: CallCount[] = [];
  for (const count of sorted) {
    const last = rows.at(-1);
    if (!last || byPlace(last, count) !== 0) rows.push(count);
    else rows[rows.length - 1] = together(last, count);
  }
  return rows;
}

const together = (one: CallCount, other: CallCount): CallCount => ({
  ...one,
  requests: one.requests + other.requests,
  lastAt: Math.max(one.lastAt, other.lastAt),
});

const byPlace = (one: CallCount, other: CallCount) =>
  order(one.keyId, other.keyId) ||
  order(one.endpoint, other.endpoint) ||
  order(one.verdict, other.verdict) ||
  order(one.day, other.day);

const order = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
