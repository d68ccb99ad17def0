import { linearScale, multiplesOf, niceStep } from './axes.ts';
import { formatSigned } from './format.ts';

export type ColourLegend = ReturnType<typeof colourLegend>;

/** Values of both signs have two colour scales, so the eye can tell twice as many steps apart. */
const wantedSteps = { signed: 16, unsigned: 4 };
const maxTicks = 8;

/** The value at which each colour starts. The lowest is below every value, so every value has a colour. */
export function colourSteps(least: number, most: number): number[] {
  const step = niceStep(least, most, wantedSteps[least < 0 && most > 0 ? 'signed' : 'unsigned']);
  const first = Math.floor(least / step);
  return multiplesOf(step, first, Math.max(1, Math.ceil(most / step - 1e-9) - first));
}

export const isSigned = (steps: readonly number[]) => Math.min(...steps) < 0 && Math.max(...steps) > 0;

/** From 0 for the lowest step to 1 for the highest. With values of both signs, 0.5 is zero. */
export function colourShare(steps: readonly number[], index: number): number {
  const [first, second] = steps;
  if (first === undefined || second === undefined) return 1;
  if (!isSigned(steps)) return index / (steps.length - 1);
  const half = (second - first) / 2;
  const most = Math.max(-first - half, Math.max(...steps) + half);
  return 0.5 + (steps[index]! + half) / most / 2;
}

export function colourLegend(
  steps: readonly number[],
  { left, right, y }: { left: number; right: number; y: number },
) {
  const x = linearScale([0, steps.length], [left, right]);
  const every = Math.ceil(steps.length / maxTicks);
  return {
    y,
    height: 10,
    boxes: steps.map((_, index) => ({
      share: colourShare(steps, index),
      x: x.at(index),
      width: x.at(1) - x.at(0),
    })),
    ticks: steps.flatMap((value, index) =>
      index % every === 0 ? [{ value, at: x.at(index), label: formatSigned(value) }] : [],
    ),
  };
}
