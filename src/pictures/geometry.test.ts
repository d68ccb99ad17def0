import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipLine, clipPolygon, type Frame, isInside, simplifyLine, svgPath } from './geometry.ts';

const frame: Frame = { left: 0, top: 0, right: 100, bottom: 50 };
const place = fc.record({
  x: fc.double({ min: -300, max: 300, noNaN: true }),
  y: fc.double({ min: -300, max: 300, noNaN: true }),
});

const pixel = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) });

test('a line is cut at the frame: nothing of it is outside, and nothing inside is lost', () => {
  fc.assert(
    fc.property(fc.array(pixel, { minLength: 2, maxLength: 20 }), (line) => {
      const pieces = clipLine(line, frame);
      for (const mark of pieces.flat()) expect(isInside(mark, frame)).toBe(true);
      const kept = new Set(pieces.flat());
      for (const mark of line) if (isInside(mark, frame)) expect(kept.has(mark)).toBe(true);
    }),
  );
});

test('a line is cut exactly where it leaves', () => {
  expect(
    clipLine(
      [
        { x: -50, y: 25 },
        { x: 150, y: 25 },
      ],
      frame,
    ),
  ).toEqual([
    [
      { x: 0, y: 25 },
      { x: 100, y: 25 },
    ],
  ]);
});

test('a point that is not a number breaks a line', () => {
  const line = [1, 2, Number.NaN, 4, 5].map((x) => ({ x, y: 10 }));
  expect(clipLine(line, frame).map((piece) => piece.map(({ x }) => x))).toEqual([
    [1, 2],
    [4, 5],
  ]);
});

test('an SVG path leads to every point, within a tenth of a pixel', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 20 }), (line) => {
      const found = pointsOn(svgPath([line]));
      const last = line.at(-1)!;
      expect(found.at(-1)!.x).toBeCloseTo(last.x, 0);
      expect(Math.abs(found.at(-1)!.x - last.x)).toBeLessThan(0.051);
      expect(Math.abs(found.at(-1)!.y - last.y)).toBeLessThan(0.051);
    }),
  );
});

test('a simplified line keeps its ends and stays within the tolerance', () => {
  const circle = Array.from({ length: 200 }, (_, index) => ({
    x: 50 * Math.cos(index / 40),
    y: 50 * Math.sin(index / 40),
  }));
  const thin = simplifyLine(circle, 0.5);
  expect(thin.length).toBeLessThan(60);
  expect([thin[0], thin.at(-1)]).toEqual([circle[0], circle.at(-1)]);
  for (const { x, y } of thin) expect(Math.hypot(x, y)).toBeCloseTo(50, 6);
});

/** Reads a path as a browser does. */
function pointsOn(path: string) {
  const [, x, y, steps] = /^M(\S+) (\S+?)l(.*)$/.exec(path)!;
  const places = [{ x: Number(x), y: Number(y) }];
  const numbers = (steps!.match(/-?(\d*\.\d+|\d+)/g) ?? []).map(Number);
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const last = places.at(-1)!;
    places.push({ x: last.x + numbers[index]!, y: last.y + numbers[index + 1]! });
  }
  return places;
}

describe('a polygon is cut at a frame', () => {
  const frame = { left: 0, right: 10, top: 0, bottom: 10 };
  const square = (from: number, to: number) => [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
  const area = (ring: { x: number; y: number }[]) =>
    Math.abs(
      ring.reduce((total, { x, y }, index) => {
        const next = ring[(index + 1) % ring.length]!;
        return total + x * next.y - next.x * y;
      }, 0) / 2,
    );

  test.each([
    ['inside', square(2, 4), 4],
    ['outside', square(12, 14), 0],
    ['over a corner', square(8, 14), 4],
    ['around it', square(-5, 15), 100],
  ])('%s', (_, ring, expected) => {
    expect(area(clipPolygon(ring, frame))).toBeCloseTo(expected);
  });
});
