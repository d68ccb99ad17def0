import type { FlightPoint } from '../../api/data-api.ts';
import { type Leg, listLegs } from '../../pictures/sounding/legs.ts';
import { notFound } from '../../platform/errors.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import type { FoundMission, WeatherSource } from '../../weather/source.ts';

/** In the words of the tools: the API would name its own addresses. */
export async function requireMission(weather: WeatherSource, idOrName: string): Promise<FoundMission> {
  const mission = await weather.findMission(exactName(idOrName));
  if (mission) return mission;
  throw notFound(
    'There is no such mission: mission_id must be an id or a name like W-1960 from get_flying_missions.',
  );
}

export async function requireFlyingMission(weather: WeatherSource, idOrName: string): Promise<FoundMission> {
  const mission = await requireMission(weather, idOrName);
  if (mission.isFlying) return mission;
  throw notFound(
    `${mission.name} has landed: get_flight_path tells where it has been, get_flying_missions lists those in the air.`,
  );
}

/** `w-1960`, `W1960` and `1960` are W-1960. */
function exactName(given: string): string {
  const text = given.trim();
  const [, digits] = /^(?:w-? ?)?(\d{1,8})$/i.exec(text) ?? [];
  return digits === undefined ? text.toLowerCase() : `W-${digits}`;
}

interface Flight {
  points: FlightPoint[];
  legs: Leg[];
}

/** Where a balloon has been, and the climbs and descents that soundings are made of. */
export async function readFlight(
  weather: WeatherSource,
  { id, isFlying }: FoundMission,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<Flight> {
  const points = (await weather.readFlightData(id))
    .filter(({ time }) => !(Date.parse(time) > untilMs))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const legs = listLegs(points, isFlying);
  // A provider's track may have thousands of points: the caller's work on them is for another turn of the event loop.
  await new Promise(setImmediate);
  return { points, legs };
}

export const secondsText = (timeSeconds: number) => isoSeconds(Math.round(timeSeconds) * 1000);
