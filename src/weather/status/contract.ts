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
  /** A run that takes longer than this is late. */
  late_after_minutes: number;
  /**
   * The runs of the last 48 hours, newest first. A run that should be complete is listed even if it has no hours yet.
   */
  runs: RunStatus[];
}

export interface RunStatus {
  run: string;
  /** A late run may be complete in the meantime. */
  state: 'complete' | 'in progress' | 'late';
  /** When its first hour was available. */
  first_hour_minutes?: number;
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
  /** The last 48 whole hours, newest first, by the observations of a few balloons. Missing if they could not be read. */
  hours?: ObservationHour[];
}

export interface ObservationHour {
  /** The beginning of the hour in which the observations were measured. */
  hour: string;
  /** How many arrived. */
  count: number;
  /** The median time from measurement to the API. */
  delay_minutes?: number;
}

/** Nothing could be measured: the API failed, did not answer in time, or has not enough data. */
export interface FailedStatus {
  state: 'down' | 'slow' | 'unknown';
  why: string;
}
