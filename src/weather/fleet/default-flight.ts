import type { FastifyInstance } from 'fastify';
import type { ObservationRow } from '../../api/data-api.ts';
import type { NamedPicture } from '../../content/contract.ts';
import { type Leg, legTimeRange, listLegs, openingLegNumber } from '../../pictures/sounding/legs.ts';
import { packRows } from '../../pictures/sounding/packed-rows.ts';
import { notFound } from '../../platform/errors.ts';
import { revalidate, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { formatMinute } from '../../time.ts';
import { defaultFlight as address } from '../../urls.ts';
import type { DefaultFlight, FleetSnapshot } from '../contract.ts';
import type { WeatherSource } from '../source.ts';
import { listDefaultBalloons } from './default-balloons.ts';
import type { FleetFeed } from './fleet-feed.ts';

/** A recent flight with the leg that the viewer opens with. */
export async function readDefaultFlight(weather: WeatherSource, fleet: FleetSnapshot) {
  const found = await findLaunch(weather, fleet);
  if (!found) return undefined;
  const { id, name, track, leg, number } = found;
  const prediction = await weather.predictPath(id);
  const rows = await readLegRows(weather, id, leg);
  const flight: DefaultFlight = {
    mission: name,
    id,
    flight_data: track.map(({ time: _, ...point }) => point),
    prediction,
    observations: packRows(rows),
  };
  return { leg, number, rows, flight };
}

/** The data viewer shows all balloons and a sounding from the ground before its code has loaded. */
export async function defaultPictures(weather: WeatherSource, fleet: FleetSnapshot): Promise<NamedPicture[]> {
  const all: NamedPicture = { name: 'All balloons in the air.', picture: { kind: 'fleet', fleet } };
  const found = await readDefaultFlight(weather, fleet);
  if (!found) return [all];
  const { leg, number, flight } = found;
  const rows = found.rows.filter(
    ({ timestamp }) => timestamp >= leg.begin.timeSeconds && timestamp <= leg.end.timeSeconds,
  );
  const name = `Leg ${number} of ${flight.mission}, ${formatMinute(leg.begin.timeSeconds * 1000)}.`;
  return [all, { name, picture: { kind: 'sounding', rows } }];
}

/** The observations of a longer leg exceed the size budget of the first screen. */
const maxLegSeconds = 3 * 3600;
const maxTries = 4;

/** The newest launch whose opening leg is short enough, or else the newest of all. */
async function findLaunch(weather: WeatherSource, fleet: FleetSnapshot) {
  const launches = [];
  const balloons = listDefaultBalloons(fleet.balloons, Date.parse(fleet.time));
  for (const { id, name } of balloons.slice(0, maxTries)) {
    const track = await weather.readFlightData(id);
    const legs = listLegs(track);
    const number = openingLegNumber(legs);
    const leg = legs[number - 1];
    if (!leg) continue;
    launches.push({ id, name, track, leg, number });
    if (leg.end.timeSeconds - leg.begin.timeSeconds <= maxLegSeconds) return launches.at(-1);
  }
  return launches[0];
}

/** A leg has one or two pages; the limit only ends a loop that would never end. */
const maxPages = 6;

async function readLegRows(weather: WeatherSource, missionId: string, leg: Leg): Promise<ObservationRow[]> {
  const [from, to] = legTimeRange(leg);
  const rows: ObservationRow[] = [];
  let sinceNanoseconds: bigint | undefined;
  for (let page = 0; page < maxPages; page++) {
    const found = await weather.readObservations({
      kind: 'observations',
      missionId,
      minTimeMs: from * 1000,
      maxTimeMs: to * 1000,
      sinceNanoseconds,
    });
    rows.push(...found.rows);
    if (!found.hasNextPage) break;
    sinceNanoseconds = found.nextSince;
  }
  return rows.sort((one, other) => one.timestamp - other.timestamp);
}

/** The default flight is public and the same for everyone until the fleet changes. One answer replaces four calls. */
export function defaultFlightRoutes(app: FastifyInstance, weather: WeatherSource, feed: FleetFeed): void {
  let current: { time: string; file: Promise<ServedFile | undefined> } | undefined;

  async function makeFile(fleet: FleetSnapshot): Promise<ServedFile | undefined> {
    const found = await readDefaultFlight(weather, fleet);
    return found && servedFile('application/json; charset=utf-8', JSON.stringify(found.flight), revalidate);
  }

  app.get(address, async (request, reply) => {
    const { fleet } = await feed.read();
    if (current?.time !== fleet.time) current = { time: fleet.time, file: makeFile(fleet) };
    // A failure is not cached.
    const file = await current.file.catch((error) => {
      current = undefined;
      throw error;
    });
    if (!file) throw notFound('No balloon is in the air.');
    return sendFile(request, reply.header('X-Synthetic', 'true'), file);
  });
}
