import { dayMs, formatDayAndMonth, hourMs } from '../time.ts';
import { formatSigned } from './format.ts';

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

export const ticksAt = (
  values: readonly number[],
  scale: Scale,
  format: (value: number) => string = formatSigned,
): Tick[] => values.map((value) => ({ value, at: scale.at(value), label: format(value) }));

/** Ticks at round values. */
export const valueAxis = (scale: Scale, [from, to]: Range, wanted: number) =>
  ticksAt(niceTicks(from, to, wanted), scale);

/** "15 Nov" at midnight, "06" at other hours */
const formatTimeTick = (timeMs: number) =>
  timeMs % dayMs === 0 ? formatDayAndMonth(timeMs) : `${new Date(timeMs).getUTCHours()}`.padStart(2, '0');

const niceFactors = [1, 2, 2.5, 5];

/** The round step that gives about as many ticks as wanted. */
export function niceStep(from: number, to: number, wanted: number): number {
  const rough = Math.abs(to - from) / Math.max(1, wanted);
  // A smaller step is lost in the rounding of numbers of this size, and its power of ten may be zero.
  const least = Math.max(1e-300, 1e-12 * Math.max(Math.abs(from), Math.abs(to)));
  if (!(rough > least) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (niceFactors.find((nice) => nice * power >= rough * 0.999) ?? 10);
}

/** All multiples of a round step between two values, including both. */
export function niceTicks(from: number, to: number, wanted: number): number[] {
  const step = niceStep(from, to, wanted);
  const first = Math.ceil(Math.min(from, to) / step - 1e-9);
  const last = Math.floor(Math.max(from, to) / step + 1e-9);
  return multiplesOf(step, first, Math.max(0, last - first + 1));
}

/** Without rounding, 0.1 * 3 would not be 0.3. */
export const multiplesOf = (step: number, first: number, count: number) =>
  Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));

/** The minimum and maximum, widened to different round numbers; undefined if no value is a number. */
export function niceExtent(values: readonly number[], wanted: number): [number, number] | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values.filter(Number.isFinite)) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return undefined;
  if (most - least < 1e-9 * Math.max(1, Math.abs(most))) [least, most] = [least - 1, most + 1];
  const step = niceStep(least, most, wanted);
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step];
}

const timeStepsMs = [1, 2, 3, 6, 12, 24, 48, 120, 240].map((hours) => hours * hourMs);
const longestTimeStepMs = 30 * dayMs;

/** Ticks at whole hours or days of UTC. */
export function timeAxis(scale: Scale, [fromMs, toMs]: Range, maxTicks: number): Tick[] {
  const step =
    timeStepsMs.find((each) => (toMs - fromMs) / each <= maxTicks) ??
    longestTimeStepMs * Math.ceil((toMs - fromMs) / maxTicks / longestTimeStepMs);
  const first = Math.ceil(fromMs / step) * step;
  const count = Number.isFinite(step) ? Math.max(0, Math.floor((toMs - first) / step) + 1) : 0;
  const times = Array.from({ length: count }, (_, index) => first + index * step);
  return ticksAt(times, scale, formatTimeTick);
}
