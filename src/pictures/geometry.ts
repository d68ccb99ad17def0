import { clamp, consecutivePairs } from './sounding/math.ts';

/** The part of a picture between its axes. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The smallest frame around some points. */
export function boundsOf(points: readonly Point[]): Frame {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const edgeTolerance = 1e-6;

export function isInside({ x, y }: Point, { left, top, right, bottom }: Frame): boolean {
  return (
    x >= left - edgeTolerance &&
    x <= right + edgeTolerance &&
    y >= top - edgeTolerance &&
    y <= bottom + edgeTolerance
  );
}

/**
 * Cuts a line exactly at the frame. A picture then needs no SVG clip path, whose id would have to be unique on its
 * page. Points that are not numbers break the line.
 */
export function clipLine(line: readonly Point[], frame: Frame): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] | undefined;
  for (const pair of consecutivePairs(line)) {
    const [from, to] = clipSegment(...pair, frame) ?? [];
    if (!from || !to) {
      piece = undefined;
      continue;
    }
    const end = piece?.at(-1);
    if (!piece || end?.x !== from.x || end.y !== from.y) {
      piece = [from];
      pieces.push(piece);
    }
    piece.push(to);
  }
  return pieces;
}

/** The Sutherland-Hodgman algorithm: cuts at one edge of the frame after the other. */
export function clipPolygon(ring: readonly Point[], { left, right, top, bottom }: Frame): Point[] {
  let points = [...ring];
  for (const [axis, limit, side] of [
    ['x', left, 1],
    ['x', right, -1],
    ['y', top, 1],
    ['y', bottom, -1],
  ] as const) {
    const isInside = (point: Point) => (point[axis] - limit) * side >= 0;
    points = points.flatMap((to, index) => {
      const from = points.at(index - 1) ?? to;
      const part = (limit - from[axis]) / (to[axis] - from[axis]);
      const edge = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), [axis]: limit };
      return [...(isInside(from) === isInside(to) ? [] : [edge]), ...(isInside(to) ? [to] : [])];
    });
  }
  return points;
}

/** The Liang-Barsky algorithm. */
function clipSegment(from: Point, to: Point, frame: Frame): [Point, Point] | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return undefined;
  const edges = [
    [-dx, from.x - frame.left],
    [dx, frame.right - from.x],
    [-dy, from.y - frame.top],
    [dy, frame.bottom - from.y],
  ] as const;
  let [enter, leave] = [0, 1];
  for (const [towards, room] of edges) {
    if (towards === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const part = room / towards;
    if (towards < 0) enter = Math.max(enter, part);
    else leave = Math.min(leave, part);
  }
  if (enter > leave) return undefined;
  const along = (part: number): Point => ({ x: from.x + part * dx, y: from.y + part * dy });
  return [enter === 0 ? from : along(enter), leave === 1 ? to : along(leave)];
}

/** The `d` of an SVG path. Relative steps in tenths of a pixel are a third as long as absolute coordinates. */
export function svgPath(
  lines: readonly (readonly Point[])[],
  { decimals = 1, close = false }: { decimals?: 0 | 1; close?: boolean } = {},
): string {
  const unit = 10 ** decimals;
  const steps = (value: number) => Math.round(value * unit);
  let path = '';
  for (const line of lines) {
    const [first] = line;
    if (!first || line.length < 2) continue;
    let [x, y] = [steps(first.x), steps(first.y)];
    path += `M${x / unit} ${y / unit}l`;
    const numbers: number[] = [];
    for (const place of line.slice(1)) {
      const [dx, dy] = [steps(place.x) - x, steps(place.y) - y];
      if (dx === 0 && dy === 0) continue;
      numbers.push(dx / unit, dy / unit);
      [x, y] = [x + dx, y + dy];
    }
    // A minus sign separates two numbers, so no space is needed.
    const drawn = numbers.map(shortNumber).join(' ').replaceAll(' -', '-');
    path += `${drawn || '0 0'}${close ? 'z' : ''}`;
  }
  return path;
}

const shortNumber = (value: number) => String(value).replace(/^(-?)0\./, '$1.');

/** Removes points that are closer to the line than the tolerance (Douglas-Peucker). */
export function simplifyLine<Some extends Point>(line: readonly Some[], tolerance: number): Some[] {
  const end = line.length - 1;
  const kept = new Uint8Array(line.length);
  kept[0] = kept[end] = 1;
  const open: [number, number][] = [[0, end]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    let farthest = -1;
    let square = tolerance * tolerance;
    for (let index = first + 1; index < last; index++) {
      const strays = squaredDistance(line[index]!, line[first]!, line[last]!);
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

/** The distance to the nearest of some lines; infinite without a line. */
export const distanceToLines = (point: Point, lines: readonly (readonly Point[])[]): number =>
  Math.sqrt(
    Math.min(
      ...lines.flatMap((line) =>
        consecutivePairs(line).map(([from, to]) => squaredDistance(point, from, to)),
      ),
    ),
  );

/** The squared distance to a line segment. A coast calls this ten thousand times, so it avoids square roots. */
function squaredDistance({ x, y }: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : clamp(((x - from.x) * dx + (y - from.y) * dy) / length, 0, 1);
  const awayX = x - from.x - part * dx;
  const awayY = y - from.y - part * dy;
  return awayX * awayX + awayY * awayY;
}
