import { z } from 'zod';
import type { FlightPoint, MissionRow } from '../../api/data-api.ts';
import { describeFlight } from '../../pictures/flight-profile.ts';
import { badRequest, PublicError } from '../../platform/errors.ts';
import { minuteMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { formatSeconds, readFlight, requireFlyingMission, requireMission } from '../toolkit/missions.ts';
import { readNewestRows } from '../toolkit/observation-reader.ts';
import type { NamedRow } from '../toolkit/observation-rows.ts';
import {
  boolean,
  choice,
  decimal,
  integer,
  missionId,
  readTimeMs,
  stringList,
  time,
  utc,
} from '../toolkit/parameters.ts';
import {
  altitude,
  distanceKm,
  findPosition,
  isInRegion,
  latitude,
  longitude,
  positionParameters,
  region,
} from '../toolkit/positions.ts';
import { countFitting, defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';
import { toWindOrNull, windDirection } from '../toolkit/wind.ts';

const metres = decimal(-500, 50_000).optional();

const mission = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  launch_time: utc,
  latitude,
  longitude,
  altitude,
  distance: z.number().optional().describe('km from the given place'),
  speed: z.number().optional().describe('m/s, of the wind that it measured last; only with order_by speed'),
  from_direction: z.number().optional().describe(windDirection),
});
type LocatedMission = z.infer<typeof mission>;

export const getFlyingMissions = defineTool({
  name: 'get_flying_missions',
  title: 'Flying missions',
  path: `${api}/missions.json`,
  input: z.strictObject({
    ...region,
    min_altitude: metres.describe('Only balloons at this height or above, m above sea level.'),
    max_altitude: metres.describe('Only balloons at this height or below, m above sea level.'),
    ...positionParameters(
      'A place as latitude,longitude, such as 20.8,-156.3 for Hawaii: lists balloons by distance to it, nearest first.',
    ),
    order_by: choice(['launch', 'height', 'speed', 'distance'], { altitude: 'height', highest: 'height' })
      .optional()
      .describe(
        'height: highest first. speed: fastest first. distance: nearest first, the default with a place. launch: the default otherwise.',
      ),
    limit: integer(1, 10_000).optional().describe('How many to list. Defaults to all.'),
    after: stringList(1000, 60)
      .optional()
      .describe('For the next part: names of the missions listed so far, to leave out.'),
  }),
  output: z.object({
    flying: z.int().describe('How many are in the air'),
    matching: z.int().describe('How many of them are in the requested area'),
    missions: z.array(mission),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather, now }) {
    const { limit = Number.POSITIVE_INFINITY, after: listed = [], ...filter } = given;
    const { min_altitude = Number.NEGATIVE_INFINITY, max_altitude = Number.POSITIVE_INFINITY } = given;
    const place = findPosition(given);
    const { order_by = place ? 'distance' : 'launch' } = given;
    if (order_by === 'distance' && !place)
      throw badRequest('order_by distance needs a place: pass coordinates such as 20.8,-156.3 with it.');
    const flying = await weather.listFlyingMissions();
    // Region, height and distance need every position, and the API's list of missions has none.
    const located = (await locateAll(weather, flying)).map((each) => ({
      ...each,
      ...(place && { distance: distanceKm(place, each) }),
    }));
    const matching = (order_by === 'speed' ? await addSpeeds(weather, located, now()) : located).filter(
      (each) => isInRegion(each, given) && each.altitude >= min_altitude && each.altitude <= max_altitude,
    );
    const order = orders[order_by];
    if (order) matching.sort((one, other) => order(other) - order(one));
    const rest = matching.filter(({ name }) => !listed.includes(name)).slice(0, limit);
    const missions = rest.slice(0, countFitting(rest, formatMission, listed.join(',').length));
    // The next part goes by name, because balloons move and their order may change before it is read.
    const after = [...listed, ...missions.map(({ name }) => name)];
    const next =
      missions.length < rest.length
        ? { ...filter, ...(given.limit && { limit: limit - missions.length }), after }
        : undefined;
    const area =
      matching.length < flying.length ? `, ${matching.length || 'none'} in the requested area` : '';
    const listing =
      missions.length < matching.length ? ` ${missions.length} of these${orderTexts[order_by]}:` : '';
    const advice = matching.length === 0 && !place ? ' Pass coordinates for those nearest to a place.' : '';
    const text = [
      `${flying.length} missions are in the air${area}. Current positions.${advice}${listing}`,
      ...(missions.length > 0
        ? ['name | latitude, longitude ° | altitude m above sea level | launched (UTC)']
        : []),
      ...missions.map(formatMission),
      nextLine(next),
    ];
    const data = { flying: flying.length, matching: matching.length, missions, next_arguments: next };
    return { text: text.join('\n'), data, check: checks.viewer() };
  },
});

