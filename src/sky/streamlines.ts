import type { LongWork } from '../platform/long-work.ts';

export interface Place {
  x: number;
  y: number;
}

/** Which way it goes on the picture, and how strongly in the air. */
export type Flow = (at: Place) => Place & { metresPerSecond: number };

const apartPixels = 12;
const stepPixels = 9;
const stepsMax = 48;
const pointsMin = 6;
/** Where hardly anything moves, a line would only circle. */
const slowest = 4;
const strengths = [12, 24];

/** Lines along a flow, evenly apart, by strength: weak, middling, strong. */
export function* traceStreamlines(
  width: number,
  height: number,
  flow: Flow,
): LongWork<[Place[][], Place[][], Place[][]]> {
  const taken = new Set<number>();
  const byStrength: [Place[][], Place[][], Place[][]] = [[], [], []];
  const columns = Math.ceil(width / apartPixels);
  const cellOf = ({ x, y }: Place) => Math.floor(y / apartPixels) * columns + Math.floor(x / apartPixels);
  for (const seed of seeds(width, height)) {
    if (taken.has(cellOf(seed))) continue;
    yield;
    const own = new Set<number>();
    const isFree = (place: Place) => {
      const { x, y } = place;
      if (x < 2 || y < 2 || x > width - 2 || y > height - 2 || taken.has(cellOf(place))) return false;
      own.add(cellOf(place));
      return true;
    };
    const line = [...follow(seed, flow, -1, isFree).reverse(), seed, ...follow(seed, flow, 1, isFree)];
    if (line.length < pointsMin) continue;
    for (const cell of own) taken.add(cell);
    taken.add(cellOf(seed));
    const { metresPerSecond } = flow(line[Math.floor(line.length / 2)]!);
    byStrength[metresPerSecond < strengths[0]! ? 0 : metresPerSecond < strengths[1]! ? 1 : 2].push(line);
  }
  return byStrength;
}

function follow(from: Place, flow: Flow, sense: 1 | -1, isFree: (place: Place) => boolean): Place[] {
  const places: Place[] = [];
  let at = from;
  for (let step = 0; step < stepsMax / 2; step++) {
    const half = move(at, flow(at), (sense * stepPixels) / 2);
    const next = move(at, flow(half), sense * stepPixels);
    if (flow(next).metresPerSecond < slowest || !isFree(next)) break;
    places.push(next);
    at = next;
  }
  return places;
}

function move({ x, y }: Place, towards: Place, pixels: number): Place {
  const length = Math.hypot(towards.x, towards.y) || 1;
  return { x: x + (towards.x / length) * pixels, y: y + (towards.y / length) * pixels };
}

/** Every cell once, in an order that jumps about, so that no line is longer for being first in its row. */
function* seeds(width: number, height: number): Generator<Place> {
  const columns = Math.floor(width / apartPixels);
  const rows = Math.floor(height / apartPixels);
  const count = columns * rows;
  // The golden ratio spreads; both numbers share no divisor, so that every cell comes up.
  let stride = Math.floor(count * 0.618);
  while (divisor(stride, count) > 1) stride++;
  for (let i = 0, cell = 0; i < count; i++, cell = (cell + stride) % count) {
    yield { x: ((cell % columns) + 0.5) * apartPixels, y: (Math.floor(cell / columns) + 0.5) * apartPixels };
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
