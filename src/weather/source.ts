import type { Readable } from 'node:stream';
import type { Position } from './sandbox/balloons/drift.ts';
import type { FlightPoint } from './sandbox/balloons/flight-data.ts';
import type { LaunchSite, MissionRow } from './sandbox/balloons/missions.ts';
import type { ObservationPage, ObservationQuery } from './sandbox/balloons/observation-pages.ts';
import type { PathPoint } from './sandbox/balloons/predicted-path.ts';
import type { Basin } from './sandbox/forecasts/basins.ts';
import type { TrackPoint } from './sandbox/forecasts/cyclones.ts';
import type { DegreeDayKind, DegreeDays } from './sandbox/forecasts/degree-days.ts';
import type { PointRow } from './sandbox/forecasts/points.ts';
import type { RequestedHour, RequestedPoints, RequestedRun } from './sandbox/forecasts/requested-runs.ts';
import type { Series } from './sandbox/forecasts/runs.ts';
import type { Field, Region } from './sandbox/grids/field.ts';
import type { Resolution } from './sandbox/grids/grid.ts';
import type { FieldChoice } from './sandbox/grids/variables.ts';

/**
 * Where weather comes from: everything that the documented API, the MCP tools and the pages know of it. Answers are
 * rows under the API's own names and in its units, times as it writes them; text is made of them by those who send it.
 * What cannot be answered is thrown in the API's own words.
 */
export interface WeatherSource {
  /** Finished runs of the last 48 hours, newest first. */
  listRuns(series: Series): Promise<string[]>;
  /** Older ones, oldest first. */
  listArchivedRuns(series: Series): Promise<string[]>;
  /** By run, unfinished ones too. */
  listForecastHours(series: Series): Promise<Record<string, number[]>>;
  /** By run and hour: when it was computed. */
  listGenerationTimes(series: Series): Promise<Record<string, Record<string, string>>>;

  /** A list of rows for each place. */
  forecastPoints(requested: RequestedPoints): Promise<OfRun & { forecasts: PointRow[][] }>;
  /** By id. */
  trackCyclones(
    requested: RequestedRun,
    basin?: Basin,
  ): Promise<OfRun & { tracks: Record<string, TrackPoint[]> }>;
  calculateDegreeDays(kind: DegreeDayKind, requested: RequestedRun): Promise<OfRun & DegreeDays>;

  readField(requested: RequestedHour, choice: FieldChoice, region: Region): Promise<OfHour & Field>;

  listFlyingMissions(): Promise<MissionRow[]>;
  /** By id or name; undefined if there is none. */
  findMission(idOrName: string): Promise<FoundMission | undefined>;
  locateLaunchSite(idOrName: string): Promise<LaunchSite>;
  locateMission(idOrName: string): Promise<Position>;
  predictPath(idOrName: string): Promise<PathPoint[]>;
  readFlightData(idOrName: string): Promise<FlightPoint[]>;
  readObservations(query: ObservationQuery): Promise<ObservationPage>;

  close(): Promise<void>;
}

/** What our own API needs beside: its files are streamed, and never read here. */
export interface ServedWeather extends WeatherSource {
  /** A file, of which nothing is computed before it is read. */
  findGridFile(requested: RequestedGrid): Promise<FoundGridFile>;
}

interface OfRun {
  initialization_time: string;
}

interface OfHour extends OfRun {
  forecast_hour: number;
  time: string;
}

export interface RequestedGrid {
  fields: FieldChoice[];
  resolution: Resolution;
  /** Constants have none. */
  hour?: RequestedHour;
}

export interface FoundGridFile extends Partial<OfHour> {
  /** As an ETag: the same for the same run, hour, variable, member and resolution. */
  tag: string;
  bytesTotal: number;
  open(): Readable;
}

export interface FoundMission extends MissionRow {
  isFlying: boolean;
}
