import { nearestIndex } from './store/viewer-data.ts';
import type { Viewer } from './store/viewer-store.ts';

/** A leg of an hour takes 12 seconds. */
const flightSecondsPerSecond = 300;
/** With reduced motion, the cursor steps instead of gliding. */
const stepMs = 1000;
/** Each further leg is a call of the API, so playback stops by itself in a forgotten tab. */
const maxLegs = 10;

/** Moves the cursor through the leg and the legs after it. Returns the function that ends it. */
export function play(viewer: Viewer, isStepping: boolean, onEnd: () => void): () => void {
  let isEnded = false;
  let legs = 0;
  let lastMs = performance.now();
  let clock = 0;
  let index = -1;
  let leg = viewer.state.get().leg;
  let cancel = () => {};

  const wait = () => {
    if (isStepping) {
      const timer = setTimeout(() => void step(performance.now()), stepMs);
      cancel = () => clearTimeout(timer);
    } else {
      const frame = requestAnimationFrame((nowMs) => void step(nowMs));
      cancel = () => cancelAnimationFrame(frame);
    }
  };

  async function step(nowMs: number): Promise<void> {
    const current = viewer.state.get().leg;
    const rows = current?.rows ?? [];
    const at = viewer.cursor.get();
    // The cursor may have been moved by hand, and the clock continues from there.
    if (at !== index || current !== leg) clock = rows[at]?.timestamp ?? 0;
    leg = current;
    clock += (Math.max(0, nowMs - lastMs) / 1000) * flightSecondsPerSecond;
    lastMs = nowMs;
    index = nearestIndex(rows, clock);
    if (index !== at) viewer.moveTo(index);
    if (index >= rows.length - 1 && !(await startNextLeg())) onEnd();
    else if (!isEnded) wait();
  }

  async function startNextLeg(): Promise<boolean> {
    if (++legs > maxLegs || !(await viewer.playNextLeg())) return false;
    lastMs = performance.now();
    return true;
  }

  const { flight } = viewer.state.get();
  // At the end of the flight, it starts again.
  if (leg?.number === flight?.legs.length && viewer.cursor.get() === (leg?.rows.length ?? 0) - 1)
    viewer.moveTo(0);
  wait();
  return () => {
    isEnded = true;
    cancel();
  };
}
