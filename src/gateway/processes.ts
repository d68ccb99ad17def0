import type { Logger } from 'pino';
import type { Db } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { countSeenSince, deleteProcess, deleteSeenBefore, markSeen } from './quota-store.ts';

const beatEveryMs = 10_000;
/** Two beats may be lost. */
const isAliveMs = 30_000;
const forgetAfterMs = hourMs;

/** How many processes serve on this database: all of them take from the same hours. */
export class Processes {
  readonly #options: { db: Db; now: () => number; log: Logger };
  readonly #id = randomId();
  #count = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#options = options;
  }

  /** With this one, as of the last beat. */
  get count(): number {
    return this.#count;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#beatOrWarn(), beatEveryMs);
    this.#timer.unref();
    await this.#beatOrWarn();
  }

  async beat(): Promise<void> {
    const { db, now } = this.#options;
    await markSeen(db, this.#id, now());
    this.#count = Math.max(1, await countSeenSince(db, now() - isAliveMs));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await deleteProcess(this.#options.db, this.#id);
  }

  /** Those that ended without a word. */
  async forgetOld(): Promise<void> {
    await deleteSeenBefore(this.#options.db, this.#options.now() - forgetAfterMs);
  }

  async #beatOrWarn(): Promise<void> {
    await this.beat().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'other processes cannot be counted'),
    );
  }
}
