import type { Logger } from 'pino';
import type { Db } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { countSeenSince, deleteProcess, deleteSeenBefore, markSeen } from './quota-store.ts';

const heartbeatMs = 10_000;
/** A process counts as alive after two lost heartbeats. */
const aliveMs = 30_000;

/** Counts the processes on this database, because they share the quota of every hour. */
export class Processes {
  readonly #options: { db: Db; now: () => number; log: Logger };
  readonly #id = randomId();
  #count = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#options = options;
  }

  /** All live processes, including this one, at the last heartbeat. */
  get count(): number {
    return this.#count;
  }

  async start(): Promise<void> {
    const beatOrWarn = () =>
      this.beat().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'other processes cannot be counted'),
      );
    this.#timer = setInterval(beatOrWarn, heartbeatMs);
    this.#timer.unref();
    await beatOrWarn();
  }

  async beat(): Promise<void> {
    const { db, now } = this.#options;
    await markSeen(db, this.#id, now());
    this.#count = Math.max(1, await countSeenSince(db, now() - aliveMs));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await deleteProcess(this.#options.db, this.#id);
  }

  /** Deletes processes that ended without `stop`. */
  async forgetOld(): Promise<void> {
    await deleteSeenBefore(this.#options.db, this.#options.now() - hourMs);
  }
}
