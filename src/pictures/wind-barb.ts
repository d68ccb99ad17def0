import type { Point } from './geometry.ts';

export interface WindBarb {
  /** Staff and feathers. */
  lines: Point[][];
  /** Triangles, to be filled. */
  pennants: Point[][];
  isCalm: boolean;
}

export const knotsOf = (metresPerSecond: number) => metresPerSecond * 1.943844;

const minStaffLength = 22;
const featherLength = 9;
const featherSpacing = 3.6;

/**
 * As weather maps draw wind: the staff points to where it comes from; half a feather is 5 knots, a whole one 10, a
 * pennant 50. Feathers stand on the side of low pressure: to the right of the staff seen from the station, in the
 * southern hemisphere to the left.
 */
export function windBarb(wind: { u: number; v: number }, at: Point, isSouthern = false): WindBarb {
  const speed = Math.hypot(wind.u, wind.v);
  const fives = Math.round(knotsOf(speed) / 5);
  if (!Number.isFinite(speed) || fives === 0) return { lines: [], pennants: [], isCalm: true };
  // Down is positive in a picture.
  const out = { x: -wind.u / speed, y: wind.v / speed };
  const side = isSouthern ? { x: out.y, y: -out.x } : { x: -out.y, y: out.x };
  const place = (along: number, aside: number): Point => ({
    x: at.x + along * out.x + aside * side.x,
    y: at.y + along * out.y + aside * side.y,
  });
  const { pennants: pennantCount, whole, half } = feathersOf(fives);
  // The staff of a storm grows, so that its feathers have room.
  const staff = Math.max(
    minStaffLength,
    8 + pennantCount * (featherSpacing + 2) + (whole + half) * featherSpacing,
  );
  const lines = [[place(0, 0), place(staff, 0)]];
  const pennants: Point[][] = [];
  let along = staff;
  for (let index = 0; index < pennantCount; index++) {
    pennants.push([place(along, 0), place(along, featherLength), place(along - featherSpacing - 1, 0)]);
    along -= featherSpacing + 2;
  }
  for (let index = 0; index < whole; index++, along -= featherSpacing)
    lines.push([place(along, 0), place(along + 2, featherLength)]);
  if (half) {
    // Alone at the end it could be taken for a whole one.
    if (along === staff) along -= featherSpacing;
    lines.push([place(along, 0), place(along + 1, featherLength / 2)]);
  }
  return { lines, pennants, isCalm: false };
}

/** The parts of a barb, for a wind given in steps of 5 knots. */
export function feathersOf(fives: number): { pennants: number; whole: number; half: number } {
  return { pennants: Math.floor(fives / 10), whole: Math.floor((fives % 10) / 2), half: fives % 2 };
}
