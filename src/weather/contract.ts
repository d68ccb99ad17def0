import type { FlightPoint, PathPoint } from '../api/data-api.ts';
import type { ModelLevel } from '../pictures/sounding/model-profile.ts';
import type { PackedRows } from '../pictures/sounding/packed-rows.ts';

/** Data for the browser that is not part of the documented API. */

/** The one sentence about an API that is down, in the console, in the viewer and in MCP tools. */
export const apiUnavailable = (why: string) => `The API isn't available (${why}).`;

/** Degrees north and east, rounded to a tenth, which is all a world map can show. */
export type FleetPosition = [latitude: number, longitude: number];

export interface FleetBalloon {
  id: string;
  name: string;
  launch_time: string;
  /** Metres. */
  altitude: number;
  is_rising: boolean;
  /** Metres per second over ground, between the last two positions of the flight. */
  speed?: number;
  /** The positions of the last day, oldest first; the last one is the current position. */
  track: FleetPosition[];
  /** The predicted positions, beginning with the current one. */
  path: FleetPosition[];
}

/** The flight that the viewer opens with, as the API returns it but packed into fewer bytes. */
export interface DefaultFlight {
  mission: string;
  id: string;
  flight_data: Omit<FlightPoint, 'time'>[];
  prediction: PathPoint[];
  /** The observations of its first leg, packed by `sounding/packed-rows.ts`. */
  observations: PackedRows;
}

/** All balloons in the air at one moment. */
export interface FleetSnapshot {
  /** A multiple of ten minutes in the sandbox. */
  time: string;
  /** The time between two positions of a track. */
  track_minutes: number;
  path_minutes: number;
  balloons: FleetBalloon[];
}

/** The forecast along a leg. */
export interface ModelProfile {
  initialization_time: string;
  levels: ModelLevel[];
}
