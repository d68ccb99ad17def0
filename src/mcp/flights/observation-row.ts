import { z } from 'zod';
import type { ObservationRow } from '../../weather/sandbox/balloons/observations.ts';
import { latitude, longitude } from '../toolkit/parameters.ts';
import { measuredWind, windWords } from '../toolkit/wind.ts';

const measured = (unit: string) => z.number().nullable().describe(`${unit}; null is not measured`);

export const observation = z.object({
  time: z.string().describe('UTC'),
  mission_name: z.string(),
  latitude,
  longitude,
  altitude: measured('m above sea level'),
  temperature: measured('°C'),
  humidity: measured('% relative humidity'),
  specific_humidity: measured('mg/kg'),
  pressure: measured('hPa'),
  wind_speed: measured('m/s'),
  wind_direction: measured('degrees clockwise from north, from which the wind blows'),
  speed_u: measured('m/s towards the east'),
  speed_v: measured('m/s towards the north'),
});
type Observation = z.infer<typeof observation>;

/** With the two fields that are asked for here. */
export type NamedRow = ObservationRow & Required<Pick<ObservationRow, 'mission_name' | 'updated_at'>>;

export function observationOf(row: NamedRow): Observation {
  const { speed_u, speed_v } = row;
  const { speed, direction } = measuredWind(speed_u, speed_v);
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

const notMeasured = 'not measured';

export function observationLine(each: Observation): string {
  return [
    each.time.slice(0, 19),
    each.mission_name,
    `${each.latitude}, ${each.longitude}`,
    each.altitude ?? notMeasured,
    each.temperature ?? notMeasured,
    each.humidity ?? notMeasured,
    each.pressure ?? notMeasured,
    windWords({ speed: each.wind_speed, direction: each.wind_direction }, notMeasured),
  ].join(' | ');
}
