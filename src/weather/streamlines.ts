export type Point = [x: number, y: number];

/** Which way and how strongly, in pixels; only the direction leads a line, the strength sorts it. */
export type Flow = (x: number, y: number) => Point;

const APART_PIXELS = 15;
const STEP_PIXELS = 12;
const STEPS_MAX = 30;
const POINTS_MIN = 6;
/** Where hardly anything moves, a line would only circle. */
const STRENGTH_MIN = 22;
const STRENGTHS = [50, 90];

/** Lines along a flow, evenly apart, by strength: weak, middling, strong. */
export function traceStreamlines(
  width: number,
  height: number,
  flow: Flow,
): [Point[][], Point[][], Point[][]] {
  const taken = new Set<number>();
  const byStrength: [Point[][], Point[][], Point[][]] = [[], [], []];
  const columns = Math.ceil(width / APART_PIXELS);
  const cellOf = ([x, y]: Point) => Math.floor(y / APART_PIXELS) * columns + Math.floor(x / APART_PIXELS);
  for (const seed of seeds(width, height)) {
    if (taken.has(cellOf(seed))) continue;
    const own = new Set<number>();
    const isFree = (point: Point) => {
      const [x, y] = point;
      if (x < 2 || y < 2 || x > width - 2 || y > height - 2 || taken.has(cellOf(point))) return false;
      own.add(cellOf(point));
      return true;
    };
    const line = [...follow(seed, flow, -1, isFree).reverse(), seed, ...follow(seed, flow, 1, isFree)];
    if (line.length < POINTS_MIN) continue;
    for (const cell of own) taken.add(cell);
    taken.add(cellOf(seed));
    const strength = Math.hypot(...flow(...line[Math.floor(line.length / 2)]!));
    byStrength[strength < STRENGTHS[0]! ? 0 : strength < STRENGTHS[1]! ? 1 : 2].push(line);
  }
  return byStrength;
}

function follow(from: Point, flow: Flow, sense: 1 | -1, isFree: (point: Point) => boolean): Point[] {
  const points: Point[] = [];
  let at = from;
  for (let step = 0; step < STEPS_MAX / 2; step++) {
    const half = move(at, flow(...at), (sense * STEP_PIXELS) / 2);
    const next = move(at, flow(...half), sense * STEP_PIXELS);
    if (Math.hypot(...flow(...next)) < STRENGTH_MIN || !isFree(next)) break;
    points.push(next);
    at = next;
  }
  return points;
}

function move([x, y]: Point, [dx, dy]: Point, pixels: number): Point {
  const length = Math.hypot(dx, dy) || 1;
  return [x + (dx / length) * pixels, y + (dy / length) * pixels];
}

/** Every cell once, in an order that jumps about, so that no line is longer for being first in its row. */
function* seeds(width: number, height: number): Generator<Point> {
  const columns = Math.floor(width / APART_PIXELS);
  const rows = Math.floor(height / APART_PIXELS);
  const count = columns * rows;
  // The golden ratio spreads; both numbers share no divisor, so that every cell comes up.
  let stride = Math.floor(count * 0.618);
  while (divisor(stride, count) > 1) stride++;
  for (let i = 0, cell = 0; i < count; i++, cell = (cell + stride) % count) {
    yield [((cell % columns) + 0.5) * APART_PIXELS, (Math.floor(cell / columns) + 0.5) * APART_PIXELS];
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
