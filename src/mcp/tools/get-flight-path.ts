import { z } from 'zod';
import type { FlightPoint } from '../../api/data-api.ts';
import { describeFlight } from '../../pictures/flight-profile.ts';
import { minuteMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { formatSeconds, readFlight, requireMission } from '../toolkit/missions.ts';
import { integer, missionId, readTimeMs, time, utc } from '../toolkit/parameters.ts';
import { altitude, latitude, longitude } from '../toolkit/positions.ts';
import { countFitting, defineTool, jsonLength, nextArguments, nextLine } from '../toolkit/tool.ts';

const defaultEveryMinutes = 360;
const trackPoint = z.object({ time: utc, latitude, longitude, altitude });

const flightLeg = z.object({
  leg: z.int().describe('Pass this to get_sounding'),
  direction: z.enum(['up', 'down']),
  begin: utc,
  end: utc,
  begin_altitude: altitude,
  end_altitude: altitude,
});
/** The newest legs are the ones that people ask about. */
const maxLegs = 6;

export const getFlightPath = defineTool({
  name: 'get_flight_path',
  title: 'Flight path',
  path: `${api}/missions/id/flight_data.json`,
  input: z.strictObject({
    mission_id: missionId,
    every_minutes: integer(10, 1440)
      .optional()
      .describe(`Minutes between two points, 10 to 1440. Defaults to ${defaultEveryMinutes}.`),
    from: integer(0, 1_000_000).optional().describe('For the next part: the number of its first point.'),
    as_of: time('For the next part: only points up to this time.'),
  }),
  output: z.object({
    mission_name: z.string(),
    is_flying: z.boolean(),
    points: z.array(trackPoint).describe('From the launch on; the last is the newest'),
    legs: z.array(flightLeg).describe(`Climbs and descents, the last ${maxLegs}; each is a sounding`),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { mission_id, every_minutes = defaultEveryMinutes, from = 0, as_of } = given;
    const mission = await requireMission(weather, mission_id);
    const untilMs = as_of === undefined ? undefined : readTimeMs('as_of', as_of);
    const flight = await readFlight(weather, mission, untilMs);
    const legs = flight.legs
      .map(({ direction, begin, end }, index) => ({
        leg: index + 1,
        direction,
        begin: formatSeconds(begin.timeSeconds),
        end: formatSeconds(end.timeSeconds),
        begin_altitude: begin.altitudeMetres,
        end_altitude: end.altitudeMetres,
      }))
      .slice(-maxLegs);
    const legLines = legs.map(formatLeg);
    const rest = thin(flight.points, every_minutes * minuteMs)
      .slice(from)
      .map(({ time, latitude, longitude, altitude }) => ({ time, latitude, longitude, altitude }));
    const count = countFitting(
      rest,
      (each) => jsonLength(each, formatPoint(each)),
      jsonLength(legs, legLines.join('\n')),
    );
    const points = rest.slice(0, count);
    const next =
      count < rest.length
        ? { ...given, from: from + count, as_of: as_of ?? flight.points.at(-1)!.time }
        : undefined;
    const text = [
      `${mission.name}, ${mission.isFlying ? 'in the air' : 'landed'}: ${describeFlight(flight.points)} Times are UTC.`,
      'time | latitude, longitude ° | altitude m',
      ...points.map(formatPoint),
      'The last legs:',
      ...legLines,
      nextLine(next),
    ];
    const { name: mission_name, isFlying: is_flying } = mission;
    const data = { mission_name, is_flying, points, legs, next_arguments: next };
    return { text: text.join('\n'), data, check: checks.viewer(mission_name) };
  },
});

/** The first point of each interval since the launch, and the last of all. */
function thin(points: FlightPoint[], intervalMs: number): FlightPoint[] {
  const firstMs = points[0] ? Date.parse(points[0].time) : 0;
  let last = -1;
  return points.filter(({ time }, index) => {
    const interval = Math.floor((Date.parse(time) - firstMs) / intervalMs);
    const isFirst = interval !== last;
    last = interval;
    return isFirst || index === points.length - 1;
  });
}

const formatPoint = (each: z.infer<typeof trackPoint>) =>
  `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`;

const formatLeg = (each: z.infer<typeof flightLeg>) =>
  `leg ${each.leg} ${each.direction}: ${each.begin.slice(0, 16)} at ${each.begin_altitude} m to ${each.end.slice(0, 16)} at ${each.end_altitude} m`;
