import type { Position } from '../../../api/data-api.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { minuteMs } from '../../../time.ts';
import { valueAt } from '../atmosphere/atmosphere.ts';
import { movingPlace } from '../atmosphere/geometry.ts';
import { clamp, radiansPerDegree, radiusMetres, wrapLongitude } from '../atmosphere/planet.ts';
import { levelAtAltitude } from '../atmosphere/pressure.ts';
import { rounded } from '../atmosphere/rounded.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { truthAt } from '../forecasts/weather.ts';
import { altitudeMetres, type Mission } from './missions.ts';

/** Where a balloon is every `stepMs`, and how fast it moves there; longitude is not wrapped. */
interface Node {
  latitude: number;
  longitude: number;
  northPerMs: number;
  eastPerMs: number;
}

export const stepMs = 10 * minuteMs;
const latitudeMax = 88;
const trackStepsAtOnce = 50;

const balloonPlace = movingPlace();
const tracks = new LruCache<number, Node[]>(400);

/** Where the true wind has carried a balloon. */
export function positionAt(mission: Mission, timeMs: number): Position {
  const step = Math.floor((timeMs - mission.launchMs) / stepMs);
  const nodes = trackTo(mission, step + 1);
  const [from, to] = [nodes[step]!, nodes[step + 1]!];
  const part = (timeMs - mission.launchMs) / stepMs - step;
  return {
    latitude: between(from.latitude, from.northPerMs, to.latitude, to.northPerMs, part),
    longitude: wrapLongitude(between(from.longitude, from.eastPerMs, to.longitude, to.eastPerMs, part)),
    altitude: altitudeMetres(mission, timeMs),
  };
}

/** Where a forecast's wind would carry a balloon from its place at `fromMs` on, every `stepMs` until it lands. */
export function* predictDrift(
  mission: Mission,
  fromMs: number,
  snapshotAt: (timeMs: number) => Snapshot,
): Generator<Position & { timeMs: number }> {
  const { latitude, longitude } = positionAt(mission, fromMs);
  let node = nodeAt(mission, fromMs, latitude, longitude, snapshotAt);
  for (let timeMs = fromMs; timeMs < mission.endMs; timeMs += stepMs) {
    yield {
      timeMs,
      latitude: node.latitude,
      longitude: wrapLongitude(node.longitude),
      altitude: altitudeMetres(mission, timeMs),
    };
    node = nextNode(mission, timeMs, node, snapshotAt);
  }
}

/** To about a metre across and a decimetre up. */
export function roundPosition({ latitude, longitude, altitude }: Position): Position {
  return {
    latitude: rounded(latitude, 5),
    longitude: rounded(longitude, 5),
    altitude: rounded(altitude, 1),
  };
}

/** Follows the wind up to a moment, for days perhaps: positions until then are known at once afterwards. */
export function* followTrack(mission: Mission, untilMs: number): LongWork<void> {
  const last = Math.floor((untilMs - mission.launchMs) / stepMs) + 1;
  let known = trackTo(mission, 0).length;
  while (known <= last) {
    known = trackTo(mission, Math.min(last, known + trackStepsAtOnce)).length;
    yield;
  }
}

/** A track grows as far as it is asked for and is kept; balloons in the air now are asked for again and again. */
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

/** Heun's step: the wind at both ends counts the same. */
function nextNode(
  mission: Mission,
  timeMs: number,
  node: Node,
  snapshotAt: (timeMs: number) => Snapshot,
): Node {
  const { latitude, longitude, northPerMs, eastPerMs } = node;
  const nextMs = timeMs + stepMs;
  const guess = nodeAt(
    mission,
    nextMs,
    latitude + northPerMs * stepMs,
    longitude + eastPerMs * stepMs,
    snapshotAt,
  );
  return nodeAt(
    mission,
    nextMs,
    latitude + ((northPerMs + guess.northPerMs) / 2) * stepMs,
    longitude + ((eastPerMs + guess.eastPerMs) / 2) * stepMs,
    snapshotAt,
  );
}

function nodeAt(
  mission: Mission,
  timeMs: number,
  anyLatitude: number,
  longitude: number,
  snapshotAt: (timeMs: number) => Snapshot,
): Node {
  const latitude = clamp(anyLatitude, -latitudeMax, latitudeMax);
  const place = balloonPlace(latitude, longitude);
  const snapshot = snapshotAt(timeMs);
  const level = levelAtAltitude(snapshot, place, altitudeMetres(mission, timeMs), 1);
  const degreesPerMs = 1 / (1000 * radiusMetres * radiansPerDegree);
  return {
    latitude,
    longitude,
    northPerMs: valueAt('wind_v', snapshot, level, place) * degreesPerMs,
    eastPerMs: (valueAt('wind_u', snapshot, level, place) * degreesPerMs) / place.parallel.cos,
  };
}

/** Hermite's cubic: position and speed agree with both nodes, so that a track has no corners. */
function between(from: number, fromPerMs: number, to: number, toPerMs: number, part: number): number {
  const away = 1 - part;
  return (
    from * (1 + 2 * part) * away ** 2 +
    fromPerMs * stepMs * part * away ** 2 +
    to * part ** 2 * (3 - 2 * part) -
    toPerMs * stepMs * part ** 2 * away
  );
}
