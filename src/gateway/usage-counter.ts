import type { Logger } from 'pino';
import { addUsage, dayOf, deleteUsageBefore, type UsageCount } from '../keys/usage-store.ts';
import type { Db } from '../platform/database.ts';

const writeEveryMs = 500;
const batchMax = 500;
const keepDays = 90;
const dayMs = 24 * 3600 * 1000;

/** Counts in memory and writes now and then, so that no request waits for it; a crash loses the last moment. */
export class UsageCounter {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #log: Logger;
  #counts = new Map<string, UsageCount>();
  #today = { begins: Number.NEGATIVE_INFINITY, name: '' };
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#db = options.db;
    this.#now = options.now;
    this.#log = options.log;
  }

  count(keyId: string): void {
    const now = this.#now();
    const day = this.#dayOf(now);
    const id = `${keyId} ${day}`;
    const known = this.#counts.get(id);
    if (known) {
      known.requests++;
      known.lastUsedAt = now;
    } else this.#counts.set(id, { keyId, day, requests: 1, lastUsedAt: now });
    this.#timer ??= setTimeout(() => this.#writeSoon(), writeEveryMs);
  }

  /** Writes what is counted so far; for the end of the process, and for tests. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A write that failed has put its counts back: this one takes them along.
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeBatches());
    await this.#writing;
  }

  async forgetOld(): Promise<void> {
    await deleteUsageBefore(this.#db, dayOf(this.#now() - keepDays * dayMs));
  }

  #dayOf(now: number): string {
    if (now < this.#today.begins || now >= this.#today.begins + dayMs)
      this.#today = { begins: now - (now % dayMs), name: dayOf(now) };
    return this.#today.name;
  }

  #writeSoon(): void {
    this.write().catch((error: unknown) =>
      this.#log.warn({ err: error }, 'usage counts wait for the database'),
    );
  }

  async #writeBatches(): Promise<void> {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    for (let start = 0; start < counts.length; start += batchMax) {
      try {
        await addUsage(this.#db, counts.slice(start, start + batchMax));
      } catch (error) {
        this.#putBack(counts.slice(start));
        throw error;
      }
    }
  }

  #putBack(counts: UsageCount[]): void {
    for (const count of counts) {
      const id = `${count.keyId} ${count.day}`;
      const newer = this.#counts.get(id);
      if (newer) newer.requests += count.requests;
      else this.#counts.set(id, count);
    }
    this.#timer ??= setTimeout(() => this.#writeSoon(), writeEveryMs * 4);
  }
}
