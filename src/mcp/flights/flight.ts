import { type Leg, listLegs } from '../../pictures/sounding/legs.ts';
import { isoSeconds } from '../../weather/sandbox/atmosphere/time.ts';
import type { FlightPoint } from '../../weather/sandbox/balloons/flight-data.ts';
import type { FoundMission, WeatherSource } from '../../weather/source.ts';

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
