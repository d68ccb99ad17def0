import { z } from 'zod';
import type { ObservationRow } from '../../api/data-api.ts';
import { utc } from './parameters.ts';
import { latitude, longitude } from './positions.ts';
import { formatWind, toWindOrNull, windDirection } from './wind.ts';

const nullable = (unit: string) => z.number().nullable().describe(`${unit}; null is not measured`);

export const observation = z.object({
  time: utc,
  mission_name: z.string(),
  latitude,
  longitude,
  altitude: nullable('m above sea level'),
  temperature: nullable('°C'),
  humidity: nullable('% relative humidity'),
  specific_humidity: nullable('mg/kg'),
  pressure: nullable('hPa'),
  wind_speed: nullable('m/s'),
  wind_direction: nullable(windDirection),
  speed_u: nullable('m/s towards the east'),
  speed_v: nullable('m/s towards the north'),
});
type Observation = z.infer<typeof observation>;

/** A row with the two optional fields that the tools always request. */
export type NamedRow = ObservationRow & Required<Pick<ObservationRow, 'mission_name' | 'updated_at'>>;

export function toObservation(row: NamedRow): Observation {
  const { speed, direction } = toWindOrNull(row.speed_u, row.speed_v);
  return observation.parse({ ...row, wind_speed: speed, wind_direction: direction });
}

export const observationHeading =
  'time | mission | latitude, longitude ° | altitude m | temperature °C | humidity % | pressure hPa | wind m/s, from';

const notMeasured = 'not measured';

export const formatObservation = (each: Observation) =>
  [
    each.time.slice(0, 19),
    each.mission_name,
    `${each.latitude}, ${each.longitude}`,
    each.altitude ?? notMeasured,
    each.temperature ?? notMeasured,
    each.humidity ?? notMeasured,
    each.pressure ?? notMeasured,
    formatWind({ speed: each.wind_speed, direction: each.wind_direction }, notMeasured),
  ].join(' | ');

const maxMissions = 12;

export const observationSummary = z
  .object({
    observations: z.int().describe('How many rows were read'),
    missions: z.int().describe('How many balloons measured them'),
    first: z.string().optional().describe('The earliest, UTC'),
    last: z.string().optional().describe('The latest, UTC'),
    most: z
      .array(
        z.object({ mission_name: z.string(), observations: z.int(), first: z.string(), last: z.string() }),
      )
      .describe(`The balloons with the most, up to ${maxMissions}`),
  })
  .describe("Covers all rows read for this answer, including those it doesn't list");
type ObservationSummary = z.infer<typeof observationSummary>;

export function summarizeObservations(rows: readonly NamedRow[]): ObservationSummary {
  const missions = [...Map.groupBy(rows, (row) => row.mission_name)]
    .map(([mission_name, own]) => ({ mission_name, observations: own.length, ...findSpan(own) }))
    .sort((one, other) => other.observations - one.observations);
  return {
    observations: rows.length,
    missions: missions.length,
    ...(rows.length > 0 && findSpan(rows)),
    most: missions.slice(0, maxMissions),
  };
}

/** Times in one format compare as text. Sorting them would hold the thread too long, because there may be 17,000. */
function findSpan(rows: readonly NamedRow[]): { first: string; last: string } {
  let [first, last] = [rows[0]?.time ?? '', ''];
  for (const { time } of rows) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}

export function formatSummary({ observations, missions, first, last, most }: ObservationSummary): string {
  if (first === undefined || last === undefined) return 'Nothing was measured there during this time.';
  const names = most.map((each) => `${each.mission_name} (${each.observations})`).join(', ');
  return `${observations} rows read from ${missions} ${missions === 1 ? 'balloon' : 'balloons'}, measured from ${first.slice(0, 19)} to ${last.slice(0, 19)}: ${names}${missions > most.length ? ' and others' : ''}.`;
}
