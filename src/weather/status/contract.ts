/** The body of `/status.json`, which is measured with calls of the API. */
export interface ApiStatus {
  checked_at: string;
  forecasts: ForecastStatus | FailedStatus;
  observations: ObservationStatus | FailedStatus;
}

/** Times are UTC; minutes count from the time of a run. */
export interface ForecastStatus {
  state: 'on time' | 'late';
  /** The newest complete run. */
  newest_run: string;
  /** The median of the complete runs. */
  usual_minutes: number;
  /** The runs of the last 48 hours, newest first. */
  runs: RunStatus[];
}

export interface RunStatus {
  run: string;
  /** When its first hour was available. */
  first_hour_minutes: number;
  hours_ready: number;
  /** When its last hour was available. */
  complete_minutes?: number;
}

export interface ObservationStatus {
  state: 'on time' | 'late';
  /** When the newest observation was measured. */
  newest: string;
  newest_minutes_ago: number;
  /** The median time from measurement to the API of the newest observations. */
  usual_minutes: number;
  missions_flying: number;
}

/** Nothing could be measured: the API failed, did not answer in time, or has not enough data. */
export interface FailedStatus {
  state: 'down' | 'slow' | 'unknown';
  why: string;
}
