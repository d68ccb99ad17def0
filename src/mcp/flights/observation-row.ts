import { z } from 'zod';
import type { ObservationRow } from '../../weather/balloons/observations.ts';
import { latitude, longitude } from '../toolkit/parameters.ts';
import { compassPoint, windOf } from '../toolkit/wind.ts';

export const observation = z.object({
  time: z.string().describe('UTC'),
  mission_name: z.string(),
  latitude,
  longitude,
  altitude: z.number().describe('m above sea level'),
  temperature: z.number().describe('°C'),
  humidity: z.number().describe('% relative humidity'),
  specific_humidity: z.number().describe('mg/kg'),
  pressure: z.number().describe('hPa'),
  wind_speed: z.number().describe('m/s'),
  wind_direction: z.number().describe('degrees clockwise from north, from which the wind blows'),
  speed_u: z.number().describe('m/s towards the east'),
  speed_v: z.number().describe('m/s towards the north'),
});
type Observation = z.infer<typeof observation>;

/** With the two fields that are asked for here. */
export type NamedRow = ObservationRow & Required<Pick<ObservationRow, 'mission_name' | 'updated_at'>>;

export function observationOf(row: NamedRow): Observation {
  const { speed_u, speed_v } = row;
  const { speed, direction } = windOf(speed_u, speed_v);
  return {
    time: row.time,
    mission_name: row.mission_name,
    latitude: row.latitude,
    longitude: row.longitude,
    altitude: row.altitude,
    temperature: row.temperature,
    humidity: row.humidity,
    specific_humidity: row.specific_humidity,
    pressure: row.pressure,
    wind_speed: speed,
    wind_direction: direction,
    speed_u,
    speed_v,
  };
}

export const observationHeading =
  'time | mission | latitude, longitude ° | altitude m | temperature °C | humidity % | pressure hPa | wind m/s, from';

export function observationLine(each: Observation): string {
  return [
    each.time.slice(0, 19),
    each.mission_name,
    `${each.latitude}, ${each.longitude}`,
    each.altitude,
    each.temperature,
    each.humidity,
    each.pressure,
    `${each.wind_speed}, ${each.wind_direction}° ${compassPoint(each.wind_direction)}`,
  ].join(' | ');
}
