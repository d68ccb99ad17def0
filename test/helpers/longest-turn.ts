/** Nothing may keep the thread from others for longer, in ms of CPU. */
export const turnMsMax = 50;

/** The best of several attempts, the first that is good enough: a collection of garbage may disturb one. */
export async function bestTurnMs(attempts: (() => Promise<unknown>)[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (const attempt of attempts) {
    best = Math.min(best, await longestTurnMs(attempt));
    if (best < turnMsMax) break;
  }
  return best;
}

/**
 * The most CPU that this thread has spent in one turn of the event loop while something was done, in ms. Not the
 * time on the clock: on a busy machine that says more about others.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return longest;
}
