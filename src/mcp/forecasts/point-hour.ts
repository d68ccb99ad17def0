import { z } from 'zod';
import type { PointRow } from '../../weather/forecasts/points.ts';
import { shortDecimal } from '../toolkit/short-decimal.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { compassPoint, windOf } from '../toolkit/wind.ts';
import { change } from './forecast-change.ts';

/** One hour at one place, with the wind as people speak of it. */
export const pointHour = z.object({
  time: z.string().describe('UTC'),
  local_time: z.string().optional().describe('Where a timezone was given'),
  temperature_2m: z.number().describe('°C, 2 m above ground'),
  dewpoint_2m: z.number().describe('°C, 2 m above ground'),
  wind_speed_10m: z.number().describe('m/s, 10 m above ground'),
  wind_direction_10m: z.number().describe('degrees clockwise from north, from which the wind blows'),
  wind_u_10m: z.number().describe('m/s towards the east'),
  wind_v_10m: z.number().describe('m/s towards the north'),
  precipitation: z.number().describe('mm in the hour before, also where rows are 6 hours apart'),
  pressure_msl: z.number().describe('hPa at mean sea level'),
  change,
});
export type PointHour = z.infer<typeof pointHour>;

export function pointHourOf(row: PointRow, clock: Clock): PointHour {
  const { speed, direction } = windOf(row.wind_u_10m, row.wind_v_10m);
  const hour = { ...row, wind_speed_10m: speed, wind_direction_10m: direction };
  return clock.isUtc ? hour : { ...hour, local_time: clock.write(Date.parse(row.time)) };
}

export const hourHeading =
  'time | temperature °C | dew point °C | wind at 10 m: m/s, from | precipitation mm in the hour before | pressure hPa';

/** As the model reads it and as programs do: a number is written once for both. */
export function writeHour(hour: PointHour): { line: string; json: string } {
  const temperature = shortDecimal(hour.temperature_2m);
  const dewPoint = shortDecimal(hour.dewpoint_2m);
  const speed = shortDecimal(hour.wind_speed_10m);
  const precipitation = shortDecimal(hour.precipitation);
  const pressure = shortDecimal(hour.pressure_msl);
  const { time, local_time: local, wind_direction_10m: direction } = hour;
  return {
    line: `${(local ?? time).slice(0, 16)} | ${temperature} | ${dewPoint} | ${speed}, ${direction}° ${compassPoint(direction)} | ${precipitation} | ${pressure}`,
    json:
      `{"time":${JSON.stringify(time)}` +
      `,"temperature_2m":${temperature}` +
      `,"dewpoint_2m":${dewPoint}` +
      `,"wind_u_10m":${shortDecimal(hour.wind_u_10m)}` +
      `,"wind_v_10m":${shortDecimal(hour.wind_v_10m)}` +
      `,"precipitation":${precipitation}` +
      `,"pressure_msl":${pressure}` +
      `,"wind_speed_10m":${speed}` +
      `,"wind_direction_10m":${direction}` +
      (local === undefined ? '' : `,"local_time":${JSON.stringify(local)}`) +
      (hour.change === undefined ? '}' : `,"change":${JSON.stringify(hour.change)}}`),
  };
}
