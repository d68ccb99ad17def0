export const RADIUS_METRES = 6_371_000;
export const ROTATION_PER_SECOND = 7.292e-5;
export const GRAVITY = 9.80665;
/** Gas constant of dry air, J/(kg K). */
export const DRY_AIR = 287.05;
export const KELVIN = 273.15;
export const DEGREE = Math.PI / 180;

export function coriolis(latitude: number): number {
  return 2 * ROTATION_PER_SECOND * Math.sin(latitude * DEGREE);
}

/** -180 up to but not including 180. */
export function wrapLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
