import type { PathPoint } from '../api/data-api.ts';
import type { CyclonePoint, PointRow } from '../api/forecast-api.ts';
import type { TrackPoint } from './sounding/legs.ts';
import type { SoundingRow } from './sounding/rows.ts';
import type { PictureTable } from './table.ts';

/** The kinds that the content may name under `drawn_as`. */
export const pictureKinds = [
  'meteogram',
  'winds',
  'missions',
  'flight',
  'legs',
  'path',
  'place',
  'sounding',
  'cyclones',
  'grid',
  'degree days',
  'runs',
  'run',
  'archive',
] as const;
export type PictureKind = (typeof pictureKinds)[number];

export interface WindReading {
  mission: string;
  latitude: number;
  longitude: number;
  altitude: number;
  temperature: number | null;
  speed_u: number;
  speed_v: number;
}

interface BalloonRow {
  name: string;
  altitude: number;
  is_rising: boolean;
  /** The newest position is the last. Degrees north and east. */
  track: readonly (readonly [number, number])[];
}

export interface FleetRows {
  time: string;
  balloons: readonly BalloonRow[];
}

/** Rows of weather and the kind of picture that shows them. */
export type Picture =
  | { kind: 'meteogram'; places: { name: string; latitude: number; rows: PointRow[] }[] }
  | { kind: 'fleet'; fleet: FleetRows }
  | { kind: 'winds'; readings: WindReading[] }
  | { kind: 'missions'; missions: { name: string; daysAloft: number }[] }
  | { kind: 'flight'; track: TrackPoint[] }
  /** The picture shows only the beginning of the flight, and names its legs. */
  | { kind: 'legs'; track: TrackPoint[] }
  | { kind: 'path'; path: PathPoint[] }
  | { kind: 'place'; name: string; place: { latitude: number; longitude: number; altitude?: number } }
  | { kind: 'sounding'; rows: SoundingRow[] }
  | { kind: 'cyclones'; tracks: Record<string, CyclonePoint[]> }
  | { kind: 'grid'; variable: string; unit: string; grid: Grid }
  | {
      kind: 'degree days';
      index: 'hdd' | 'cdd';
      dates: string[];
      /** The state with the most degree days comes first. */
      states: StateDays[];
      /** The state that is drawn day by day. */
      state: string;
    }
  | { kind: 'runs'; what: 'runs' | 'hours' | 'computing'; runs: (RunSpans & { hourCount: number })[] }
  | { kind: 'run'; runMs: number; hours: ReadyHour[] }
  /** Each entry is midnight of a day that has a run; the oldest comes first. */
  | { kind: 'archive'; daysMs: number[] };

export type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>;

/** Caption and table of a picture. A page without scripts and a screen reader get the same numbers from them. */
export interface PictureText<Kind extends Picture['kind']> {
  caption(picture: PictureOf<Kind>): string;
  table(picture: PictureOf<Kind>): PictureTable;
}

interface StateDays {
  name: string;
  /** One value per date; null is a missing day. */
  days: (number | null)[];
  total: number;
}

/** A forecast run and the time spans that are drawn for it. */
export interface RunSpans {
  runMs: number;
  spans: readonly (readonly [fromMs: number, toMs: number])[];
  /** False while hours of the run are still to come. */
  isComplete: boolean;
}

/** A forecast hour and the time at which it was ready. */
export interface ReadyHour {
  hour: number;
  timeMs: number;
}

/** Values start at 90° N and 0° E and run eastwards, row by row to the south; both poles are included. */
export interface Grid {
  stepDegrees: number;
  values: readonly number[];
}
