import { z } from 'zod';
import type { PointRow } from '../../weather/sandbox/forecasts/points.ts';
import { shortDecimal } from '../toolkit/short-decimal.ts';
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

/** As the model reads it and as programs do: a number is written once for both. */
export function writeHour(hour: PointHour): { line: string; json: string } {
  const temperature = jsonNumber(hour.temperature_2m);
  const dewPoint = jsonNumber(hour.dewpoint_2m);
  const speed = jsonNumber(hour.wind_speed_10m);
  const precipitation = jsonNumber(hour.precipitation);
  const pressure = jsonNumber(hour.pressure_msl);
  const { time, local_time: local, wind_speed_10m, wind_direction_10m: direction } = hour;
  const wind = windWords({ speed: wind_speed_10m, direction }, missing);
  const cells = [temperature, dewPoint, wind, precipitation, pressure].map(orMissing);
  return {
    line: `${(local ?? time).slice(0, 16)} | ${cells.join(' | ')}`,
    json:
      `{"time":${JSON.stringify(time)}` +
      `,"temperature_2m":${temperature}` +
      `,"dewpoint_2m":${dewPoint}` +
      `,"wind_u_10m":${jsonNumber(hour.wind_u_10m)}` +
      `,"wind_v_10m":${jsonNumber(hour.wind_v_10m)}` +
      `,"precipitation":${precipitation}` +
      `,"pressure_msl":${pressure}` +
      `,"wind_speed_10m":${speed}` +
      `,"wind_direction_10m":${direction}` +
      (local === undefined ? '' : `,"local_time":${JSON.stringify(local)}`) +
      (hour.change === undefined ? '}' : `,"change":${JSON.stringify(hour.change)}}`),
  };
}

const jsonNumber = (value: number | null) => (value === null ? 'null' : shortDecimal(value));
const orMissing = (json: string) => (json === 'null' ? missing : json);
