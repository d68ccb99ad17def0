import type { Leg } from '../../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';

/** The rows that the cursor moves over: by time, each time once, those of the leg alone where that is known. */
export function cursorRows(rows: readonly SoundingRow[], leg: Leg | undefined): SoundingRow[] {
  const sorted = rows
    .filter(({ timestamp }) => Number.isFinite(timestamp))
    .filter(
      ({ timestamp }) => !leg || (timestamp >= leg.begin.timeSeconds && timestamp <= leg.end.timeSeconds),
    )
    .sort((one, other) => one.timestamp - other.timestamp);
  return sorted.filter(({ timestamp }, index) => timestamp !== sorted[index + 1]?.timestamp);
}

/** The place in the list whose value is nearest to this one; 0 where there is none. */
export function nearestIndex(
  rows: readonly SoundingRow[],
  wanted: number,
  read: (row: SoundingRow) => number | null = ({ timestamp }) => timestamp,
): number {
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
  for (const [index, row] of rows.entries()) {
    const value = read(row);
    const away = value === null ? Number.NaN : Math.abs(value - wanted);
    if (away < distance) [nearest, distance] = [index, away];
  }
  return nearest;
}

/** Which leg a time is of, counted from 1: the one that holds it, or the nearest. */
export function legNumberAt(legs: readonly Leg[], timeSeconds: number): number {
  const after = legs.findIndex(({ end }) => timeSeconds < end.timeSeconds);
  return after < 0 ? legs.length : after + 1;
}

const DEEP_METRES = 3000;

/** The newest leg that is a sounding worth the name: one that has just begun has a few rows. */
export function newestDeepLeg(legs: readonly Leg[]): number {
  const isDeep = ({ begin, end }: Leg) => Math.abs(end.altitudeMetres - begin.altitudeMetres) >= DEEP_METRES;
  return legs.findLastIndex(isDeep) + 1 || legs.length;
}
