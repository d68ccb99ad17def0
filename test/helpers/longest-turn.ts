import { existsSync, readFileSync } from 'node:fs';

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
 * time on the clock: on a busy machine that says more about others. What a virtual machine's host took away counts as
 * spent by the thread it was taken from, and is taken off again.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let stolen = stolenMs();
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    let spent = (user + system) / 1000;
    if (spent >= turnMsMax) {
      const stolenBefore = stolen;
      stolen = stolenMs();
      spent -= stolen - stolenBefore;
    }
    longest = Math.max(longest, spent);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return longest;
}

/** What the host has taken from this machine's CPUs since it was started, in ms; 0 where nobody keeps count. */
function stolenMs(): number {
  if (!existsSync('/proc/stat')) return 0;
  const [, , , , , , , , ticks = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(ticks) * 10;
}
