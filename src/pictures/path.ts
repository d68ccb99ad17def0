import type { Place } from './frame.ts';

/** The `d` of lines: relative steps in tenths of a pixel, which are a third of the length of absolute ones. */
export function pathOf(
  lines: readonly (readonly Place[])[],
  options: { decimals?: 0 | 1; close?: boolean } = {},
): string {
  const { decimals = 1, close = false } = options;
  const unit = 10 ** decimals;
  const steps = (value: number) => Math.round(value * unit);
  let path = '';
  for (const line of lines) {
    const [first] = line;
    if (!first || line.length < 2) continue;
    let [x, y] = [steps(first.x), steps(first.y)];
    path += `M${x / unit} ${y / unit}l`;
    let drawn = '';
    for (const place of line.slice(1)) {
      const [dx, dy] = [steps(place.x) - x, steps(place.y) - y];
      if (dx === 0 && dy === 0) continue;
      drawn += between(drawn, dx / unit) + spaced(dy / unit);
      [x, y] = [x + dx, y + dy];
    }
    path += `${drawn || '0 0'}${close ? 'z' : ''}`;
  }
  return path;
}

/** A minus sign parts two numbers as well as a space does. */
const between = (before: string, value: number) => (before === '' ? short(value) : spaced(value));
const spaced = (value: number) => (value < 0 ? short(value) : ` ${short(value)}`);
const short = (value: number) => String(value).replace(/^(-?)0\./, '$1.');

/** Leaves out the points of a line that stray from it by less than this: Douglas and Peucker. */
export function thinLine<Some extends Place>(line: readonly Some[], tolerance: number): Some[] {
  const end = line.length - 1;
  const kept = new Uint8Array(line.length);
  kept[0] = kept[end] = 1;
  const open: [number, number][] = [[0, end]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    let farthest = -1;
    let square = tolerance * tolerance;
    for (let index = first + 1; index < last; index++) {
      const strays = squareFrom(line[index]!, line[first]!, line[last]!);
      if (strays > square) {
        farthest = index;
        square = strays;
      }
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, index) => kept[index]);
}

/** Of the distance to the line between two points. A coast asks for it ten thousand times before it is drawn. */
function squareFrom({ x, y }: Place, from: Place, to: Place): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  const awayX = x - from.x - part * dx;
  const awayY = y - from.y - part * dy;
  return awayX * awayX + awayY * awayY;
}
