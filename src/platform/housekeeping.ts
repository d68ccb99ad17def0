import type { Logger } from 'pino';

const everyMs = 10 * 60 * 1000;

/** Deletes what has run out, and sends what is due, now and then. A failure waits for the next round. */
export function startHousekeeping(tasks: (() => Promise<void>)[], log: Logger): () => void {
  const round = async () => {
    for (const task of tasks)
      await task().catch((error: unknown) => log.warn({ err: error }, 'housekeeping'));
  };
  const timer = setInterval(round, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
