const openDelayMs = 200;
const closeDelayMs = 50;

interface HoverIntent {
  enter(): void;
  leave(): void;
  /** Opens at once, for keyboard focus and touch. */
  open(): void;
  /** Closes at once, for example when the window loses the focus. */
  close(): void;
}

interface Timers {
  start(run: () => void, ms: number): unknown;
  stop(timer: unknown): void;
}

/** Opens when the pointer rests on the element, not when it passes over it. */
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
