import { z } from 'zod';
import type { PointRow } from '../../weather/sandbox/forecasts/points.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { measuredWind, windWords } from '../toolkit/wind.ts';
import { change } from './forecast-change.ts';

const forecast = (unit: string) => z.number().nullable().describe(`${unit}; null is missing`);

/** In a line of text. */
export const missing = 'missing';

/** One hour at one place, with the wind as people speak of it. */
export const pointHour = z.object({
  time: z.string().describe('UTC'),
  local_time: z.string().optional().describe('Where a timezone was given'),
  temperature_2m: forecast('°C, 2 m above ground'),
  dewpoint_2m: forecast('°C, 2 m above ground'),
  wind_speed_10m: forecast('m/s, 10 m above ground'),
  wind_direction_10m: forecast('degrees clockwise from north, from which the wind blows'),
  wind_u_10m: forecast('m/s towards the east'),
  wind_v_10m: forecast('m/s towards the north'),
  precipitation: forecast('mm in the hour before, also where rows are 6 hours apart'),
  pressure_msl: forecast('hPa at mean sea level'),
  change,
});
export type PointHour = z.infer<typeof pointHour>;

export function pointHourOf(row: PointRow, clock: Clock): PointHour {
  const { speed, direction } = measuredWind(row.wind_u_10m, row.wind_v_10m);
  const hour = { ...row, wind_speed_10m: speed, wind_direction_10m: direction };
  return clock.isUtc ? hour : { ...hour, local_time: clock.write(Date.parse(row.time)) };
}

export const hourHeading =
  'time | temperature °C | dew point °C | wind at 10 m: m/s, from | precipitation mm in the hour before | pressure hPa';

export function hourLine(hour: PointHour): string {
  const { time, local_time, wind_speed_10m: speed, wind_direction_10m: direction } = hour;
  return [
    (local_time ?? time).slice(0, 16),
    hour.temperature_2m ?? missing,
    hour.dewpoint_2m ?? missing,
    windWords({ speed, direction }, missing),
    hour.precipitation ?? missing,
    hour.pressure_msl ?? missing,
  ].join(' | ');
}
