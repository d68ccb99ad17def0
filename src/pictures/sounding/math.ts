export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const radians = (degrees: number) => (degrees * Math.PI) / 180;
export const degrees = (radians: number) => (radians * 180) / Math.PI;

/** The same longitude, between 0° (included) and 360° (excluded). */
export const aroundEarth = (longitude: number) => ((longitude % 360) + 360) % 360;

/** The same longitude, between −180° (included) and 180° (excluded). */
export const wrapLongitude = (longitude: number) => aroundEarth(longitude + 180) - 180;

/**
 * Both bounds are included; a missing bound is the date line. A western bound that lies east of the eastern one is a
 * box across the date line.
 */
export function isLongitudeBetween(
  longitude: number,
  west: number | undefined,
  east: number | undefined,
): boolean {
  if (west !== undefined && east !== undefined && Math.abs(east - west) >= 360) return true;
  const from = west === undefined ? -180 : wrapLongitude(west);
  const to = east === undefined || east === 180 ? 180 : wrapLongitude(east);
  return to - from === 360 || aroundEarth(longitude - from) <= aroundEarth(to - from);
}

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

export const interpolate = (from: number, to: number, part: number) => from + (to - from) * part;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Equal steps between two values, including both. */
export const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** Each item together with the next one. */
export const consecutivePairs = <Item>(items: readonly Item[]): [before: Item, after: Item][] =>
  items.slice(1).map((after, index) => [items[index]!, after]);

/** Joins ascending values into spans, in which neighbours are at most `maxStep` apart. */
export function spansOf(values: readonly number[], maxStep: number): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const value of values) {
    const last = spans.at(-1);
    if (last && value - last[1] <= maxStep) last[1] = value;
    else spans.push([value, value]);
  }
  return spans;
}
