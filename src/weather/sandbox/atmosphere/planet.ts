import { dayMs } from '../../../time.ts';

export const rotationPerSecond = 7.292e-5;
/** Gas constant of dry air, J/(kg K). */
export const dryAir = 287.05;
export const radiansPerDegree = Math.PI / 180;

/** The result is from -180 up to but not including 180. */
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

/** The result is from 0 up to but not including 360. */
export const aroundEarth = (degrees: number) => ((degrees % 360) + 360) % 360;

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The first run, the first launch and the first observation of the archive. */
export const archiveStartMs = Date.UTC(2024, 0, 1);

const yearMs = 365.2425 * dayMs;

/** Angle of the year in radians, 0 in the middle of January, when the north is coldest. */
export function seasonAngle(timeMs: number): number {
  return ((timeMs - archiveStartMs) / yearMs) * 2 * Math.PI - 0.3;
}
