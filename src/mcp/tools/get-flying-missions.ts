import { z } from 'zod';
import type { MissionRow } from '../../api/data-api.ts';
import { PublicError } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { missionsAPage } from '../../weather/data-parameters.ts';
import type { WeatherSource } from '../../weather/source.ts';
import { decimal, integer, stringList, utc } from '../toolkit/parameters.ts';
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
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

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
    page: integer(0, 1_000_000).optional().describe('From 0.'),
    after: stringList(1000, 60)
      .optional()
      .describe('For the next part: names of the missions listed so far, to leave out.'),
    page_size: integer(1, missionsAPage).optional().describe(`Up to ${missionsAPage}, the default.`),
  }),
  output: z.object({
    flying: z.int().describe('How many are in the air'),
    matching: z.int().describe('How many of them are in the requested area'),
    missions: z.array(mission),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { page = 0, page_size = missionsAPage, after: listed = [], ...filter } = given;
    const { min_altitude = Number.NEGATIVE_INFINITY, max_altitude = Number.POSITIVE_INFINITY } = given;
    const flying = await weather.listFlyingMissions();
    // Region, height and distance need every position, and the API's list of missions has none. Without these filters
    // a default page lists all flying missions anyway.
    const located = await locateAll(weather, flying);
    const place = findPosition(given);
    const byDistance = place
      ? located
          .map((each) => ({ ...each, distance: distanceKm(place, each) }))
          .sort((one, other) => one.distance - other.distance)
      : located;
    const matching = byDistance.filter(
      (each) => isInRegion(each, given) && each.altitude >= min_altitude && each.altitude <= max_altitude,
    );
    const rest = matching.filter(({ name }) => !listed.includes(name)).slice(page * page_size);
    const missions = rest.slice(0, page_size);
    // The next part goes by name, because balloons move and their order may change before it is read.
    const after = [...listed, ...missions.map(({ name }) => name)];
    const next = missions.length < rest.length ? { ...filter, page_size, after } : undefined;
    const area =
      matching.length < flying.length ? `, ${matching.length || 'none'} in the requested area` : '';
    const advice = matching.length === 0 && !place ? ' Pass coordinates for those nearest to a place.' : '';
    const text = [
      `${flying.length} missions are in the air${area}. Current positions.${advice}`,
      ...(missions.length > 0 ? ['name | latitude, longitude ° | altitude m | launched (UTC)'] : []),
      ...missions.map(formatMission),
      nextLine(next),
    ];
    const data = { flying: flying.length, matching: matching.length, missions, next_arguments: next };
    return { text: text.join('\n'), data, check: checks.viewer() };
  },
});

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

function formatMission({ name, latitude, longitude, altitude, launch_time, distance }: LocatedMission) {
  const away = distance === undefined ? '' : ` | ${distance} km away`;
  return `${name} | ${latitude}, ${longitude} | ${altitude} | ${launch_time.slice(0, 16)}${away}`;
}
