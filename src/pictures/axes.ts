import { hourMs } from '../time.ts';
import { formatSigned, formatTick } from './format.ts';

/** Maps a value to a coordinate of the picture, and back. */
export interface Scale {
  at(value: number): number;
  valueAt(at: number): number;
}

export interface Tick {
  value: number;
  at: number;
  label: string;
}

type Range = readonly [from: number, to: number];

export function linearScale(values: Range, coordinates: Range): Scale {
  const slope = (coordinates[1] - coordinates[0]) / (values[1] - values[0]);
  return {
    at: (value) => coordinates[0] + (value - values[0]) * slope,
    valueAt: (at) => values[0] + (at - coordinates[0]) / slope,
  };
}

/** Equal ratios are equally far apart, as pressure is over height. */
export function logScale(values: Range, coordinates: Range): Scale {
  const linear = linearScale([Math.log(values[0]), Math.log(values[1])], coordinates);
  return { at: (value) => linear.at(Math.log(value)), valueAt: (at) => Math.exp(linear.valueAt(at)) };
}

/** Ticks at round values. */
export const valueAxis = (scale: Scale, [from, to]: Range, wanted: number): Tick[] =>
  niceTicks(from, to, wanted).map((value) => ({ value, at: scale.at(value), label: formatSigned(value) }));

/** Ticks at whole hours or days of UTC. */
export const timeAxis = (scale: Scale, [fromMs, toMs]: Range, most: number): Tick[] =>
  timeTicks(fromMs, toMs, most).map((value) => ({ value, at: scale.at(value), label: formatTick(value) }));

const niceFactors = [1, 2, 2.5, 5, 10];

/** The round step that gives about as many ticks as wanted. */
export function niceStep(from: number, to: number, wanted: number): number {
  const rough = Math.abs(to - from) / Math.max(1, wanted);
  // A smaller step is lost in the rounding of numbers of this size.
  const least = 1e-12 * Math.max(Math.abs(from), Math.abs(to));
  if (!(rough > least) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * niceFactors.find((nice) => nice * power >= rough * 0.999)!;
}

/** All multiples of a round step between two values, including both. */
export function niceTicks(from: number, to: number, wanted: number): number[] {
  const step = niceStep(from, to, wanted);
  const first = Math.ceil(Math.min(from, to) / step - 1e-9);
  const last = Math.floor(Math.max(from, to) / step + 1e-9);
  // Without rounding, 0.1 * 3 would not be 0.3.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** The minimum and maximum, widened to different round numbers; undefined if no value is a number. */
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

export function timeTicks(fromMs: number, toMs: number, most: number): number[] {
  const last = timeStepsMs.at(-1)!;
  const step =
    timeStepsMs.find((each) => (toMs - fromMs) / each <= most) ??
    last * Math.ceil((toMs - fromMs) / most / last);
  const first = Math.ceil(fromMs / step) * step;
  const count = Number.isFinite(step) ? Math.max(0, Math.floor((toMs - first) / step) + 1) : 0;
  return Array.from({ length: count }, (_, index) => first + index * step);
}
