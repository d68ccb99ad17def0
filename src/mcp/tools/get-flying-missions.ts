import { z } from 'zod';
import type { Coordinates, MissionRow } from '../../api/data-api.ts';
import { PublicError } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { missionsAPage } from '../../weather/data-parameters.ts';
import { isBetween } from '../../weather/sandbox/atmosphere/planet.ts';
import type { WeatherSource } from '../../weather/source.ts';
import {
  decimal,
  type GivenRegion,
  latitude,
  longitude,
  region,
  texts,
  whole,
} from '../toolkit/parameters.ts';
import { kilometresBetween, onePlace, places } from '../toolkit/positions.ts';
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

const metres = decimal(-500, 50_000).optional();

const mission = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  launch_time: z.string().describe('UTC'),
  latitude,
  longitude,
  altitude: z.number().describe('m above sea level'),
  distance: z.number().optional().describe('km from the place that was given'),
});
type Located = z.infer<typeof mission>;

export const getFlyingMissions = defineTool({
  name: 'get_flying_missions',
  title: 'Flying missions',
  path: `${api}/missions.json`,
  input: z.strictObject({
    ...region,
    min_altitude: metres.describe('Only balloons at this height or above, m above sea level.'),
    max_altitude: metres.describe('Only balloons at this height or below, m above sea level.'),
    ...places(
      'A place as latitude,longitude, such as 20.8,-156.3 for Hawaii: the balloons then come with their distance to it, nearest first.',
    ),
    page: whole(0, 1_000_000).optional().describe('From 0.'),
    after: texts(1000, 60)
      .optional()
      .describe('For the next part: names of the missions listed so far, which are then left out.'),
    page_size: whole(1, missionsAPage).optional().describe(`Up to ${missionsAPage}, which is the default.`),
  }),
  output: z.object({
    flying: z.int().describe('How many are in the air'),
    matching: z.int().describe('How many of them are where they were asked for'),
    missions: z.array(mission),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather }) {
    const { page = 0, page_size = missionsAPage } = given;
    const flying = await weather.listFlyingMissions();
    const located = await locateAll(weather, flying);
    const place = onePlace(given);
    const matching = (place ? nearestFirst(located, place) : located).filter((each) => isWanted(each, given));
    const listed = given.after ?? [];
    const rest = matching.filter(({ name }) => !listed.includes(name)).slice(page * page_size);
    const missions = rest.slice(0, page_size);
    // By name, because the balloons move: their order may be another one when the next part is read.
    const after = [...listed, ...missions.map(({ name }) => name)];
    const next = missions.length < rest.length ? { ...withoutPage(given), page_size, after } : undefined;
    const text = [
      `${flying.length} missions are in the air${whereWords(matching.length, flying.length)}. Positions are of now.${matching.length === 0 && !place ? ' Give coordinates for those nearest to a place.' : ''}`,
      ...(missions.length > 0 ? ['name | latitude, longitude ° | altitude m | launched (UTC)'] : []),
      ...missions.map(line),
      nextLine(next),
    ];
    const data = { flying: flying.length, matching: matching.length, missions, next_arguments: next };
    return { text: text.join('\n'), data, check: checks.viewer() };
  },
});

const withoutPage = <Given extends { page?: unknown }>({ page: _, ...given }: Given) => given;

const whereWords = (matching: number, flying: number) =>
  matching < flying ? `, ${matching === 0 ? 'none' : matching} of them where you asked` : '';

/** Without those that land in this moment. */
async function locateAll(weather: WeatherSource, flying: MissionRow[]): Promise<Located[]> {
  const found = await Promise.all(
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
  return found.flat();
}

const nearestFirst = (all: Located[], place: Coordinates) =>
  all
    .map((each) => ({ ...each, distance: kilometresBetween(place, each) }))
    .sort((one, other) => one.distance - other.distance);

type Wanted = GivenRegion & { min_altitude?: number | undefined; max_altitude?: number | undefined };

function isWanted({ latitude, longitude, altitude }: Located, wanted: Wanted): boolean {
  const { min_latitude = -90, max_latitude = 90, min_longitude, max_longitude } = wanted;
  const { min_altitude = Number.NEGATIVE_INFINITY, max_altitude = Number.POSITIVE_INFINITY } = wanted;
  return (
    latitude >= min_latitude &&
    latitude <= max_latitude &&
    isBetween(longitude, min_longitude, max_longitude) &&
    altitude >= min_altitude &&
    altitude <= max_altitude
  );
}

function line({ name, latitude, longitude, altitude, launch_time, distance }: Located): string {
  const away = distance === undefined ? '' : ` | ${distance} km away`;
  return `${name} | ${latitude}, ${longitude} | ${altitude} | ${launch_time.slice(0, 16)}${away}`;
}
