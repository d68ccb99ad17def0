import type { PathPoint } from '../api/data-api.ts';
import type { CyclonePoint, PointRow } from '../api/forecast-api.ts';
import type { TrackPoint } from './sounding/legs.ts';
import type { SoundingRow } from './sounding/rows.ts';

/** How an answer can be drawn. */
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
  /** Oldest first; the last is where it is. Degrees north and east. */
  track: readonly (readonly [number, number])[];
}

export interface FleetRows {
  time: string;
  balloons: readonly BalloonRow[];
}

/** Rows of weather, wherever they come from, and which picture they make. */
export type Picture =
  | { kind: 'meteogram'; places: { name: string; latitude: number; rows: PointRow[] }[] }
  | { kind: 'fleet'; fleet: FleetRows }
  | { kind: 'winds'; readings: WindReading[] }
  | { kind: 'missions'; missions: { name: string; daysAloft: number }[] }
  | { kind: 'flight'; track: TrackPoint[] }
  /** Its beginning is drawn, with its legs named. */
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
      /** Most degree days first. */
      states: StateDays[];
      /** Which of them is drawn day by day. */
      state: string;
    }
  | { kind: 'runs'; what: 'runs' | 'hours' | 'computing'; runs: (RunSpans & { hourCount: number })[] }
  | { kind: 'run'; runMs: number; hours: ReadyHour[] }
  /** Midnight of each day that has a run, the oldest first. */
  | { kind: 'archive'; daysMs: number[] };

export type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>;

interface StateDays {
  name: string;
  /** One for each date; null where there is none. */
  days: (number | null)[];
  total: number;
}

/** A run of the forecast and the stretches of time that are to be shown beside it. */
export interface RunSpans {
  runMs: number;
  spans: readonly (readonly [fromMs: number, toMs: number])[];
  /** All that it is to have is there. */
  isWhole: boolean;
}

/** An hour of a forecast, and when it was ready. */
export interface ReadyHour {
  hour: number;
  timeMs: number;
}

/** Values from 90° N southwards and from 0° eastwards, every `stepDegrees`, both poles included. */
export interface Grid {
  stepDegrees: number;
  values: readonly number[];
}
