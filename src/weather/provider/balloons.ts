import type { MissionRow, ObservationRow } from '../../api/data-api.ts';
import { PublicError } from '../../platform/errors.ts';
import type { ObservationQuery } from '../source.ts';
import { getJson, type ProviderApi, type QueryValues } from './api.ts';
import {
  mapRows,
  measurements,
  microsecondTime,
  nanoseconds,
  number,
  numbers,
  record,
  requireAtMost,
  rows,
  text,
  time,
} from './fields.ts';
import type { Balloons } from './halves.ts';

/** The largest page of the API. One that has its own smaller limit fills pages of the default size. */
const missionPageRows = 500;
const defaultPageRows = 64;
const missionPagesMax = 20;

/** The documented page has 1,000. */
const pageRowsMax = 5000;

const place = ['latitude', 'longitude', 'altitude'] as const;

const measured = [
  'altitude',
  'humidity',
  'pressure',
  'specific_humidity',
  'speed_u',
  'speed_v',
  'temperature',
] as const satisfies (keyof ObservationRow)[];

export function providerBalloons(api: ProviderApi): Balloons {
  const listFlyingMissions = async (): Promise<MissionRow[]> => {
    const missions = new Map<string, MissionRow>();
    for (let page = 0; page < missionPagesMax; page++) {
      const { body } = await getJson(api, '/missions.json', { page, page_size: missionPageRows });
      const found = await mapRows(rows(body, 'missions').slice(0, missionPageRows), missionOf);
      const known = missions.size;
      for (const row of found) missions.set(row.id, row);
      const isFull = found.length === missionPageRows || found.length === defaultPageRows;
      // An API that ignores the page sends the same one again.
      if (!isFull || missions.size === known) break;
    }
    return [...missions.values()];
  };

  const ofMission = async (idOrName: string, what: string) => {
    const id = /^W-\d+$/.test(idOrName) ? ((await byName(idOrName))?.id ?? idOrName) : idOrName;
    return (await getJson(api, `/missions/${encodeURIComponent(id)}/${what}.json`)).body;
  };
  const byName = async (name: string) =>
    (await listFlyingMissions()).find((mission) => mission.name === name);

  return {
    listFlyingMissions,

    async findMission(idOrName) {
      const flying = (await listFlyingMissions()).find(
        ({ id, name }) => id === idOrName || name === idOrName,
      );
      if (flying) return { ...flying, isFlying: true };
      return (await isKnown(idOrName)) ? { ...landed(idOrName), isFlying: false } : undefined;
    },

    async locateLaunchSite(idOrName) {
      const site = record(await ofMission(idOrName, 'launch_site'), 'launch_site');
      return numbers(site, ['id', 'latitude', 'longitude']);
    },

    async locateMission(idOrName) {
      return numbers(await ofMission(idOrName, 'current_location'), place);
    },

    async predictPath(idOrName) {
      const points = rows(await ofMission(idOrName, 'prediction'), 'prediction');
      return mapRows(points, (row) => ({ time: time(row, 'time'), ...numbers(row, place) }));
    },

    async readFlightData(idOrName) {
      const points = rows(await ofMission(idOrName, 'flight_data'), 'flight_data');
      return mapRows(points, (row) => {
        const transmit_time = time(row, 'transmit_time');
        return {
          transmit_time,
          time: row.time === undefined ? transmit_time : time(row, 'time'),
          ...numbers(row, place),
        };
      });
    },

    async readObservations(query) {
      const { body } = await getJson(api, `/${query.kind}.json`, ofQuery(query));
      const page = rows(body, 'observations');
      requireAtMost(pageRowsMax, page.length, 'observations');
      const hasNextPage = body.has_next_page === true;
      return {
        rows: await mapRows(page, (row) => observationOf(row, query)),
        hasNextPage,
        nextSince: hasNextPage || body.next_since != null ? nanoseconds(body, 'next_since') : 0n,
      };
    },
  };

  async function isKnown(id: string): Promise<boolean> {
    try {
      await getJson(api, `/missions/${encodeURIComponent(id)}/launch_site.json`);
      return true;
    } catch (error) {
      if (error instanceof PublicError && error.status === 404) return false;
      throw error;
    }
  }
}

/** Those fields alone that are documented, and asked for. */
function observationOf(row: Record<string, unknown>, query: ObservationQuery): ObservationRow {
  const mission_id = text(row, 'mission_id');
  const observation: ObservationRow = {
    timestamp: number(row, 'timestamp'),
    time: time(row, 'time'),
    ...numbers(row, ['latitude', 'longitude']),
    ...measurements(row, measured),
    mission_id,
  };
  if (query.hasIds && row.id != null) observation.id = text(row, 'id');
  // The API has no name for some missions.
  if (query.hasMissionNames)
    observation.mission_name = row.mission_name == null ? mission_id : text(row, 'mission_name');
  if (query.hasUpdateTimes) observation.updated_at = microsecondTime(row, 'updated_at');
  return observation;
}

/** A name is made of the number, as the public client does, where the API leaves it out. */
function missionOf(row: Record<string, unknown>): MissionRow {
  const flightNumber = number(row, 'number');
  return {
    id: text(row, 'id'),
    number: flightNumber,
    name: row.name === undefined ? `W-${flightNumber}` : text(row, 'name'),
    launch_time: time(row, 'launch_time'),
  };
}

/** The API tells a name and a launch of flying missions alone. */
const landed = (id: string): MissionRow => ({ id, number: 0, name: id, launch_time: '' });

const ofQuery = (query: ObservationQuery): QueryValues => ({
  since: query.sinceNanoseconds === undefined ? undefined : String(query.sinceNanoseconds),
  min_time: seconds(query.minTimeMs),
  max_time: seconds(query.maxTimeMs),
  mission_id: query.missionId,
  min_latitude: query.minLatitude === -90 ? undefined : query.minLatitude,
  max_latitude: query.maxLatitude === 90 ? undefined : query.maxLatitude,
  min_longitude: query.minLongitude,
  max_longitude: query.maxLongitude,
  include_ids: query.hasIds || undefined,
  include_mission_name: query.hasMissionNames || undefined,
  include_updated_at: query.hasUpdateTimes || undefined,
});

const seconds = (timeMs: number | undefined) =>
  timeMs === undefined ? undefined : Math.floor(timeMs / 1000);
