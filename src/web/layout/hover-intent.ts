const openDelayMs = 200;
const closeDelayMs = 50;

/** Opens when the pointer rests on the element, not when it passes over it. */
export function createHoverIntent(set: (open: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setAfter = (open: boolean, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(set, ms, open);
  };
  const setNow = (open: boolean) => {
    clearTimeout(timer);
    set(open);
  };
  return {
    enter: () => setAfter(true, openDelayMs),
    leave: () => setAfter(false, closeDelayMs),
    /** Keyboard focus and touch open the element at once. */
    open: () => setNow(true),
    close: () => setNow(false),
  };
}