/** What is greatest first; undefined for the order of the API. */
const orders: Record<string, ((each: LocatedMission) => number) | undefined> = {
  height: ({ altitude }) => altitude,
  speed: ({ speed = -1 }) => speed,
  distance: ({ distance = 0 }) => -distance,
};

const orderTexts = {
  launch: '',
  height: ', highest first',
  speed: ', fastest first',
  distance: ', nearest first',
};

const speedMinutes = 30;

/** A balloon moves with the wind, so its speed is the wind that it measured last. */
async function addSpeeds(weather: WeatherSource, located: LocatedMission[], nowMs: number) {
  const { read } = await readNewestRows(weather, {
    query: { kind: 'super_observations', minTimeMs: nowMs - speedMinutes * minuteMs },
    nowMs,
    asOfMs: nowMs,
    everyMinutes: undefined,
    listedMissions: [],
    enoughRows: Number.POSITIVE_INFINITY,
  });
  const newest = new Map<string, NamedRow>();
  for (const row of read) if (!newest.has(row.mission_id)) newest.set(row.mission_id, row);
  return located.map((each) => {
    const row = newest.get(each.id);
    const { speed, direction } = toWindOrNull(row?.speed_u ?? null, row?.speed_v ?? null);
    return speed === null || direction === null ? each : { ...each, speed, from_direction: direction };
  });
}

/** A balloon that lands during the call is left out. */
async function locateAll(weather: WeatherSource, flying: MissionRow[]): Promise<LocatedMission[]> {
  const located = await Promise.all(
    flying.map(async (row) => {
      try {
        const { latitude, longitude, altitude } = await weather.locateMission(row.id);
        return [{ ...row, latitude, longitude, altitude }];
      } catch (error) {
        if (error instanceof PublicError && error.status === 404) return [];
        throw error;
      }
    }),
  );
  return located.flat();
}

function formatMission({ name, latitude, longitude, altitude, launch_time, ...more }: LocatedMission) {
  const { distance, speed, from_direction } = more;
  const away = distance === undefined ? '' : ` | ${distance} km away`;
  const wind = speed === undefined ? '' : ` | wind ${speed} m/s from ${from_direction}°`;
  return `${name} | ${latitude}, ${longitude} | ${altitude} | ${launch_time.slice(5, 13)}h${away}${wind}`;
}

const input = z.strictObject({ mission_id: missionId });

export const getCurrentLocation = defineTool({
  name: 'get_current_location',
  title: 'Current location',
  path: `${api}/missions/id/current_location.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    time: z.string().describe('Now, UTC'),
    latitude,
    longitude,
    altitude,
    launch_time: utc,
  }),
  async answer({ mission_id }, { checks, weather, now }) {
    const { id, name, launch_time } = await requireFlyingMission(weather, mission_id);
    const position = await weather.locateMission(id);
    const time = isoSeconds(now());
    return {
      text: `${name} is at ${position.latitude}, ${position.longitude} (degrees north, degrees east), ${position.altitude} m above sea level, at ${time} (UTC). It was launched at ${launch_time}.`,
      data: { mission_name: name, time, ...position, launch_time },
      check: checks.viewer(name),
    };
  },
});

const trackPoint = z.object({ time: utc, latitude, longitude, altitude });
const pointHeading = 'time | latitude, longitude ° | altitude m';
const formatPoint = (each: z.infer<typeof trackPoint>) =>
  `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`;

/** The next hours have every half hour, the rest every third hour: text and data stay short. */
const densePoints = 12;
const laterPointEvery = 6;

export const getPredictedPath = defineTool({
  name: 'get_predicted_path',
  title: 'Predicted path',
  path: `${api}/missions/id/prediction.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    prediction: z
      .array(trackPoint)
      .describe('Every 30 minutes for 6 hours, then every 3 hours, up to 3 days ahead or until it lands'),
  }),
  async answer({ mission_id }, { checks, weather }) {
    const { id, name } = await requireFlyingMission(weather, mission_id);
    const path = await weather.predictPath(id);
    const prediction = path.filter(
      (_, index) => index < densePoints || index % laterPointEvery === 0 || index === path.length - 1,
    );
    const text = [
      `Predicted path of ${name}, every 30 minutes for 6 hours, then every 3 hours. Times are UTC.`,
      pointHeading,
      ...prediction.map(formatPoint),
    ];
    const check = checks.form('/missions/{id}/prediction.json', { id: name });
    return { text: text.join('\n'), data: { mission_name: name, prediction }, check };
  },
});

