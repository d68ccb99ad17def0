import { z } from 'zod';
import { api } from '../../urls.ts';
import type { ObservationKind, ObservationRow } from '../../weather/balloons/observations.ts';
import {
  observationParameters,
  readObservationQuery,
} from '../../weather/parameters/observation-parameters.ts';
import { latitude, longitude, missionId, region, time } from './parameters.ts';
import { charactersOf, countFitting } from './parts.ts';
import { defineTool, nextArguments, nextLine, queryOf } from './tool.ts';
import { compassPoint, windOf } from './wind.ts';

const row = z.object({
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
type Row = z.infer<typeof row>;

/** Observations and super observations are asked for alike. */
export function observationTool(kind: ObservationKind, { name, title }: { name: string; title: string }) {
  return defineTool({
    name,
    title,
    path: `${api}/${kind}.json`,
    input: z.strictObject({
      mission_id: missionId.optional(),
      min_time: time('Measured at or after this.'),
      max_time: time('Measured at or before this.'),
      ...region,
      since: z
        .string()
        .max(40)
        .optional()
        .describe(
          'Only what arrived at or after this: a time, or seconds or nanoseconds since 1970. Without this, times or a mission, the last hour is meant.',
        ),
    }),
    output: z.object({
      observations: z.array(row).describe('In the order in which they arrived'),
      next_arguments: nextArguments,
    }),
    async answer(given, { weather }) {
      const query = readObservationQuery(kind, queryOf(given, observationParameters));
      const page = await weather.readObservations({ ...query, hasMissionNames: true, hasUpdateTimes: true });
      const arrived = page.rows as ApiRow[];
      const rows = arrived.map(shown);
      const fitting = countFitting(rows, (each) => charactersOf(each, line(each)));
      const count = fitting < rows.length ? lastWholePacket(arrived, fitting) : fitting;
      const since = count < rows.length ? arrivalNanoseconds(arrived[count]!) : page.nextSince;
      const next = count < rows.length || page.hasNextPage ? { ...given, since: String(since) } : undefined;
      const observations = rows.slice(0, count);
      const text = [
        `${title}: ${count} in the order of their arrival. Times are UTC.`,
        ...(count > 0 ? [heading, ...observations.map(line)] : []),
        nextLine(next),
      ];
      return { text: text.join('\n'), data: { observations, next_arguments: next } };
    },
  });
}

type ApiRow = ObservationRow & Required<Pick<ObservationRow, 'mission_name' | 'updated_at'>>;

function shown(each: ApiRow): Row {
  const { speed_u, speed_v } = each;
  const { speed, direction } = windOf(speed_u, speed_v);
  return {
    time: each.time,
    mission_name: each.mission_name,
    latitude: each.latitude,
    longitude: each.longitude,
    altitude: each.altitude,
    temperature: each.temperature,
    humidity: each.humidity,
    specific_humidity: each.specific_humidity,
    pressure: each.pressure,
    wind_speed: speed,
    wind_direction: direction,
    speed_u,
    speed_v,
  };
}

/**
 * Rows of one packet have arrived in the same microsecond, and no more than that is told of the time. A part
 * therefore ends with a packet: the next one can begin exactly behind it.
 */
function lastWholePacket(rows: ApiRow[], count: number): number {
  const isBegun = (index: number) => rows[index]!.updated_at === rows[index - 1]!.updated_at;
  let end = count;
  while (end > 0 && end < rows.length && isBegun(end)) end--;
  return end;
}

/** 2026-11-15T06:00:00.123456+00:00 */
function arrivalNanoseconds({ updated_at }: ApiRow): bigint {
  const [seconds, microseconds] = [updated_at.slice(0, 19), updated_at.slice(20, 26)];
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(microseconds) * 1000n;
}

const heading =
  'time | mission | latitude, longitude ° | altitude m | temperature °C | humidity % | specific humidity mg/kg | pressure hPa | wind m/s, from | u m/s | v m/s';

function line(each: Row): string {
  return [
    each.time.slice(0, 19),
    each.mission_name,
    `${each.latitude}, ${each.longitude}`,
    each.altitude,
    each.temperature,
    each.humidity,
    each.specific_humidity,
    each.pressure,
    `${each.wind_speed}, ${each.wind_direction}° ${compassPoint(each.wind_direction)}`,
    each.speed_u,
    each.speed_v,
  ].join(' | ');
}
