import { expect, test } from 'vitest';
import { barbLegendOf, feathersOf, windBarb } from './wind-barb.ts';

const knots = (speed: number) => speed / 1.943844;
const origin = { x: 0, y: 0 };

test.each([
  [5, { pennants: 0, whole: 0, half: 1 }],
  [15, { pennants: 0, whole: 1, half: 1 }],
  [50, { pennants: 1, whole: 0, half: 0 }],
  [65, { pennants: 1, whole: 1, half: 1 }],
])('%i knots have %j', (speed, feathers) => {
  expect(feathersOf(speed / 5)).toEqual(feathers);
  const barb = windBarb({ u: knots(speed), v: 0 }, origin);
  expect(barb.pennants.length).toBe(feathers.pennants);
  expect(barb.lines.length).toBe(1 + feathers.whole + feathers.half);
});

test('points to where the wind comes from', () => {
  const [, end] = windBarb({ u: knots(20), v: 0 }, origin).lines[0]!;
  expect(end!.x).toBeLessThan(-20);
  expect(end!.y).toBeCloseTo(0);
  const [, south] = windBarb({ u: 0, v: knots(20) }, origin).lines[0]!;
  expect(south!.y).toBeGreaterThan(20);
});

test('has its feathers on the side of low pressure: north of a west wind, south of it in the southern hemisphere', () => {
  const feather = (isSouthern: boolean) => windBarb({ u: knots(10), v: 0 }, origin, isSouthern).lines[1]![1]!;
  expect(feather(false).y).toBeLessThan(-5);
  expect(feather(true).y).toBeGreaterThan(5);
});

test('is calm below 2.5 knots, and when nothing was measured', () => {
  expect(windBarb({ u: 1, v: 0 }, origin).isCalm).toBe(true);
  expect(windBarb({ u: Number.NaN, v: 0 }, origin).isCalm).toBe(true);
});

test.each([
  [2.5, 0, 0, 1],
  [5, 0, 1, 0],
  [12.5, 0, 2, 1],
  [25, 1, 0, 0],
])(
  '%f m/s have %i pennants, %i full and %i half feathers where the unit is m/s',
  (speed, pennants, whole, half) => {
    const barb = windBarb({ u: speed, v: 0 }, origin, false, 'ms');
    expect([barb.pennants.length, barb.lines.length]).toEqual([pennants, 1 + whole + half]);
  },
);

test.each(['kt', 'ms'] as const)('the legend is true in %s', (unit) => {
  const [half, full, pennant] = barbLegendOf(unit)
    .match(/[\d.]+(?= (kt|m\/s))/g)!
    .map(Number);
  const barbOf = (speed: number) =>
    windBarb({ u: unit === 'kt' ? knots(speed) : speed, v: 0 }, origin, false, unit);
  const [shortest, longest] = [barbOf(half!), barbOf(full!)].map(({ lines }) =>
    Math.abs(lines[1]![1]!.y - lines[1]![0]!.y),
  );
  expect(longest).toBeCloseTo(2 * shortest!, 6);
  expect(barbOf(full!).lines).toHaveLength(2);
  expect(barbOf(pennant!)).toMatchObject({ pennants: [expect.anything()] });
});
