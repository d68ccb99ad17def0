import type { FastifyInstance } from 'fastify';
import type { FlightPoint, MissionRow, PathPoint, Position } from '../../api/data-api.ts';
import { distanceMetres } from '../../pictures/sounding/legs.ts';
import { PublicError } from '../../platform/errors.ts';
import { revalidate, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { hourMs, minuteMs } from '../../time.ts';
import { fleet as address } from '../../urls.ts';
import { isoSeconds } from '../api-time.ts';
import type { FleetBalloon, FleetPosition, FleetSnapshot } from '../contract.ts';
import { rounded } from '../row-text.ts';
import { stepMs } from '../sandbox/balloons/flight-path.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { WeatherSource } from '../source.ts';

/** The sandbox's balloons have a new position every ten minutes. */
export const fleetStepMs = stepMs;

interface CurrentFleet {
  fleet: FleetSnapshot;
  file: ServedFile;
}

/** The sandbox's balloons now: computed on the first request and shared by all readers until the next step. */
export class FleetFeed {
  readonly #now: () => number;
  #timeMs = Number.NaN;
  #current: Promise<CurrentFleet> | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  read(): Promise<CurrentFleet> {
    const timeMs = Math.floor(this.#now() / fleetStepMs) * fleetStepMs;
    if (!this.#current || this.#timeMs !== timeMs) {
      this.#timeMs = timeMs;
      this.#current = readCurrentFleet(timeMs);
    }
    return this.#current;
  }
}

async function readCurrentFleet(timeMs: number): Promise<CurrentFleet> {
  const sandbox = createSandbox(() => timeMs);
  const fleet = await readFleet(sandbox, { timeMs, hasPaths: true });
  return { fleet, file: servedFile('application/json; charset=utf-8', JSON.stringify(fleet), revalidate) };
}

/** The fleet is public: every page with a map shows it to everyone. */
export function fleetRoutes(app: FastifyInstance, feed: FleetFeed): void {
  app.get(address, async (request, reply) => {
    const { file } = await feed.read();
    return sendFile(request, reply.header('X-Synthetic', 'true'), file);
  });
}

type FleetSource = Pick<WeatherSource, 'listFlyingMissions' | 'readFlightData' | 'predictPath'>;

interface FleetOptions {
  timeMs: number;
  /** A predicted path is one more call for each balloon. */
  hasPaths: boolean;
}

/** Every flight costs the provider's key a call, and a map cannot show more balloons apart. */
const maxFlights = 80;
const parallelFlights = 4;
const trackMs = 24 * hourMs;
const trackStepMs = hourMs;
const pathStepMs = 3 * hourMs;

/** All balloons in the air, thinned to what a world map can show. */
export async function readFleet(
  weather: FleetSource,
  { timeMs, hasPaths }: FleetOptions,
): Promise<FleetSnapshot> {
  const missions = (await weather.listFlyingMissions()).slice(0, maxFlights);
  const balloons: FleetBalloon[] = [];
  for (let index = 0; index < missions.length; index += parallelFlights) {
    const next = missions.slice(index, index + parallelFlights);
    balloons.push(
      ...(await Promise.all(next.map((mission) => readBalloon(weather, mission, hasPaths)))).flat(),
    );
  }
  return {
    time: isoSeconds(timeMs),
    track_minutes: trackStepMs / minuteMs,
    path_minutes: hasPaths ? pathStepMs / minuteMs : 0,
    balloons,
  };
}

async function readBalloon(
  weather: FleetSource,
  { id, name, launch_time }: MissionRow,
  hasPath: boolean,
): Promise<FleetBalloon[]> {
  const flight = await weather.readFlightData(id).catch(emptyIfLanded);
  const [now, before] = [flight.at(-1), flight.at(-2)];
  if (!now) return [];
  const path = hasPath ? await weather.predictPath(id) : [];
  const { altitude } = now;
  // A balloon with a single position has just been launched, so it is rising.
  const is_rising = altitude >= (before ?? now).altitude;
  const speed = before && groundSpeed(before, now);
  const track = thinTrack(flight, now);
  return [
    {
      id,
      name,
      launch_time,
      altitude,
      is_rising,
      ...(speed !== undefined && { speed }),
      track,
      path: thinPath(path),
    },
  ];
}

/** Undefined if both positions have the same time. */
function groundSpeed(before: FlightPoint, now: FlightPoint): number | undefined {
  const seconds = (Date.parse(now.time) - Date.parse(before.time)) / 1000;
  return seconds > 0 ? rounded(distanceMetres(before, now) / seconds, 1) : undefined;
}

/** A balloon that landed since the missions were listed is left out. */
function emptyIfLanded(error: unknown): FlightPoint[] {
  if (error instanceof PublicError && error.status === 404) return [];
  throw error;
}

/** The newest position of the last day, and one for each hour before it. */
function thinTrack(flight: FlightPoint[], newest: FlightPoint): FleetPosition[] {
  const track: FleetPosition[] = [];
  const newestMs = Date.parse(newest.time);
  let nextMs = newestMs;
  for (const point of flight.toReversed()) {
    const timeMs = Date.parse(point.time);
    if (timeMs < newestMs - trackMs) break;
    if (timeMs > nextMs) continue;
    track.unshift(fleetPosition(point));
    nextMs = timeMs - trackStepMs;
  }
  return track;
}

function thinPath(path: PathPoint[]): FleetPosition[] {
  const firstMs = Date.parse(path[0]?.time ?? '');
  return path.filter(({ time }) => (Date.parse(time) - firstMs) % pathStepMs === 0).map(fleetPosition);
}

const fleetPosition = ({ latitude, longitude }: Omit<Position, 'altitude'>): FleetPosition => [
  rounded(latitude, 1),
  rounded(longitude, 1),
];
