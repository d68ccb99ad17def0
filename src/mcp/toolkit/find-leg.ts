import type { Coordinates } from '../../api/data-api.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { radians, wrapLongitude } from '../../pictures/sounding/math.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { dayMs } from '../../time.ts';
import type { FoundMission, WeatherSource } from '../../weather/source.ts';
import { readFlight, requireMission } from './missions.ts';
import { readNewestRows } from './observation-reader.ts';
import { readTimeMs } from './parameters.ts';
import { distanceKm } from './positions.ts';

/** The air changes little over this distance. */
export const defaultKm = 500;

interface FoundLeg {
  mission: FoundMission;
  legs: Leg[];
  /** Counted from 1. */
  number: number;
  distance?: number;
}

export async function findLegOfMission(
  weather: WeatherSource,
  missionId: string,
  leg?: number,
): Promise<FoundLeg> {
  const mission = await requireMission(weather, missionId);
  const { legs } = await readFlight(weather, mission);
  const number = leg ?? findNewestFinished(legs);
  if (legs[number - 1]) return { mission, legs, number };
  throw badRequest(
    legs.length === 0
      ? `${mission.name} was launched too recently: it has no leg for a sounding yet.`
      : `leg must be from 1 to ${legs.length}: ${mission.name} has no others so far.`,
  );
}

/** At most this many flights are read to find one with a finished leg near the place. */
const maxFlights = 12;

/** The leg that a balloon flew near the place: the newest, or the one nearest to a time. */
export async function findLegNear(
  weather: WeatherSource,
  place: Coordinates,
  { within_km = defaultKm, time }: { within_km?: number | undefined; time?: string | undefined },
  nowMs: number,
): Promise<FoundLeg> {
  const timeMs = time === undefined ? undefined : readTimeMs('time', time);
  const [firstMs, lastMs] =
    timeMs === undefined ? [nowMs - dayMs, nowMs] : [timeMs - dayMs / 2, Math.min(nowMs, timeMs + dayMs / 2)];
  const { rows } = await readNewestRows(weather, {
    query: {
      kind: 'super_observations',
      ...boxAround(place, within_km),
      minTimeMs: firstMs,
      maxTimeMs: lastMs,
    },
    nowMs,
    asOfMs: nowMs,
    everyMinutes: 10,
    listedMissions: [],
    enoughRows: Number.POSITIVE_INFINITY,
  });
  const near = rows
    .map((row) => ({ row, distance: distanceKm(place, row) }))
    .filter(({ distance }) => distance <= within_km);
  const away = ({ row }: (typeof near)[number]) => Math.abs(row.timestamp * 1000 - (timeMs ?? nowMs));
  const byMission = [...Map.groupBy(near, ({ row }) => row.mission_id).values()]
    .map((own) => own.toSorted((one, other) => away(one) - away(other)))
    .sort(([one], [other]) => away(one!) - away(other!));
  const found: (FoundLeg & { awayMs: number; isOngoing: boolean })[] = [];
  for (const own of byMission.slice(0, maxFlights)) {
    // The rest are further away in time than a leg that was found.
    if (found.some(({ awayMs, isOngoing }) => !isOngoing && awayMs <= away(own[0]!))) break;
    const mission = await requireMission(weather, own[0]!.row.mission_id);
    const { legs } = await readFlight(weather, mission);
    for (const [index, { begin, end, isOngoing }] of legs.entries()) {
      const onLeg = own.filter(
        ({ row }) => begin.timeSeconds <= row.timestamp && row.timestamp <= end.timeSeconds,
      );
      const [nearest] = onLeg;
      if (!nearest) continue;
      const distance = Math.min(...onLeg.map((each) => each.distance));
      found.push({ mission, legs, number: index + 1, distance, awayMs: away(nearest), isOngoing });
    }
  }
  // A leg that the balloon is still flying is used only if there is no other.
  const best = found.sort(
    (one, other) => Number(one.isOngoing) - Number(other.isOngoing) || one.awayMs - other.awayMs,
  )[0];
  if (best) return best;
  throw notFound(
    `No balloon has climbed or descended within ${within_km} km of the place ${timeMs === undefined ? 'in the last 24 hours' : 'within 12 hours of that time'}. Increase within_km, or pass coordinates to get_flying_missions for the nearest balloons.`,
  );
}

/** A box that has every position within a distance. Near a pole it has all longitudes. */
function boxAround({ latitude, longitude }: Coordinates, km: number) {
  const degrees = km / kmPerDegree;
  const [minLatitude, maxLatitude] = [Math.max(-90, latitude - degrees), Math.min(90, latitude + degrees)];
  const widest = Math.max(Math.abs(minLatitude), Math.abs(maxLatitude));
  const width = degrees / Math.cos(radians(widest));
  if (widest >= 89 || width >= 180) return { minLatitude, maxLatitude };
  return {
    minLatitude,
    maxLatitude,
    minLongitude: wrapLongitude(longitude - width),
    maxLongitude: wrapLongitude(longitude + width),
  };
}

const kmPerDegree = 111;

function findNewestFinished(legs: readonly Leg[]): number {
  const index = legs.findLastIndex(({ isOngoing }) => !isOngoing);
  return index === -1 ? legs.length : index + 1;
}
