/** How the API is doing, by its own answers: what `/status.json` holds. */
export interface ApiStatus {
  checked_at: string;
  forecasts: ForecastStatus | UnknownStatus;
  observations: ObservationStatus | UnknownStatus;
}

/** Times are UTC; minutes count from the time of a run. */
export interface ForecastStatus {
  state: 'on time' | 'late';
  /** The newest that is complete. */
  newest_run: string;
  /** Of the complete ones: half of them were ready sooner. */
  usual_minutes: number;
  /** Of the last 48 hours, newest first. */
  runs: RunStatus[];
}

export interface RunStatus {
  run: string;
  /** When its first hour was there. */
  first_hour_minutes: number;
  hours_ready: number;
  /** When its last hour was there, where it is. */
  complete_minutes?: number;
}

export interface ObservationStatus {
  state: 'on time' | 'late';
  /** When the newest was measured. */
  newest: string;
  newest_minutes_ago: number;
  /** From measurement to the API: half of the last ones took less. */
  usual_minutes: number;
  missions_flying: number;
}

export interface UnknownStatus {
  state: 'unknown';
  why: string;
}
