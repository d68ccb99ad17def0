/** What the browser gets beside the documented API. */

/** Degrees north and east, to a tenth: a map of the world shows no more. */
export type SkyPoint = [latitude: number, longitude: number];

export interface SkyBalloon {
  id: string;
  name: string;
  launch_time: string;
  /** Metres. */
  altitude: number;
  is_rising: boolean;
  /** Where it has been in the last day, oldest first; the last point is where it is. */
  track: SkyPoint[];
  /** Where the wind will carry it, from where it is. */
  path: SkyPoint[];
}

/** All balloons in the air at one moment. */
export interface Sky {
  /** On a whole ten minutes. */
  time: string;
  /** From each point of a track to the next. */
  track_minutes: number;
  path_minutes: number;
  balloons: SkyBalloon[];
}
