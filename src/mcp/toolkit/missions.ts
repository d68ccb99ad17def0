import type { FlightPoint } from '../../api/data-api.ts';
import { type Leg, listLegs } from '../../pictures/sounding/legs.ts';
import { notFound } from '../../platform/errors.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import type { FoundMission, WeatherSource } from '../../weather/source.ts';

/** Fails with an error that names the tools, where the API's own would name its paths. */
export async function requireMission(weather: WeatherSource, idOrName: string): Promise<FoundMission> {
  const mission = await weather.findMission(normalizeName(idOrName));
  if (mission) return mission;
  throw notFound('No such mission: mission_id must be an id or a name like W-1960 from get_flying_missions.');
}

export async function requireFlyingMission(weather: WeatherSource, idOrName: string): Promise<FoundMission> {
  const mission = await requireMission(weather, idOrName);
  if (mission.isFlying) return mission;
  throw notFound(
    `${mission.name} has landed: get_flight_path shows where it has been, get_flying_missions lists those in the air.`,
  );
}

/** Turns `w-1960`, `W1960` and `1960` into W-1960. */
function normalizeName(idOrName: string): string {
  const text = idOrName.trim();
  const [, digits] = /^(?:w-? ?)?(\d{1,8})$/i.exec(text) ?? [];
  return digits === undefined ? text.toLowerCase() : `W-${digits}`;
}

export async function readFlight(
  weather: WeatherSource,
  { id, isFlying }: FoundMission,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<{ points: FlightPoint[]; legs: Leg[] }> {
  const points = (await weather.readFlightData(id))
    .filter(({ time }) => !(Date.parse(time) > untilMs))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const legs = listLegs(points, isFlying);
  // A provider's track may have thousands of points, so other requests get the event loop before the caller's work.
  await new Promise(setImmediate);
  return { points, legs };
}

export const formatSeconds = (timeSeconds: number) => isoSeconds(Math.round(timeSeconds) * 1000);
