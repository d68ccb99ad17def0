const openDelayMs = 200;
const closeDelayMs = 50;

interface HoverIntent {
  enter(): void;
  leave(): void;
  /** At once: the keyboard came in, a finger pressed. */
  open(): void;
  /** At once: the window lost the focus. */
  close(): void;
}

interface Timers {
  start(run: () => void, ms: number): unknown;
  stop(timer: unknown): void;
}

/** Opens what the pointer rests on, not what it passes over. */
export function createHoverIntent(set: (open: boolean) => void, timers: Timers = browserTimers): HoverIntent {
  let timer: unknown;
  const later = (open: boolean, ms: number) => {
    timers.stop(timer);
    timer = timers.start(() => set(open), ms);
  };
  const now = (open: boolean) => {
    timers.stop(timer);
    set(open);
  };
  return {
    enter: () => later(true, openDelayMs),
    leave: () => later(false, closeDelayMs),
    open: () => now(true),
    close: () => now(false),
  };
}

const browserTimers: Timers = {
  start: (run, ms) => setTimeout(run, ms),
  stop: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
};
