/** Work that yields wherever it can be interrupted, at least every few milliseconds. */
export type LongWork<Result> = Generator<void, Result>;

/** Runs one step, and returns true when the work is done. */
type Job = () => boolean;

/** The event loop accepts one connection per turn: longer turns would delay new connections. */
const sliceMs = 4;
/** The length of a slice while new connections are waiting. */
const shortSliceMs = 0.5;

const fresh: Job[] = [];
const begun: Job[] = [];
let isScheduled = false;
let hasNewConnection = false;

/**
 * Runs long work in one slice per turn of the event loop, so that other requests are served in between. Work that does
 * not finish in its first slice waits for all new work, and is then finished before the next unfinished one: short work
 * overtakes long work, and little of it is half done.
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

/** Call this when a connection was accepted: more may be waiting, so the next slice is short. */
export function preferNewConnections(): void {
  hasNewConnection = true;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(runSlice);
}

function runSlice(): void {
  isScheduled = false;
  const untilMs = performance.now() + (hasNewConnection ? shortSliceMs : sliceMs);
  hasNewConnection = false;
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
