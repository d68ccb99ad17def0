import type { FlightPoint, MissionRow } from '../../api/data-api.ts';
import { PublicError } from '../../platform/errors.ts';
import { hourMs, minuteMs } from '../../time.ts';
import { isoSeconds } from '../api-time.ts';
import type { FleetBalloon, FleetPosition, FleetSnapshot } from '../contract.ts';
import { rounded } from '../sandbox/atmosphere/rounded.ts';
import type { WeatherSource } from '../source.ts';
import { type WindAt, windLevelHpa } from './wind.ts';

/** Each is a call that counts for somebody, and more would not be told apart on a map. */
const flightsMost = 80;
const flightsAtOnce = 4;
const trackMs = 24 * hourMs;

/** The fleet of an API that tells of one flight at a time: where the balloons were in the last day, not where they go. */
export async function askForFleet(
  weather: Pick<WeatherSource, 'listFlyingMissions' | 'readFlightData'>,
  nowMs: number,
): Promise<FleetSnapshot> {
  const missions = (await weather.listFlyingMissions()).slice(0, flightsMost);
  const balloons: FleetBalloon[] = [];
  for (let index = 0; index < missions.length; index += flightsAtOnce) {
    const some = missions.slice(index, index + flightsAtOnce);
    const flights = await Promise.all(some.map(({ id }) => weather.readFlightData(id).catch(orNone)));
    balloons.push(...some.flatMap((mission, each) => balloonOf(mission, flights[each]!)));
  }
  return { time: isoSeconds(nowMs), track_minutes: hourMs / minuteMs, path_minutes: 0, balloons };
}

/** One that has landed meanwhile is no reason to show none. */
function orNone(error: unknown): FlightPoint[] {
  if (error instanceof PublicError && error.status === 404) return [];
  throw error;
}

function balloonOf({ id, name, launch_time }: MissionRow, flight: FlightPoint[]): FleetBalloon[] {
  const [now, before] = [flight.at(-1), flight.at(-2)];
  if (!now) return [];
  const { altitude } = now;
  const is_rising = altitude >= (before ?? now).altitude;
  return [{ id, name, launch_time, altitude, is_rising, track: trackOf(flight), path: [] }];
}

/** The newest point, and one an hour before it. */
function trackOf(flight: FlightPoint[]): FleetPosition[] {
  const track: FleetPosition[] = [];
  const newestMs = Date.parse(flight.at(-1)!.time);
  let nextMs = newestMs;
  for (const { time, latitude, longitude } of flight.toReversed()) {
    const timeMs = Date.parse(time);
    if (timeMs < newestMs - trackMs) break;
    if (timeMs > nextMs) continue;
    track.unshift([rounded(latitude, 1), rounded(longitude, 1)]);
    nextMs = timeMs - hourMs;
  }
  return track;
}

/** By two files of the hour; undefined where they cannot be had, or not be read. */
export async function askForWind(
  weather: Pick<WeatherSource, 'readField'>,
  nowMs: number,
): Promise<WindAt | undefined> {
  const hour = { series: { model: 'main' }, timeMs: Math.floor(nowMs / hourMs) * hourMs } as const;
  const read = async (name: 'wind_u' | 'wind_v') => {
    const choice = { kind: 'upper', name, levelsHpa: [windLevelHpa] } as const;
    const { latitudes, longitudes, rows } = await weather.readField(hour, choice, {});
    return nearestIn(latitudes, longitudes, await Array.fromAsync(rows));
  };
  try {
    const [eastwards, northwards] = [await read('wind_u'), await read('wind_v')];
    return (at) => [eastwards(at), northwards(at)];
  } catch {
    return undefined;
  }
}

/** Of evenly spaced rows from the north, and columns from 0 eastwards all the way round. */
function nearestIn(latitudes: Float32Array, longitudes: Float32Array, rows: Float32Array[]) {
  const north = latitudes[0]!;
  const rowDegrees = (north - latitudes.at(-1)!) / (latitudes.length - 1);
  return ({ latitude, longitude }: { latitude: number; longitude: number }): number => {
    const row = Math.round((north - latitude) / rowDegrees);
    const column = Math.round((((longitude + 360) % 360) / 360) * longitudes.length);
    return rows[Math.min(Math.max(row, 0), rows.length - 1)]![column % longitudes.length]!;
  };
}
