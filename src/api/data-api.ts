import { z } from 'zod';

/** The Data API's answers: degrees, m, %, hPa, mg/kg, m/s and °C; times are ISO 8601 in UTC. */

/** Null is a value that was not measured; the field is still present. */
const measured = z.number().nullable();

export const coordinates = z.object({ latitude: z.number(), longitude: z.number() });
export const position = coordinates.extend({ altitude: z.number() });
export const launchSite = coordinates.extend({ id: z.number() });
export const pathPoint = position.extend({ time: z.string() });
/** `time` repeats `transmit_time`, because some clients read the one and some the other. */
export const flightPoint = pathPoint.extend({ transmit_time: z.string() });

export const missionRow = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  launch_time: z.string(),
});

/** Super observations have the same fields. */
export const observationRow = coordinates.extend({
  /** Unix seconds. */
  timestamp: z.number(),
  time: z.string(),
  altitude: measured,
  humidity: measured,
  pressure: measured,
  specific_humidity: measured,
  speed_u: measured,
  speed_v: measured,
  temperature: measured,
  mission_id: z.string(),
  /** These three are present only if the call asks for them with `include_…`. */
  id: z.string().exactOptional(),
  mission_name: z.string().exactOptional(),
  updated_at: z.string().exactOptional(),
});

export type Coordinates = z.infer<typeof coordinates>;
export type Position = z.infer<typeof position>;
export type LaunchSite = z.infer<typeof launchSite>;
export type PathPoint = z.infer<typeof pathPoint>;
export type FlightPoint = z.infer<typeof flightPoint>;
export type MissionRow = z.infer<typeof missionRow>;
export type ObservationRow = z.infer<typeof observationRow>;
