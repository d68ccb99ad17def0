import { linearScale, type Tick, timeLabel, timeTicks, timeWords } from './axes.ts';
import type { Frame } from './frame.ts';

/** A run of the forecast and the stretches of time that are to be shown beside it. */
export interface RunSpans {
  runMs: number;
  spans: readonly (readonly [fromMs: number, toMs: number])[];
  /** All that it is to have is there. */
  isWhole: boolean;
}

interface RunStrip {
  runMs: number;
  label: string;
  isWhole: boolean;
  y: number;
  height: number;
  /** Where the run itself begins. */
  beginX: number;
  pieces: { fromMs: number; toMs: number; x: number; width: number }[];
}

interface Runs {
  width: number;
  height: number;
  frame: Frame;
  times: Tick[];
  strips: RunStrip[];
}

const LEFT = 112;
const RIGHT = 608;
const ROW = 22;
const NARROWEST = 2;

/** One strip a run, newest on top. */
export function drawRuns(runs: readonly RunSpans[]): Runs | undefined {
  const known = runs
    .filter(({ runMs }) => Number.isFinite(runMs))
    .toSorted((one, other) => other.runMs - one.runMs);
  const ends = known.flatMap(({ runMs, spans }) => [runMs, ...spans.flat().filter(Number.isFinite)]);
  const [fromMs, toMs] = [Math.min(...ends), Math.max(...ends)];
  if (known.length === 0 || fromMs === toMs) return undefined;
  const frame: Frame = { left: LEFT, right: RIGHT, top: 14, bottom: 14 + ROW * known.length };
  const x = linearScale([fromMs, toMs], [LEFT, RIGHT]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    times: timeTicks(fromMs, toMs, 8).map((value) => ({ value, at: x.at(value), label: timeLabel(value) })),
    strips: known.map(({ runMs, spans, isWhole }, index) => ({
      runMs,
      isWhole,
      label: timeWords(runMs).replace(':00 UTC', ''),
      y: frame.top + ROW * index,
      height: ROW,
      beginX: x.at(runMs),
      pieces: spans
        .filter((span) => span.every(Number.isFinite))
        .map(([from, to]) => {
          // One hour alone is seen too.
          const width = Math.max(NARROWEST, x.at(to) - x.at(from));
          return { fromMs: from, toMs: to, x: Math.min(x.at(from), RIGHT - width), width };
        }),
    })),
  };
}
