export const radiusMetres = 6_371_000;
export const rotationPerSecond = 7.292e-5;
export const gravity = 9.80665;
/** Gas constant of dry air, J/(kg K). */
export const dryAir = 287.05;
export const zeroCelsiusKelvin = 273.15;
export const radiansPerDegree = Math.PI / 180;

/** -180 up to but not including 180. */
export const wrapLongitude = (longitude: number) => aroundEarth(longitude + 180) - 180;

/**
 * From west to east, both included; a bound that is not given is the date line. A western bound that lies east of
 * the eastern one means a box across it.
 */
export function isBetween(longitude: number, west: number | undefined, east: number | undefined): boolean {
  if (west !== undefined && east !== undefined && Math.abs(east - west) >= 360) return true;
  const from = west === undefined ? -180 : wrapLongitude(west);
  const to = east === undefined || east === 180 ? 180 : wrapLongitude(east);
  return to - from === 360 || aroundEarth(longitude - from) <= aroundEarth(to - from);
}

/** 0 up to but not including 360. */
const aroundEarth = (degrees: number) => ((degrees % 360) + 360) % 360;

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
