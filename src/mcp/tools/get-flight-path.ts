import { z } from 'zod';
import { describeFlight } from '../../drawing/telling/describe-flights.ts';
import type { Leg } from '../../sounding/legs.ts';
import { api } from '../../urls.ts';
import { minuteMs } from '../../weather/atmosphere/time.ts';
import { readFlight, secondsText } from '../flights/flight.ts';
import { requireMission } from '../flights/missions.ts';
import { whole } from '../toolkit/lenient.ts';
import { latitude, longitude, missionId } from '../toolkit/parameters.ts';
import { charactersOf, countFitting } from '../toolkit/parts.ts';
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

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
    const flight = await readFlight(weather, mission);
    const launchMs = Date.parse(flight.points[0]?.time ?? '');
    const thinned = flight.points.filter(
      ({ time }, index) =>
        index === flight.points.length - 1 ||
        (Date.parse(time) - launchMs) % (every_minutes * minuteMs) === 0,
    );
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
    const next = points.length < rest.length ? { ...given, from: from + points.length } : undefined;
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
