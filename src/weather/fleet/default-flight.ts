import type { FastifyInstance } from 'fastify';
import type { ObservationRow } from '../../api/data-api.ts';
import { type Leg, legTimeRange, listLegs } from '../../pictures/sounding/legs.ts';
import { packRows } from '../../pictures/sounding/packed-rows.ts';
import { notFound } from '../../platform/errors.ts';
import { cacheAndAsk, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { defaultFlight as address } from '../../urls.ts';
import type { DefaultFlight, FleetSnapshot } from '../contract.ts';
import type { WeatherSource } from '../source.ts';
import { listDefaultBalloons } from './default-balloons.ts';
import type { FleetFeed } from './fleet-feed.ts';

interface Flown {
  name: string;
  leg: Leg;
  rows: ObservationRow[];
  flight: DefaultFlight;
}

/** A young flight with its first leg, which begins at the ground. */
export async function readDefaultFlight(
  weather: WeatherSource,
  fleet: FleetSnapshot,
): Promise<Flown | undefined> {
  const found = await findLaunch(weather, fleet);
  if (!found) return undefined;
  const { id, name, track, leg } = found;
  const prediction = await weather.predictPath(id);
  const rows = await readRows(weather, id, leg);
  const flight = {
    mission: name,
    id,
    flight_data: track.map(({ time: _, ...point }) => point),
    prediction,
    observations: packRows(rows),
  };
  return { name, leg, rows, flight };
}

/** Rows of a longer leg are more than the first screen may weigh. */
const legSecondsMost = 3 * 3600;
const triedMost = 4;

/** The newest whose first leg is short enough, or else simply the newest. */
async function findLaunch(weather: WeatherSource, fleet: FleetSnapshot) {
  const launches = [];
  for (const { id, name } of listDefaultBalloons(fleet.balloons, Date.parse(fleet.time)).slice(
    0,
    triedMost,
  )) {
    const track = await weather.readFlightData(id);
    const leg = listLegs(track, true)[0];
    if (!leg) continue;
    launches.push({ id, name, track, leg });
    if (leg.end.timeSeconds - leg.begin.timeSeconds <= legSecondsMost) return launches.at(-1);
  }
  return launches[0];
}

/** A leg has one page or two. */
const pagesMost = 6;

async function readRows(weather: WeatherSource, missionId: string, leg: Leg): Promise<ObservationRow[]> {
  const [from, to] = legTimeRange(leg);
  const rows: ObservationRow[] = [];
  let sinceNanoseconds: bigint | undefined;
  for (let page = 0; page < pagesMost; page++) {
    const found = await weather.readObservations({
      kind: 'observations',
      missionId,
      minTimeMs: from * 1000,
      maxTimeMs: to * 1000,
      sinceNanoseconds,
      minLatitude: -90,
      maxLatitude: 90,
      hasIds: false,
      hasMissionNames: false,
      hasUpdateTimes: false,
    });
    rows.push(...found.rows);
    if (!found.hasNextPage) break;
    sinceNanoseconds = found.nextSince;
  }
  return rows.sort((one, other) => one.timestamp - other.timestamp);
}

/** Public, and the same for everyone until the fleet changes: a reader who opens the viewer waits for one answer, not for four. */
export function defaultFlightRoutes(app: FastifyInstance, weather: WeatherSource, feed: FleetFeed): void {
  let made: { time: string; file: Promise<ServedFile | undefined> } | undefined;

  async function makeFile(fleet: FleetSnapshot): Promise<ServedFile | undefined> {
    const found = await readDefaultFlight(weather, fleet);
    return found && servedFile('application/json; charset=utf-8', JSON.stringify(found.flight), cacheAndAsk);
  }

  app.get(address, async (request, reply) => {
    const { fleet } = await feed.read();
    if (made?.time !== fleet.time) made = { time: fleet.time, file: makeFile(fleet) };
    // A failure is not remembered.
    const file = await made.file.catch((error) => {
      made = undefined;
      throw error;
    });
    if (!file) throw notFound('No balloon is in the air.');
    return sendFile(request, reply.header('X-Synthetic', 'true'), file);
  });
}
