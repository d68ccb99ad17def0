/** What the browser gets beside the documented API. */

/** Degrees north and east, to a tenth: a map of the world shows no more. */
export type FleetPosition = [latitude: number, longitude: number];

export interface FleetBalloon {
  id: string;
  name: string;
  launch_time: string;
  /** Metres. */
  altitude: number;
  is_rising: boolean;
  /** Where it has been in the last day, oldest first; the last point is where it is. */
  track: FleetPosition[];
  /** Where the wind will carry it, from where it is. */
  path: FleetPosition[];
}

/** The flight that the viewer opens with: what the API says of it, in few bytes. */
export interface DefaultFlight {
  /** Its name. */
  mission: string;
  id: string;
  flight_data: { transmit_time: string; latitude: number; longitude: number; altitude: number }[];
  prediction: { time: string; latitude: number; longitude: number; altitude: number }[];
  /** The rows of its first leg, packed as `sounding/packed-rows.ts` does. */
  observations: Record<string, (number | null)[]>;
}

/** All balloons in the air at one moment. */
export interface FleetSnapshot {
  /** On a whole ten minutes. */
  time: string;
  /** From each point of a track to the next. */
  track_minutes: number;
  path_minutes: number;
  balloons: FleetBalloon[];
}
