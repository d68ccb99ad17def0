export type Point = [x: number, y: number];

/** Which way and how strongly, in pixels; only the direction leads a line, the strength sorts it. */
type Flow = (x: number, y: number) => Point;

const apartPixels = 15;
const stepPixels = 12;
const stepsMax = 30;
const pointsMin = 6;
/** Where hardly anything moves, a line would only circle. */
const strengthMin = 22;
const strengths = [50, 90];

/** Lines along a flow, evenly apart, by strength: weak, middling, strong. */
export function traceStreamlines(
  width: number,
  height: number,
  flow: Flow,
): [Point[][], Point[][], Point[][]] {
  const taken = new Set<number>();
  const byStrength: [Point[][], Point[][], Point[][]] = [[], [], []];
  const columns = Math.ceil(width / apartPixels);
  const cellOf = ([x, y]: Point) => Math.floor(y / apartPixels) * columns + Math.floor(x / apartPixels);
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
    if (line.length < pointsMin) continue;
    for (const cell of own) taken.add(cell);
    taken.add(cellOf(seed));
    const strength = Math.hypot(...flow(...line[Math.floor(line.length / 2)]!));
    byStrength[strength < strengths[0]! ? 0 : strength < strengths[1]! ? 1 : 2].push(line);
  }
  return byStrength;
}

function follow(from: Point, flow: Flow, sense: 1 | -1, isFree: (point: Point) => boolean): Point[] {
  const points: Point[] = [];
  let at = from;
  for (let step = 0; step < stepsMax / 2; step++) {
    const half = move(at, flow(...at), (sense * stepPixels) / 2);
    const next = move(at, flow(...half), sense * stepPixels);
    if (Math.hypot(...flow(...next)) < strengthMin || !isFree(next)) break;
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
  const columns = Math.floor(width / apartPixels);
  const rows = Math.floor(height / apartPixels);
  const count = columns * rows;
  // The golden ratio spreads; both numbers share no divisor, so that every cell comes up.
  let stride = Math.floor(count * 0.618);
  while (divisor(stride, count) > 1) stride++;
  for (let i = 0, cell = 0; i < count; i++, cell = (cell + stride) % count) {
    yield [((cell % columns) + 0.5) * apartPixels, (Math.floor(cell / columns) + 0.5) * apartPixels];
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
