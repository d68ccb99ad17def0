import { linearScale, niceExtent, valueAxis } from './axes.ts';
import { pluralize } from './format.ts';
import type { Frame } from './geometry.ts';
import type { PictureText } from './picture.ts';
import { isNumber } from './sounding/math.ts';
import { numberCell } from './table.ts';

const frame: Frame = { left: 44, top: 24, right: 612, bottom: 206 };
const maxLabels = 8;
const gapShare = 0.28;

/** One bar per value, from zero up. A missing value leaves an empty slot. */
export function drawBars(entries: readonly { label: string; value: number | null }[]) {
  const values = entries.map(({ value }) => value).filter(isNumber);
  // With zeros only, the axis would otherwise be in the middle of the picture, above negative values.
  const extent = values.every((value) => value === 0) ? ([0, 1] as const) : niceExtent([0, ...values], 4);
  if (values.length === 0 || !extent) return undefined;
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const slot = (frame.right - frame.left) / entries.length;
  const every = Math.ceil(entries.length / maxLabels);
  return {
    width: 640,
    height: 240,
    frame,
    bars: entries.flatMap(({ label, value }, index) => {
      if (!isNumber(value)) return [];
      const [top, bottom] = [y.at(Math.max(0, value)), y.at(Math.min(0, value))];
      const x = frame.left + slot * (index + gapShare / 2);
      return [{ label, value, x, y: top, width: slot * (1 - gapShare), height: bottom - top }];
    }),
    values: valueAxis(y, extent, 4),
    /** Labels are left out where there is no room for them. */
    labels: entries.flatMap(({ label }, index) =>
      index % every === 0 ? [{ value: index, at: frame.left + slot * (index + 0.5), label }] : [],
    ),
  };
}

export const missionsText: PictureText<'missions'> = {
  caption({ missions }) {
    const [longest, newest] = [missions[0], missions.at(-1)];
    if (!longest || !newest) return 'No balloons in the air.';
    return `${pluralize(missions.length, 'balloon')} in the air: ${longest.name} for ${longest.daysAloft.toFixed(1)} days, ${newest.name} for ${(newest.daysAloft * 24).toFixed(0)} hours.`;
  },
  table: ({ missions }) => ({
    columns: ['Mission', 'Days in the air'],
    rows: missions.map(({ name, daysAloft }) => [name, numberCell(daysAloft, 1)]),
  }),
};
