import { dayMs } from '../../../time.ts';

export const rotationPerSecond = 7.292e-5;
/** Gas constant of dry air, J/(kg K). */
export const dryAir = 287.05;
export const radiansPerDegree = Math.PI / 180;

/** The first run, the first launch and the first observation of the archive. */
export const archiveStartMs = Date.UTC(2024, 0, 1);

const yearMs = 365.2425 * dayMs;

/** Angle of the year in radians, 0 in the middle of January, when the north is coldest. */
export function seasonAngle(timeMs: number): number {
  return ((timeMs - archiveStartMs) / yearMs) * 2 * Math.PI - 0.3;
}
