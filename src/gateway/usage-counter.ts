import { setImmediate as otherWork } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallVerdict } from '../keys/contract.ts';
import { isActiveSecret } from '../keys/key-secrets.ts';
import { writeSecretUse } from '../keys/store.ts';
import { addCalls, type CallCount, dayOf, deleteUsageBefore } from '../keys/usage-store.ts';
import type { Db } from '../platform/database.ts';
import { dayMs } from '../time.ts';
import { BatchedWriter } from './batched-writer.ts';
import type { CachedKey, CachedSecret } from './key-cache.ts';

const batchMax = 500;
/** At a time: to sort a hundred thousand would keep the thread for a tenth of a second. */
const sortedMax = 20 * batchMax;
/** Of one process, for the sake of a database that all share: a key that is asked about again meanwhile is one row. */
const rowsPerSecondMax = 2000;
const restMsMax = 60_000;
const keepDays = 90;
const lanes = 16;

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
  readonly #writer: BatchedWriter;
  /** Requests that are not written yet, by key id. Most keys call a few endpoints: their counts are a short list. */
  #counts = new Map<string, CallCount[]>();
  #secretUses = new Map<string, SecretUse>();
  /** After many rows the next ones wait longer. */
  #restMs = 0;

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#db = options.db;
    this.#now = options.now;
    const complaint = 'usage counts wait for the database';
    this.#writer = new BatchedWriter({ write: () => this.#write(), complaint, log: options.log });
  }

  count(keyId: string, endpoint: string, verdict: CallVerdict): void {
    const now = this.#now();
    this.#add({ keyId, day: dayOf(now), endpoint, verdict, writer: this.#lane, requests: 1, lastAt: now });
    this.#writer.due(this.#restMs);
  }

  /** With one secret alone, the last use of the key says it all. */
  countSecretUse(key: CachedKey, secret: CachedSecret): void {
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

  #add(added: CallCount): void {
    const counts = this.#counts.get(added.keyId);
    const known = counts?.find((count) => byRow(count, added) === 0);
    if (known) {
      known.requests += added.requests;
      known.lastAt = Math.max(known.lastAt, added.lastAt);
    } else if (counts) counts.push(added);
    else this.#counts.set(added.keyId, [added]);
  }

  async #write(): Promise<void> {
    const due = [...this.#counts.values()].flat();
    this.#counts = new Map();
    this.#restMs = Math.min(restMsMax, (due.length / rowsPerSecondMax) * 1000);
    for (let start = 0; start < due.length; start += batchMax) {
      try {
        if (start > 0) await otherWork();
        if (start % sortedMax === 0) sortFrom(due, start);
        await addCalls(this.#db, due.slice(start, start + batchMax));
      } catch (error) {
        for (const count of due.slice(start)) this.#add(count);
        throw error;
      }
    }
    const uses = this.#secretUses;
    this.#secretUses = new Map();
    for (const use of uses.values()) await writeSecretUse(this.#db, use);
  }
}

/** Rows of one batch lie near each other: in any order each batch would write to the pages of all of them. */
function sortFrom(counts: CallCount[], start: number): void {
  const part = counts.slice(start, start + sortedMax);
  part.sort(byRow);
  for (const [index, count] of part.entries()) counts[start + index] = count;
}

const byRow = (one: CallCount, other: CallCount) =>
  order(one.keyId, other.keyId) ||
  order(one.endpoint, other.endpoint) ||
  order(one.verdict, other.verdict) ||
  order(one.day, other.day);

const order = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
