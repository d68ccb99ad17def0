import { z } from 'zod';
import type { FlightPoint } from '../../api/data-api.ts';
import { describeFlight } from '../../pictures/flight-profile.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { badRequest } from '../../platform/errors.ts';
import { minuteMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { findTimeMs } from '../../weather/api-time.ts';
import { readFlight, requireMission, secondsText } from '../toolkit/missions.ts';
import { latitude, longitude, missionId, time, whole } from '../toolkit/parameters.ts';
import { charactersOf, countFitting, defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

const everyMinutes = 360;
const altitude = z.number().describe('m above sea level');
const point = z.object({ time: z.string().describe('UTC'), latitude, longitude, altitude });
type Point = z.infer<typeof point>;

const legRow = z.object({
  leg: z.int().describe('Give this to get_sounding'),
  direction: z.enum(['up', 'down']),
  begin: z.string().describe('UTC'),
  end: z.string().describe('UTC'),
  begin_altitude: altitude,
  end_altitude: altitude,
});
/** The newest: those that are asked about. */
const legsShown = 6;

export const getFlightPath = defineTool({
  name: 'get_flight_path',
  title: 'Flight path',
  path: `${api}/missions/id/flight_data.json`,
  input: z.strictObject({
    mission_id: missionId,
    every_minutes: whole(10, 1440)
      .optional()
      .describe(`Minutes between two points, 10 to 1440. Leave it out for ${everyMinutes}.`),
    from: whole(0, 1_000_000).optional().describe('For the next part: the number of its first point.'),
    as_of: time('For the next part: only points up to this time.'),
  }),
  output: z.object({
    mission_name: z.string(),
    is_flying: z.boolean(),
    points: z.array(point).describe('From the launch on; the last is the newest'),
    legs: z.array(legRow).describe(`Climbs and descents, the last ${legsShown}; each is a sounding`),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { mission_id, every_minutes = everyMinutes, from = 0 } = given;
    const mission = await requireMission(weather, mission_id);
    const flight = await readFlight(weather, mission, readTimeMs(given.as_of));
    const thinned = thin(flight.points, every_minutes * minuteMs);
    const legs = flight.legs.map(legOf).slice(-legsShown);
    const rest = thinned
      .slice(from)
      .map(({ time, latitude, longitude, altitude }) => ({ time, latitude, longitude, altitude }));
    const points = rest.slice(
      0,
      countFitting(
        rest,
        (each) => charactersOf(each, line(each)),
        charactersOf(legs, legs.map(legLine).join('\n')),
      ),
    );
    const next =
      points.length < rest.length
        ? { ...given, from: from + points.length, as_of: given.as_of ?? flight.points.at(-1)!.time }
        : undefined;
    const text = [
      `${mission.name}, ${mission.isFlying ? 'in the air' : 'landed'}: ${describeFlight(flight.points)} Times are UTC.`,
      'time | latitude, longitude ° | altitude m',
      ...points.map(line),
      'The last legs:',
      ...legs.map(legLine),
      nextLine(next),
    ];
    const data = {
      mission_name: mission.name,
      is_flying: mission.isFlying,
      points,
      legs,
      next_arguments: next,
    };
    return { text: text.join('\n'), data, check: checks.viewer(mission.name) };
  },
});

/** The first point of each stretch of so many milliseconds since the launch, and the last of all. */
function thin(points: FlightPoint[], stretchMs: number): FlightPoint[] {
  const firstMs = points[0] ? Date.parse(points[0].time) : 0;
  let last = -1;
  return points.filter(({ time }, index) => {
    const stretch = Math.floor((Date.parse(time) - firstMs) / stretchMs);
    const isFirst = stretch !== last;
    last = stretch;
    return isFirst || index === points.length - 1;
  });
}

function readTimeMs(text: string | undefined): number | undefined {
  const timeMs = text === undefined ? undefined : findTimeMs(text.trim());
  if (text !== undefined && timeMs === undefined)
    throw badRequest('as_of must be a time in UTC such as 2026-11-15T18:00:00Z.');
  return timeMs;
}

const line = (each: Point) =>
  `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`;

function legOf({ direction, begin, end }: Leg, index: number): z.infer<typeof legRow> {
  return {
    leg: index + 1,
    direction,
    begin: secondsText(begin.timeSeconds),
    end: secondsText(end.timeSeconds),
    begin_altitude: begin.altitudeMetres,
    end_altitude: end.altitudeMetres,
  };
}

const legLine = (each: z.infer<typeof legRow>) =>
  `leg ${each.leg} ${each.direction}: ${each.begin.slice(0, 16)} at ${each.begin_altitude} m to ${each.end.slice(0, 16)} at ${each.end_altitude} m`;
