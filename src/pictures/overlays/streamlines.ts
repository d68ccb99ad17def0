import type { Point } from '../geometry.ts';

/** The direction of the flow in the picture, and its speed in the air. */
export type Flow = (at: Point) => Point & { metresPerSecond: number };

interface Streams {
  width: number;
  height: number;
  /** The distance between two lines. */
  apart: number;
  /** The speeds at which medium and strong wind begin, in m/s. */
  strengths: readonly [number, number];
}

/** A step is this share of the distance between two lines. */
const stepPart = 0.75;
const maxSteps = 48;
const minPoints = 6;
/** In slower wind a line would only go in circles. */
const slowest = 4;

/** Evenly spaced lines along a flow: weak, medium and strong. The caller may pause after each line. */
export function* traceStreamlines(
  { width, height, apart, strengths: [middling, strong] }: Streams,
  flow: Flow,
): Generator<void, [Point[][], Point[][], Point[][]]> {
  const taken = new Set<number>();
  const byStrength: [Point[][], Point[][], Point[][]] = [[], [], []];
  const columns = Math.ceil(width / apart);
  const cellOf = ({ x, y }: Point) => Math.floor(y / apart) * columns + Math.floor(x / apart);
  for (const seed of seeds(width, height, apart)) {
    if (taken.has(cellOf(seed))) continue;
    yield;
    const own = new Set<number>();
    const isFree = (place: Point) => {
      const { x, y } = place;
      if (x < 2 || y < 2 || x > width - 2 || y > height - 2 || taken.has(cellOf(place))) return false;
      own.add(cellOf(place));
      return true;
    };
    const way = (sense: 1 | -1) => follow(seed, flow, sense * apart * stepPart, isFree);
    const line = [...way(-1).reverse(), seed, ...way(1)];
    if (line.length < minPoints) continue;
    for (const cell of own) taken.add(cell);
    taken.add(cellOf(seed));
    const { metresPerSecond } = flow(line[Math.floor(line.length / 2)]!);
    byStrength[metresPerSecond < middling ? 0 : metresPerSecond < strong ? 1 : 2].push(line);
  }
  return byStrength;
}

function follow(from: Point, flow: Flow, step: number, isFree: (place: Point) => boolean): Point[] {
  const places: Point[] = [];
  let at = from;
  for (let steps = 0; steps < maxSteps / 2; steps++) {
    const half = move(at, flow(at), step / 2);
    const next = move(at, flow(half), step);
    if (flow(next).metresPerSecond < slowest || !isFree(next)) break;
    places.push(next);
    at = next;
  }
  return places;
}

function move({ x, y }: Point, towards: Point, by: number): Point {
  const length = Math.hypot(towards.x, towards.y) || 1;
  return { x: x + (towards.x / length) * by, y: y + (towards.y / length) * by };
}

/** Every cell comes up once, in a scattered order, so that no line is longer only because it is first in its row. */
function* seeds(width: number, height: number, apart: number): Generator<Point> {
  const columns = Math.floor(width / apart);
  const rows = Math.floor(height / apart);
  const count = columns * rows;
  // The golden ratio scatters the cells. A stride without a common divisor reaches all of them.
  let stride = Math.floor(count * 0.618);
  while (divisor(stride, count) > 1) stride++;
  for (let i = 0, cell = 0; i < count; i++, cell = (cell + stride) % count) {
    yield { x: ((cell % columns) + 0.5) * apart, y: (Math.floor(cell / columns) + 0.5) * apart };
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
