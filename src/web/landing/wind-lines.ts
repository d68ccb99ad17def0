import type { Point } from '../../pictures/geometry.ts';

/** A line with the distance of each of its points from its beginning. */
export interface WindLine {
  points: Point[];
  distances: number[];
  length: number;
  /** The weakest of the three kinds of wind is 0. */
  strength: number;
}

/** Shorter ones are arrow heads. */
const minLength = 30;

/** Reads the lines of an SVG path in relative coordinates, as the server writes them. */
export function readWindLines(svgPath: string, strength: number): WindLine[] {
  return svgPath
    .split('M')
    .slice(1)
    .map((part): WindLine => {
      const [x = 0, y = 0, ...steps] = (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      const points = [{ x, y }];
      const distances = [0];
      let [at, length] = [{ x, y }, 0];
      for (let index = 0; index + 1 < steps.length; index += 2) {
        const [dx, dy] = [steps[index]!, steps[index + 1]!];
        at = { x: at.x + dx, y: at.y + dy };
        length += Math.hypot(dx, dy);
        points.push(at);
        distances.push(length);
      }
      return { points, distances, length, strength };
    })
    .filter(({ length }) => length >= minLength);
}

/** The balloons are dots: lines without length. */
export const readDots = (svgPath: string): Point[] =>
  [...svgPath.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

/** The part of a line between two distances from its beginning. */
export function partOf({ points, distances, length }: WindLine, from: number, to: number): Point[] {
  const [start, end] = [Math.max(0, from), Math.min(length, to)];
  if (start >= end) return [];
  const part: Point[] = [];
  for (const [index, point] of points.entries()) {
    const distance = distances[index]!;
    if (distance > start && part.length === 0 && index > 0) part.push(pointAt(index, start));
    if (distance >= end && index > 0) {
      part.push(pointAt(index, end));
      break;
    }
    if (distance >= start) part.push(point);
  }
  return part;

  /** A point between that of the index and the one before it. */
  function pointAt(index: number, distance: number): Point {
    const [before, after] = [points[index - 1]!, points[index]!];
    const share = (distance - distances[index - 1]!) / (distances[index]! - distances[index - 1]! || 1);
    return { x: before.x + (after.x - before.x) * share, y: before.y + (after.y - before.y) * share };
  }
}
