import type { Readable } from 'node:stream';
import type {
  Coordinates,
  FlightPoint,
  LaunchSite,
  MissionRow,
  ObservationRow,
  PathPoint,
  Position,
} from '../api/data-api.ts';
import type {
  CyclonePoint,
  DaysByState,
  ForecastHours,
  GenerationTimes,
  PointRow,
} from '../api/forecast-api.ts';
import type {
  Basin,
  DegreeDayKind,
  ExternalModel,
  Member,
  ObservationKind,
  Resolution,
} from '../api/parameters.ts';
import type { Constant, SurfaceVariable, UpperVariable } from '../api/variables.ts';
import type { ModelLevel, ModelPoint } from '../pictures/sounding/model-profile.ts';

/**
 * A source of weather: the sandbox, or the provider's API. The routes of the documented API, the MCP tools and the
 * pages use nothing else. Answers are rows of the documented API. An error has the documented API's own sentence.
 */
export interface WeatherSource {
  /** Finished runs of the last 48 hours, newest first. */
  listRuns(series: Series): Promise<string[]>;
  /** Older runs, oldest first. */
  listArchivedRuns(series: Series): Promise<string[]>;
  /** Unfinished runs are included. */
  listForecastHours(series: Series): Promise<ForecastHours>;
  listGenerationTimes(series: Series): Promise<GenerationTimes>;

  /** One list of rows for each place. */
  forecastPoints(requested: RequestedPoints): Promise<RunTime & { forecasts: PointRow[][] }>;
  /** Tracks by cyclone id. */
  trackCyclones(
    requested: RequestedRun,
    basin?: Basin,
  ): Promise<RunTime & { tracks: Record<string, CyclonePoint[]> }>;
  calculateDegreeDays(kind: DegreeDayKind, requested: RequestedRun): Promise<RunTime & DegreeDays>;

  readField(requested: RequestedHour, choice: FieldChoice, region: Region): Promise<HourTimes & Field>;

  listFlyingMissions(): Promise<MissionRow[]>;
  findMission(idOrName: string): Promise<FoundMission | undefined>;
  locateLaunchSite(idOrName: string): Promise<LaunchSite>;
  locateMission(idOrName: string): Promise<Position>;
  predictPath(idOrName: string): Promise<PathPoint[]>;
  readFlightData(idOrName: string): Promise<FlightPoint[]>;
  readObservations(query: ObservationQuery): Promise<ObservationPage>;

  close(): Promise<void>;
}

/** The source of our own API, which also streams grid files and serves the viewer. */
export interface ServedWeather extends WeatherSource {
  /** Nothing of the file is computed before it is read. */
  findGridFile(requested: RequestedGrid): Promise<FoundGridFile>;
  /** The gridded forecast of one run at single points. */
  readModelLevels(requested: { runMs: number; points: readonly ModelPoint[] }): Promise<ModelLevel[]>;
}

/** The main cycle, a member of its ensemble, or the hourly runs in between. */
export interface Series {
  model: 'main' | 'intracycle';
  member?: Member;
}

/** Without `runMs` the newest run is used. */
export interface RequestedRun {
  series: Series;
  runMs?: number | undefined;
  /** Another model's forecast from the time of this run. */
  externalModel?: ExternalModel | undefined;
}

/** A file by its time alone, or by run and hour. */
export type RequestedHour = { series: Series } & ({ timeMs: number } | { runMs: number; hour: number });

/** Every bound is included. */
export interface RequestedPoints {
  places: Coordinates[];
  runMs?: number | undefined;
  minHour: number;
  maxHour: number;
  minTimeMs: number;
  maxTimeMs: number;
}

export interface RequestedGrid {
  fields: FieldChoice[];
  resolution: Resolution;
  /** Constants have no hour. */
  hour?: RequestedHour;
}

/** One file holds this much of one variable. */
export type FieldChoice =
  | { kind: 'surface'; name: SurfaceVariable }
  | { kind: 'upper'; name: UpperVariable; levelsHpa: readonly number[] }
  | { kind: 'constant'; name: Constant };

export interface Region {
  minLatitude?: number | undefined;
  maxLatitude?: number | undefined;
  /** A value east of `maxLongitude` is a box across the date line. */
  minLongitude?: number | undefined;
  maxLongitude?: number | undefined;
}

/** One variable over a part of the finest grid, in the file's order: north to south, and from 0 eastwards. */
export interface Field {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** Each row has a value for each longitude. */
  rows: AsyncIterable<Float32Array>;
}

export interface DegreeDays {
  dates: string[];
  byState: DaysByState;
}

export interface ObservationQuery {
  kind: ObservationKind;
  /** Rows that arrived at or after this. Without this, times or a mission, the last hour is used. */
  sinceNanoseconds?: bigint | undefined;
  minTimeMs?: number | undefined;
  maxTimeMs?: number | undefined;
  /** The mission's id or name. */
  missionId?: string | undefined;
  minLatitude?: number | undefined;
  maxLatitude?: number | undefined;
  minLongitude?: number | undefined;
  maxLongitude?: number | undefined;
  hasIds?: boolean;
  hasMissionNames?: boolean;
  hasUpdateTimes?: boolean;
}

export interface ObservationPage {
  rows: ObservationRow[];
  hasNextPage: boolean;
  /** Nanoseconds, which do not fit a JavaScript number. */
  nextSince: bigint;
}

export interface FoundMission extends MissionRow {
  isFlying: boolean;
}

export interface FoundGridFile extends Partial<HourTimes> {
  /** An ETag: the same for the same run, hour, variable, member and resolution. */
  tag: string;
  bytesTotal: number;
  open(): Readable;
}

interface RunTime {
  initialization_time: string;
}

interface HourTimes extends RunTime {
  forecast_hour: number;
  time: string;
}
