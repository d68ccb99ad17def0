import type { Position } from '../../api/data-api.ts';
import type { LongWork } from '../../platform/long-work.ts';
import { hourMs, minuteMs } from '../../time.ts';
import { isoSeconds } from '../api-time.ts';
import type { FleetBalloon, FleetPosition, FleetSnapshot } from '../contract.ts';
import { rounded } from '../sandbox/atmosphere/rounded.ts';
import { stepMs } from '../sandbox/balloons/drift.ts';
import { flightData } from '../sandbox/balloons/flight-data.ts';
import { listFlyingMissions, type Mission, missionRow } from '../sandbox/balloons/missions.ts';
import { predictPath } from '../sandbox/balloons/predicted-path.ts';

/** The fleet changes with the points of the flights. */
export const fleetStepMs = stepMs;
const trackStepMs = hourMs;
const trackMs = 24 * hourMs;
const pathStepMs = 3 * hourMs;
/** Of a predicted path. */
const pathPointMs = 30 * minuteMs;

/** All balloons at a whole step, from the rows of the API thinned to what a map of the world can show. */
export function* fleetAt(timeMs: number): LongWork<FleetSnapshot> {
  const balloons: FleetBalloon[] = [];
  for (const mission of listFlyingMissions(timeMs)) balloons.push(yield* balloonAt(mission, timeMs));
  return {
    time: isoSeconds(timeMs),
    track_minutes: trackStepMs / minuteMs,
    path_minutes: pathStepMs / minuteMs,
    balloons,
  };
}

function* balloonAt(mission: Mission, timeMs: number): LongWork<FleetBalloon> {
  const flight = yield* flightData(mission, timeMs);
  const path = yield* predictPath(mission, timeMs);
  const { id, name, launch_time } = missionRow(mission);
  const now = flight.at(-1)!;
  // Straight after the launch there is one point, and no way but up.
  const before = flight.at(-2) ?? now;
  const newest = flight.slice(-(trackMs / stepMs) - 1);
  return {
    id,
    name,
    launch_time,
    altitude: now.altitude,
    is_rising: now.altitude >= before.altitude,
    track: everyFromEnd(newest, trackStepMs / stepMs).map(fleetPosition),
    path: path.filter((_, index) => index % (pathStepMs / pathPointMs) === 0).map(fleetPosition),
  };
}

/** The last, and every so many before it. */
const everyFromEnd = <Point>(points: Point[], step: number) =>
  points.filter((_, index) => (points.length - 1 - index) % step === 0);

const fleetPosition = ({ latitude, longitude }: Position): FleetPosition => [
  rounded(latitude, 1),
  rounded(longitude, 1),
];
