import type { Coordinates, FlightPoint, PathPoint, Position } from '../../../api/data-api.ts';
import { clamp, wrapLongitude } from '../../../pictures/sounding/math.ts';
import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, minuteMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { rounded } from '../../row-text.ts';
import { levelAtAltitude, valueAt } from '../atmosphere/atmosphere.ts';
import { createMovingPlace } from '../atmosphere/geometry.ts';
import { elevationMetres } from '../atmosphere/land.ts';
import { radiansPerDegree } from '../atmosphere/planet.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { snapshotsOf, truthAt } from '../forecasts/forecast-snapshots.ts';
import { latestRunMs } from '../forecasts/runs.ts';
import { altitudeMetres, type Mission } from './missions.ts';

/** A balloon's position and speed, every `stepMs`. Longitude is not wrapped. */
interface Node {
  latitude: number;
  longitude: number;
  northPerMs: number;
  eastPerMs: number;
}

type SnapshotAt = (timeMs: number) => Snapshot;

export const stepMs = 10 * minuteMs;
const maxLatitude = 88;
const trackStepsAtOnce = 50;

const balloonPlace = createMovingPlace();
const tracks = new LruCache<number, Node[]>(400);

/** A balloon's position, which follows from the true wind since its launch. */
export function positionAt(mission: Mission, timeMs: number): Position {
  const step = Math.floor((timeMs - mission.launchMs) / stepMs);
  const nodes = trackTo(mission, step + 1);
  const [from, to] = [nodes[step]!, nodes[step + 1]!];
  const part = (timeMs - mission.launchMs) / stepMs - step;
  return positionOver(mission, timeMs, {
    latitude: between(from.latitude, from.northPerMs, to.latitude, to.northPerMs, part),
    longitude: wrapLongitude(between(from.longitude, from.eastPerMs, to.longitude, to.eastPerMs, part)),
  });
}

/** A balloon's positions in a forecast's wind, every `stepMs` from `fromMs` until it lands. */
export function* predictDrift(
  mission: Mission,
  fromMs: number,
  snapshotAt: SnapshotAt,
): Generator<Position & { timeMs: number }> {
  const { latitude, longitude } = positionAt(mission, fromMs);
  let node = nodeAt(mission, fromMs, latitude, longitude, snapshotAt);
  for (let timeMs = fromMs; timeMs < mission.endMs; timeMs += stepMs) {
    const { latitude: north, longitude: east } = node;
    yield { timeMs, ...positionOver(mission, timeMs, { latitude: north, longitude: wrapLongitude(east) }) };
    node = nextNode(mission, timeMs, node, snapshotAt);
  }
}

function positionOver(mission: Mission, timeMs: number, place: Coordinates): Position {
  const ground = elevationMetres(place.latitude, place.longitude);
  return { ...place, altitude: altitudeMetres(mission, timeMs, ground) };
}

/** Positions are rounded to about a metre, altitudes to 0.1 m. */
export function roundPosition({ latitude, longitude, altitude }: Position): Position {
  return {
    latitude: rounded(latitude, 5),
    longitude: rounded(longitude, 5),
    altitude: rounded(altitude, 1),
  };
}

/** Computes a track up to a moment with pauses, so that `positionAt` is fast up to then. */
export function* followTrack(mission: Mission, untilMs: number): LongWork<void> {
  const last = Math.floor((untilMs - mission.launchMs) / stepMs) + 1;
  let known = trackTo(mission, 0).length;
  while (known <= last) {
    known = trackTo(mission, Math.min(last, known + trackStepsAtOnce)).length;
    yield;
  }
}

/** Tracks are cached and extended, because clients ask for the same flying balloons again and again. */
function trackTo(mission: Mission, step: number): Node[] {
  const { launchMs, site } = mission;
  const nodes = tracks.getOrCreate(mission.number, () => [
    nodeAt(mission, launchMs, site.latitude, site.longitude, truthAt),
  ]);
  while (nodes.length <= step) {
    nodes.push(nextNode(mission, launchMs + (nodes.length - 1) * stepMs, nodes.at(-1)!, truthAt));
  }
  return nodes;
}

/** This is Heun's method: the mean of the wind at both ends. */
function nextNode(mission: Mission, timeMs: number, node: Node, snapshotAt: SnapshotAt): Node {
  const { latitude, longitude, northPerMs, eastPerMs } = node;
  const after = (north: number, east: number) =>
    nodeAt(mission, timeMs + stepMs, latitude + north * stepMs, longitude + east * stepMs, snapshotAt);
  const guess = after(northPerMs, eastPerMs);
  return after((northPerMs + guess.northPerMs) / 2, (eastPerMs + guess.eastPerMs) / 2);
}

function nodeAt(
  mission: Mission,
  timeMs: number,
  anyLatitude: number,
  longitude: number,
  snapshotAt: SnapshotAt,
): Node {
  const latitude = clamp(anyLatitude, -maxLatitude, maxLatitude);
  const place = balloonPlace(latitude, longitude);
  const snapshot = snapshotAt(timeMs);
  const metres = altitudeMetres(mission, timeMs, elevationMetres(latitude, longitude));
  const level = levelAtAltitude(snapshot, place, metres, 1);
  const degreesPerMs = 1 / (1000 * earthRadiusMetres * radiansPerDegree);
  return {
    latitude,
    longitude,
    northPerMs: valueAt('wind_v', snapshot, level, place) * degreesPerMs,
    eastPerMs: (valueAt('wind_u', snapshot, level, place) * degreesPerMs) / place.parallel.cos,
  };
}

/** A cubic Hermite spline: position and speed agree with both nodes, so that a track has no corners. */
function between(from: number, fromPerMs: number, to: number, toPerMs: number, part: number): number {
  const away = 1 - part;
  return (
    from * (1 + 2 * part) * away ** 2 +
    fromPerMs * stepMs * part * away ** 2 +
    to * part ** 2 * (3 - 2 * part) -
    toPerMs * stepMs * part ** 2 * away
  );
}

/** Positions from the launch until now or until the balloon landed. */
export function* flightData(mission: Mission, nowMs: number): LongWork<FlightPoint[]> {
  const lastMs = Math.min(nowMs, mission.endMs);
  yield* followTrack(mission, lastMs);
  const flight: FlightPoint[] = [];
  for (let timeMs = mission.launchMs; timeMs <= lastMs; timeMs += stepMs) {
    const time = isoSeconds(timeMs);
    flight.push({ transmit_time: time, time, ...roundPosition(positionAt(mission, timeMs)) });
  }
  return flight;
}

const aheadMs = 3 * dayMs;
const stepsBetweenPoints = 3;

/** Positions in the wind of the newest run, up to 3 days ahead or until the balloon lands. */
export function* predictPath(mission: Mission, nowMs: number): LongWork<PathPoint[]> {
  const runMs = latestRunMs({ model: 'main' }, nowMs);
  // Paths begin on whole steps, so that all balloons share the same few snapshots of the forecast.
  const fromMs = Math.max(mission.launchMs, Math.floor(nowMs / stepMs) * stepMs);
  yield* followTrack(mission, fromMs);
  const path: PathPoint[] = [];
  const snapshotAt = snapshotsOf({ model: 'main', runMs });
  for (const { timeMs, ...position } of predictDrift(mission, fromMs, snapshotAt)) {
    if (timeMs > fromMs + aheadMs) break;
    if ((timeMs - fromMs) % (stepsBetweenPoints * stepMs) === 0) {
      path.push({ time: isoSeconds(timeMs), ...roundPosition(position) });
      yield;
    }
  }
  return path;
}
