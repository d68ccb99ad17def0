import { z } from 'zod';
import type { ObservationRow } from '../../api/data-api.ts';
import { latitude, longitude } from './parameters.ts';
import { measuredWind, windWords } from './wind.ts';

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

const missionsMax = 12;

export const observationSummary = z
  .object({
    observations: z.int().describe('How many were read for this answer'),
    missions: z.int().describe('How many balloons measured them'),
    first: z.string().optional().describe('The earliest, UTC'),
    last: z.string().optional().describe('The latest, UTC'),
    most: z
      .array(
        z.object({ mission_name: z.string(), observations: z.int(), first: z.string(), last: z.string() }),
      )
      .describe(`The balloons with the most, up to ${missionsMax}`),
  })
  .describe('Of all rows that this answer was made from, also those it does not list');
type ObservationSummary = z.infer<typeof observationSummary>;

export function summarizeRows(rows: readonly NamedRow[]): ObservationSummary {
  const byMission = new Map<string, string[]>();
  for (const { mission_name, time } of rows) {
    const times = byMission.get(mission_name);
    if (times) times.push(time);
    else byMission.set(mission_name, [time]);
  }
  const missions = [...byMission]
    .map(([mission_name, times]) => ({ mission_name, observations: times.length, ...spanOf(times) }))
    .sort((one, other) => other.observations - one.observations);
  return {
    observations: rows.length,
    missions: missions.length,
    ...(rows.length > 0 ? spanOf(rows.map(({ time }) => time)) : {}),
    most: missions.slice(0, missionsMax),
  };
}

/** Texts of one form are in the order of their times. */
function spanOf(times: string[]): { first: string; last: string } {
  let [first, last] = [times[0]!, times[0]!];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}

export function summaryLine({ observations, missions, first, last, most }: ObservationSummary): string {
  if (observations === 0) return 'Nothing was measured there in this time.';
  const names = most.map((each) => `${each.mission_name} (${each.observations})`).join(', ');
  return `${observations} read, of ${missions} ${missions === 1 ? 'balloon' : 'balloons'}, measured from ${first!.slice(0, 19)} to ${last!.slice(0, 19)}: ${names}${missions > most.length ? ' and others' : ''}.`;
}
