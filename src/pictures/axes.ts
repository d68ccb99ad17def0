import { hourMs } from '../time.ts';

/** From a value to a place in the picture, and back. */
export interface Scale {
  at(value: number): number;
  valueAt(at: number): number;
}

export interface Tick {
  value: number;
  at: number;
  label: string;
}

export function linearScale(values: readonly [number, number], places: readonly [number, number]): Scale {
  const slope = (places[1] - places[0]) / (values[1] - values[0]);
  return {
    at: (value) => places[0] + (value - values[0]) * slope,
    valueAt: (at) => values[0] + (at - places[0]) / slope,
  };
}

/** Equal ratios are equally far apart: pressure over height. */
export function logScale(values: readonly [number, number], places: readonly [number, number]): Scale {
  const linear = linearScale([Math.log(values[0]), Math.log(values[1])], places);
  return { at: (value) => linear.at(Math.log(value)), valueAt: (at) => Math.exp(linear.valueAt(at)) };
}

const niceFactors = [1, 2, 2.5, 5, 10];

/** The round step that gives about as many ticks as wanted. */
export function niceStep(from: number, to: number, wanted: number): number {
  const rough = Math.abs(to - from) / Math.max(1, wanted);
  // Below this, numbers of their size cannot be told apart.
  const least = 1e-12 * Math.max(Math.abs(from), Math.abs(to));
  if (!(rough > least) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * niceFactors.find((nice) => nice * power >= rough * 0.999)!;
}

/** All multiples of a round step between two values, both included. */
export function niceTicks(from: number, to: number, wanted: number): number[] {
  const step = niceStep(from, to, wanted);
  const first = Math.ceil(Math.min(from, to) / step - 1e-9);
  const last = Math.floor(Math.max(from, to) / step + 1e-9);
  // Rounded: 0.1 * 3 is not 0.3.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** The least and the greatest, widened to round numbers, and never of no width; undefined if there is no number. */
export function niceExtent(values: readonly number[], wanted: number): [number, number] | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return undefined;
  if (most - least < 1e-9 * Math.max(1, Math.abs(most))) [least, most] = [least - 1, most + 1];
  const step = niceStep(least, most, wanted);
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step];
}

const timeStepsMs = [1, 2, 3, 6, 12, 24, 48, 120, 240, 720].map((hours) => hours * hourMs);

/** Whole hours or days of UTC, as many as fit. */
export function timeTicks(fromMs: number, toMs: number, most: number): number[] {
  const last = timeStepsMs.at(-1)!;
  const step =
    timeStepsMs.find((each) => (toMs - fromMs) / each <= most) ??
    last * Math.ceil((toMs - fromMs) / most / last);
  const first = Math.ceil(fromMs / step) * step;
  const count = Number.isFinite(step) ? Math.max(0, Math.floor((toMs - first) / step) + 1) : 0;
  return Array.from({ length: count }, (_, index) => first + index * step);
}
