import { z } from 'zod';
import {
  flightPoint,
  launchSite,
  type MissionRow,
  missionRow,
  type ObservationRow,
  observationRow,
  pathPoint,
  position,
} from '../../api/data-api.ts';
import type { ApiPath, ParameterOf } from '../../api/parameters.ts';
import { PublicError } from '../../platform/errors.ts';
import type { ObservationQuery, WeatherSource } from '../source.ts';
import {
  list,
  mapRows,
  microsecondTime,
  nanoseconds,
  read,
  readRows,
  record,
  text,
  time,
} from './answer-schemas.ts';
import { getJson, type ProviderApi, type QueryValue } from './client.ts';

/** The largest page of the API. One that has its own smaller limit fills pages of the default size. */
const missionPageRows = 500;
const defaultPageRows = 64;
const maxMissionPages = 20;

/** The documented page has 1,000. */
const maxPageRows = 5000;

/** The public client makes the name of the number where the API leaves it out. */
const providerMission = missionRow
  .extend({ id: text, name: text.optional(), launch_time: time })
  .transform((row): MissionRow => ({ ...row, name: row.name ?? `W-${row.number}` }));

const providerPathPoint = pathPoint.extend({ time });
const providerFlightPoint = flightPoint
  .extend({ transmit_time: time, time: time.optional() })
  .transform((row) => ({ ...row, time: row.time ?? row.transmit_time }));

const measurements = observationRow
  .omit({ id: true, mission_name: true, updated_at: true })
  .extend({ time, mission_id: text });
const idField = z.object({ id: text.nullish() });
const missionNameField = z.object({ mission_name: text.nullish() });
const updatedAtField = z.object({ updated_at: microsecondTime });

const observationsAnswer = z.object({
  observations: list,
  has_next_page: z.unknown().transform((value) => value === true),
  next_since: z.unknown(),
});

export function providerDataSource(api: ProviderApi) {
  const listFlyingMissions = async (): Promise<MissionRow[]> => {
    const missions = new Map<string, MissionRow>();
    for (let page = 0; page < maxMissionPages; page++) {
      const values = { page, page_size: missionPageRows };
      const { body } = await getJson(api, '/missions.json', values, z.object({ missions: list }));
      const rows = body.missions.slice(0, missionPageRows);
      const found = await readRows(rows, 'missions', providerMission);
      const known = missions.size;
      for (const row of found) missions.set(row.id, row);
      const isFull = found.length === missionPageRows || found.length === defaultPageRows;
      // An API that ignores the page sends the same one again.
      if (!isFull || missions.size === known) break;
    }
    return [...missions.values()];
  };

  const findFlying = async (idOrName: string) =>
    (await listFlyingMissions()).find(({ id, name }) => id === idOrName || name === idOrName);

  const getMission = async <Schema extends z.ZodType>(
    path: Extract<ApiPath, `/missions/{id}/${string}`>,
    idOrName: string,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const id = /^W-\d+$/.test(idOrName) ? ((await findFlying(idOrName))?.id ?? idOrName) : idOrName;
    return (await getJson(api, path, { id }, schema)).body;
  };

  return {
    listFlyingMissions,

    async findMission(idOrName) {
      const flying = await findFlying(idOrName);
      if (flying) return { ...flying, isFlying: true };
      if (!(await hasMission(idOrName))) return undefined;
      // The API gives name and launch time of flying missions only.
      return { id: idOrName, number: 0, name: idOrName, launch_time: '', isFlying: false };
    },

    async locateLaunchSite(idOrName) {
      const answer = z.object({ launch_site: launchSite });
      return (await getMission('/missions/{id}/launch_site.json', idOrName, answer)).launch_site;
    },

    locateMission: (idOrName) => getMission('/missions/{id}/current_location.json', idOrName, position),

    async predictPath(idOrName) {
      const answer = z.object({ prediction: list });
      const { prediction } = await getMission('/missions/{id}/prediction.json', idOrName, answer);
      return readRows(prediction, 'prediction', providerPathPoint);
    },

    async readFlightData(idOrName) {
      const answer = z.object({ flight_data: list });
      const { flight_data } = await getMission('/missions/{id}/flight_data.json', idOrName, answer);
      return readRows(flight_data, 'flight_data', providerFlightPoint);
    },

    async readObservations(query) {
      const path = `/${query.kind}.json` as const;
      const { body } = await getJson(api, path, observationValues(query), observationsAnswer);
      const { observations, has_next_page: hasNextPage, next_since } = body;
      const readRow = (row: unknown) => readObservation(row, query);
      return {
        rows: await mapRows(observations, 'observations', readRow, maxPageRows),
        hasNextPage,
        nextSince: hasNextPage || next_since != null ? read(nanoseconds, next_since, 'next_since') : 0n,
      };
    },
  } satisfies Partial<WeatherSource>;

  async function hasMission(id: string): Promise<boolean> {
    try {
      await getJson(api, '/missions/{id}/launch_site.json', { id }, record);
      return true;
    } catch (error) {
      if (error instanceof PublicError && error.status === 404) return false;
      throw error;
    }
  }
}

/** Only the documented fields, and of the optional ones those that the query asks for. */
function readObservation(row: unknown, query: ObservationQuery): ObservationRow {
  const observation: ObservationRow = read(measurements, row, 'observations');
  if (query.hasIds) {
    const { id } = read(idField, row, 'observations');
    if (id != null) observation.id = id;
  }
  // The API has no name for some missions.
  if (query.hasMissionNames)
    observation.mission_name =
      read(missionNameField, row, 'observations').mission_name ?? observation.mission_id;
  if (query.hasUpdateTimes) observation.updated_at = read(updatedAtField, row, 'observations').updated_at;
  return observation;
}

const observationValues = (
  query: ObservationQuery,
): Record<ParameterOf<'/observations.json'>, QueryValue> => ({
  since: query.sinceNanoseconds === undefined ? undefined : String(query.sinceNanoseconds),
  min_time: seconds(query.minTimeMs),
  max_time: seconds(query.maxTimeMs),
  mission_id: query.missionId,
  min_latitude: query.minLatitude,
  max_latitude: query.maxLatitude,
  min_longitude: query.minLongitude,
  max_longitude: query.maxLongitude,
  include_ids: query.hasIds || undefined,
  include_mission_name: query.hasMissionNames || undefined,
  include_updated_at: query.hasUpdateTimes || undefined,
});

const seconds = (timeMs: number | undefined) =>
  timeMs === undefined ? undefined : Math.floor(timeMs / 1000);