export const getLaunchSite = defineTool({
  name: 'get_launch_site',
  title: 'Launch site',
  path: `${api}/missions/id/launch_site.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    launch_time: utc,
    launch_site: z.object({ id: z.int(), latitude, longitude }),
  }),
  async answer({ mission_id }, { checks, weather }) {
    const { id, name, launch_time } = await requireMission(weather, mission_id);
    const site = await weather.locateLaunchSite(id);
    return {
      text: `${name} was launched at ${launch_time} (UTC) from ${site.latitude}, ${site.longitude} (degrees north, degrees east), site ${site.id}.`,
      data: { mission_name: name, launch_time, launch_site: site },
      check: checks.form('/missions/{id}/launch_site.json', { id: name }),
    };
  },
});

const defaultEveryMinutes = 360;

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
    all_legs: boolean()
      .optional()
      .describe(
        `true for every climb and descent of the flight, without its points. Defaults to the last ${maxLegs}.`,
      ),
    from: integer(0, 1_000_000)
      .optional()
      .describe('For the next part: the number of its first point, or leg.'),
    as_of: time('For the next part: only points up to this time.'),
  }),
  output: z.object({
    mission_name: z.string(),
    is_flying: z.boolean(),
    points: z.array(trackPoint).describe('From the launch on; the last is the newest'),
    legs: z.array(flightLeg).describe('Climbs and descents; each is a sounding'),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { mission_id, every_minutes = defaultEveryMinutes, all_legs, from = 0, as_of } = given;
    const mission = await requireMission(weather, mission_id);
    const untilMs = as_of === undefined ? undefined : readTimeMs('as_of', as_of);
    const flight = await readFlight(weather, mission, untilMs);
    const allLegs = flight.legs.map(({ direction, begin, end }, index) => ({
      leg: index + 1,
      direction,
      begin: formatSeconds(begin.timeSeconds),
      end: formatSeconds(end.timeSeconds),
      begin_altitude: begin.altitudeMetres,
      end_altitude: end.altitudeMetres,
    }));
    const lastLegs = all_legs ? [] : allLegs.slice(-maxLegs);
    const allPoints = all_legs
      ? []
      : thin(flight.points, every_minutes * minuteMs).map(({ time, latitude, longitude, altitude }) => ({
          time,
          latitude,
          longitude,
          altitude,
        }));
    const lines = all_legs ? allLegs.map(formatLeg) : allPoints.map(formatPoint);
    const rest = lines.slice(from);
    const lastLegLines = lastLegs.map(formatLeg);
    const count = countFitting(rest, (line) => line, lastLegLines.join('\n').length);
    const listed = [from, from + count] as const;
    const [points, legs] = [allPoints.slice(...listed), all_legs ? allLegs.slice(...listed) : lastLegs];
    const next =
      count < rest.length
        ? { ...given, from: from + count, as_of: as_of ?? flight.points.at(-1)?.time }
        : undefined;
    const text = [
      `${mission.name}, ${mission.isFlying ? 'in the air' : 'landed'}: ${describeFlight(flight.points)} Times are UTC.`,
      all_legs ? `All ${allLegs.length} legs. ${legHeading}` : pointHeading,
      ...rest.slice(0, count),
      ...(all_legs ? [] : [`The last legs. ${legHeading}`, ...lastLegLines]),
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

const legHeading = 'leg | begin (month-day) and its altitude m | end and its altitude m';
const formatLeg = (each: z.infer<typeof flightLeg>) =>
  `${each.leg} ${each.direction} | ${each.begin.slice(5, 16)} ${Math.round(each.begin_altitude)} | ${each.end.slice(5, 16)} ${Math.round(each.end_altitude)}`;
