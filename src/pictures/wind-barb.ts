import type { Point } from './geometry.ts';
import { knotsOf, type Units } from './units.ts';

export interface WindBarb {
  /** The lines of the staff and of the feathers. */
  lines: Point[][];
  /** Pennants are filled triangles. */
  pennants: Point[][];
  isCalm: boolean;
}

/** The speed of half a feather. In both units a full one is twice and a pennant ten times as much. */
const halfFeather = { kt: 5 / knotsOf(1), ms: 2.5 };

export const barbLegendOf = (unit: Units['wind']) =>
  `Barbs point into the wind. Half feather ${unit === 'kt' ? '5 kt, full feather 10 kt, pennant 50 kt' : '2.5 m/s, full feather 5 m/s, pennant 25 m/s'}.`;

const minStaffLength = 22;
const featherLength = 9;
const featherSpacing = 3.6;

/**
 * Draws wind as weather maps do. The staff points into the wind; half a feather is 5 knots or 2.5 m/s. Feathers are on
 * the side of low pressure: seen from the station right of the staff, in the southern hemisphere left.
 */
export function windBarb(
  wind: { u: number; v: number },
  at: Point,
  isSouthern = false,
  unit: Units['wind'] = 'kt',
): WindBarb {
  const speed = Math.hypot(wind.u, wind.v);
  const halves = Math.round(speed / halfFeather[unit]);
  if (!Number.isFinite(speed) || halves === 0) return { lines: [], pennants: [], isCalm: true };
  // In a picture, y grows downwards.
  const out = { x: -wind.u / speed, y: wind.v / speed };
  const side = isSouthern ? { x: out.y, y: -out.x } : { x: -out.y, y: out.x };
  const place = (along: number, aside: number): Point => ({
    x: at.x + along * out.x + aside * side.x,
    y: at.y + along * out.y + aside * side.y,
  });
  const { pennants: pennantCount, whole, half } = feathersOf(halves);
  // A strong wind needs a longer staff for its feathers.
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
    // A single half feather at the very end could be mistaken for a full one.
    if (along === staff) along -= featherSpacing;
    lines.push([place(along, 0), place(along + 1, featherLength / 2)]);
  }
  return { lines, pennants, isCalm: false };
}

/** The feathers of a wind that is given in half feathers. */
export function feathersOf(halves: number): { pennants: number; whole: number; half: number } {
  return { pennants: Math.floor(halves / 10), whole: Math.floor((halves % 10) / 2), half: halves % 2 };
}
