import type { Logger } from 'pino';
import type { Db } from '../platform/database.ts';
import { randomId } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { countSeenSince, deleteProcess, deleteSeenBefore, markSeen } from './quota-store.ts';

const heartbeatMs = 10_000;
/** A process counts as alive after two lost heartbeats. */
const aliveMs = 30_000;

/** Counts the processes on this database, because they share the quota of every hour. */
export function createProcesses({ db, now, log }: { db: Db; now: () => number; log: Logger }) {
  const id = randomId();
  let count = 1;
  let timer: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    await markSeen(db, id, now());
    count = Math.max(1, await countSeenSince(db, now() - aliveMs));
  }

  async function start(): Promise<void> {
    const beatOrWarn = () =>
      beat().catch((error: unknown) => log.warn({ err: error }, 'other processes cannot be counted'));
    timer = setInterval(beatOrWarn, heartbeatMs).unref();
    await beatOrWarn();
  }

  async function stop(): Promise<void> {
    clearInterval(timer);
    await deleteProcess(db, id);
  }

  return {
    /** All live processes, including this one, at the last heartbeat. */
    get count() {
      return count;
    },
    start,
    beat,
    stop,
    /** Deletes processes that ended without `stop`. */
    forgetOld: () => deleteSeenBefore(db, now() - hourMs),
  };
}

export type Processes = ReturnType<typeof createProcesses>;
