/** Yields wherever it may be interrupted: every few milliseconds at least. */
export type LongWork<Result> = Generator<void, Result>;

/** Goes on by one step; true when it is over. */
type Job = () => boolean;

/** The event loop accepts one connection in each of its turns: longer ones would let those who are new wait in line. */
const sliceMs = 4;
/** While some are in that line. */
const shortSliceMs = 0.5;

const fresh: Job[] = [];
const begun: Job[] = [];
let isScheduled = false;
let hasNewcomer = false;

/**
 * Work of many requests that together would keep the thread for seconds: one slice of it in each turn of the event
 * loop, so that everyone else is served in between. What is not done within a slice waits behind all that is new,
 * and is then finished before the next of its kind: short work overtakes long, and little of it lies half done.
 */
export function inSlices<Result>(work: LongWork<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    fresh.push(() => {
      try {
        const step = work.next();
        if (step.done) resolve(step.value);
        return step.done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    });
    schedule();
  });
}

/** A connection was accepted; there may be more behind it, and the next turn is soon. */
export function preferNewConnections(): void {
  hasNewcomer = true;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(runSlice);
}

function runSlice(): void {
  isScheduled = false;
  const untilMs = performance.now() + (hasNewcomer ? shortSliceMs : sliceMs);
  hasNewcomer = false;
  for (;;) {
    const isFresh = fresh.length > 0;
    const job = fresh.shift() ?? begun.shift();
    if (!job) return;
    let isDone = job();
    while (!isDone && performance.now() < untilMs) isDone = job();
    if (!isDone) {
      if (isFresh) begun.push(job);
      else begun.unshift(job);
    }
    if (performance.now() >= untilMs) break;
  }
  if (fresh.length + begun.length > 0) schedule();
}
