import { z } from 'zod';
import { coordinates } from './data-api.ts';

/** The Forecast API's answers: °C, m/s, mm and hPa; times are ISO 8601 in UTC. */

/** Null is a value that was not computed. */
const computed = z.number().nullable();

/** One hour of a point forecast. Precipitation is the total of the hour before. */
export const pointRow = z.object({
  time: z.string(),
  temperature_2m: computed,
  dewpoint_2m: computed,
  wind_u_10m: computed,
  wind_v_10m: computed,
  precipitation: computed,
  pressure_msl: computed,
});

export const cyclonePoint = coordinates.extend({ time: z.string() });

/** The available forecast hours of each run. */
const forecastHours = z.record(z.string(), z.array(z.number()));
/** The time at which each forecast hour of a run was computed. */
const generationTimes = z.record(z.string(), z.record(z.string(), z.string()));
/** Degree days by state, then by date. */
const daysByState = z.record(z.string(), z.record(z.string(), z.number()));
/** `/hdd` answers with `hdd`, `/cdd` with `cdd`. */
const degreeDays = z.object({
  dates: z.array(z.string()),
  hdd: daysByState.exactOptional(),
  cdd: daysByState.exactOptional(),
});

export type PointRow = z.infer<typeof pointRow>;
export type CyclonePoint = z.infer<typeof cyclonePoint>;
export type ForecastHours = z.infer<typeof forecastHours>;
export type GenerationTimes = z.infer<typeof generationTimes>;
export type DaysByState = z.infer<typeof daysByState>;
export type DegreeDays = z.infer<typeof degreeDays>;
