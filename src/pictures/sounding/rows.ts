import type { Coordinates, ObservationRow } from '../../api/data-api.ts';

/** Reasons to reject a row or one of its values, and the part that is rejected. */
const rejectedParts = {
  'no time': 'row',
  'no altitude': 'row',
  'impossible altitude': 'row',
  'impossible pressure': 'row',
  'impossible temperature': 'row',
  'sent again': 'row',
  'altitude jumps': 'row',
  'outside the leg': 'row',
  'pressure does not fall with height': 'row',
  'impossible humidity': 'humidity',
  'impossible wind': 'wind',
  'impossible position': 'position',
} as const;

type RejectionReason = keyof typeof rejectedParts;

export interface Rejection {
  what: (typeof rejectedParts)[RejectionReason];
  reason: RejectionReason;
  count: number;
}

/** Counts rejected rows and values, so that the viewer can report them. */
export class RejectionCounts {
  readonly #counts = new Map<RejectionReason, number>();

  add(reason: RejectionReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  list(): Rejection[] {
    return [...this.#counts].map(([reason, count]) => ({ what: rejectedParts[reason], reason, count }));
  }
}

type MeasuredField = 'altitude' | 'humidity' | 'pressure' | 'temperature' | 'speed_u' | 'speed_v';

/** The fields of an observation that a sounding uses. A row without a position still counts. */
export type SoundingRow = Pick<ObservationRow, 'id' | 'timestamp' | MeasuredField> & {
  [Field in 'latitude' | 'longitude']: ObservationRow[Field] | null;
};

/** A row whose values are all plausible or null. */
export interface CheckedRow {
  timeSeconds: number;
  position: Coordinates | null;
  altitudeMetres: number;
  pressureHpa: number | null;
  celsius: number | null;
  humidityPercent: number | null;
  wind: { u: number; v: number } | null;
}

const maxMetresPerSecond = 100;

/**
 * Returns rows by time, without duplicates. An impossible humidity, wind or position doesn't reject the rest of its
 * row.
 */
export function checkRows(rows: readonly SoundingRow[], rejections: RejectionCounts): CheckedRow[] {
  const checked: CheckedRow[] = [];
  for (const row of newestOfEachId(rows, rejections)) {
    const result = checkRow(row, rejections);
    if (typeof result === 'string') rejections.add(result);
    else checked.push(result);
  }
  return withoutJumps(oneOfEachTime(checked, rejections), rejections);
}

/** A row that is sent again replaces its earlier version. */
function newestOfEachId(rows: readonly SoundingRow[], rejections: RejectionCounts): SoundingRow[] {
  // A row without an id is its own key.
  const newest = new Map(rows.map((row) => [row.id ?? row, row]));
  rejections.add('sent again', rows.length - newest.size);
  return [...newest.values()];
}

function checkRow(row: SoundingRow, rejections: RejectionCounts): CheckedRow | RejectionReason {
  const timeSeconds = reading(row.timestamp, 0, 1e11);
  const altitudeMetres = possibleAltitude(row.altitude);
  const pressureHpa = reading(row.pressure, 1, 1100);
  const celsius = reading(row.temperature, -120, 60);
  if (timeSeconds === null || timeSeconds === undefined) return 'no time';
  if (altitudeMetres === null) return 'no altitude';
  if (altitudeMetres === undefined) return 'impossible altitude';
  if (pressureHpa === undefined) return 'impossible pressure';
  if (celsius === undefined) return 'impossible temperature';
  const humidityPercent = reading(row.humidity, Number.MIN_VALUE, 105);
  if (humidityPercent === undefined) rejections.add('impossible humidity');
  const [u, v] = [reading(row.speed_u, -150, 150), reading(row.speed_v, -150, 150)];
  if (u === undefined || v === undefined) rejections.add('impossible wind');
  const [latitude, longitude] = [reading(row.latitude, -90, 90), reading(row.longitude, -360, 360)];
  if (latitude === undefined || longitude === undefined) rejections.add('impossible position');
  return {
    timeSeconds,
    altitudeMetres,
    pressureHpa,
    celsius,
    humidityPercent: humidityPercent ?? null,
    wind: u != null && v != null ? { u, v } : null,
    position: latitude != null && longitude != null ? { latitude, longitude } : null,
  };
}

/** Balloons never fly lower or higher than this range. */
export const possibleAltitude = (value: unknown) => reading(value, -500, 40_000);

/** Returns null if the value was not measured, and undefined if it is impossible. */
function reading(value: unknown, least: number, most: number): number | null | undefined {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

function oneOfEachTime(rows: CheckedRow[], rejections: RejectionCounts): CheckedRow[] {
  rows.sort((one, other) => one.timeSeconds - other.timeSeconds);
  const last = rows.filter((row, index) => row.timeSeconds !== rows[index + 1]?.timeSeconds);
  rejections.add('sent again', rows.length - last.length);
  return last;
}

/** A row far above or far below both of its neighbours is an error. */
function withoutJumps(rows: CheckedRow[], rejections: RejectionCounts): CheckedRow[] {
  if (rows.length < 3) return rows;
  const kept = rows.filter((row, index) => {
    // The first and last row are compared with two neighbours on the same side.
    const near = [rows[index - 1] ?? rows[index + 2], rows[index + 1] ?? rows[index - 2]];
    const speeds = near.flatMap((other) => (other ? [metresPerSecond(row, other)] : []));
    const isAbove = speeds.every((speed) => speed > maxMetresPerSecond);
    const isBelow = speeds.every((speed) => speed < -maxMetresPerSecond);
    return !isAbove && !isBelow;
  });
  rejections.add('altitude jumps', rows.length - kept.length);
  return kept;
}

const metresPerSecond = (row: CheckedRow, near: CheckedRow) =>
  (row.altitudeMetres - near.altitudeMetres) / Math.abs(row.timeSeconds - near.timeSeconds);
