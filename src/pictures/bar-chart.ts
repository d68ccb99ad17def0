import { linearScale, niceExtent, niceTicks, type Tick } from './axes.ts';
import { pluralize } from './format.ts';
import type { Frame } from './geometry.ts';

interface Bar {
  label: string;
  value: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Bars {
  width: number;
  height: number;
  frame: Frame;
  bars: Bar[];
  values: Tick[];
  /** Which bars have room for their label. */
  labels: Tick[];
}

const frame: Frame = { left: 44, top: 24, right: 612, bottom: 206 };
const maxLabels = 8;
const gapShare = 0.28;

/** One bar a value, from zero up; what is no number is an empty place. */
export function drawBars(entries: readonly { label: string; value: number | null }[]): Bars | undefined {
  const values = entries.flatMap(({ value }) => (value !== null && Number.isFinite(value) ? [value] : []));
  const extent = niceExtent([0, ...values], 4);
  if (values.length === 0 || !extent) return undefined;
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const slot = (frame.right - frame.left) / entries.length;
  const every = Math.ceil(entries.length / maxLabels);
  return {
    width: 640,
    height: 240,
    frame,
    bars: entries.flatMap(({ label, value }, index) => {
      if (value === null || !Number.isFinite(value)) return [];
      const [top, bottom] = [y.at(Math.max(0, value)), y.at(Math.min(0, value))];
      const x = frame.left + slot * (index + gapShare / 2);
      return [{ label, value, x, y: top, width: slot * (1 - gapShare), height: bottom - top }];
    }),
    values: niceTicks(...extent, 4).map((value) => ({ value, at: y.at(value), label: `${value}` })),
    labels: entries.flatMap(({ label }, index) =>
      index % every === 0 ? [{ value: index, at: frame.left + slot * (index + 0.5), label }] : [],
    ),
  };
}

export function describeMissions(missions: { name: string; daysAloft: number }[]): string {
  const [longest] = missions;
  if (!longest) return 'No balloon is in the air.';
  const newest = missions.at(-1)!;
  return `${pluralize(missions.length, 'balloon')} in the air: ${longest.name} for ${longest.daysAloft.toFixed(1)} days, ${newest.name} for ${(newest.daysAloft * 24).toFixed(0)} hours.`;
}
