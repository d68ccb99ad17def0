import type { Coordinates, FlightPoint } from '../../api/data-api.ts';
import { consecutivePairs, radians } from './math.ts';
import { type CheckedRow, possibleAltitude, type RejectionCounts } from './rows.ts';
import { earthRadiusMetres } from './thermodynamics.ts';

/** A row of `flight_data.json`. */
export type TrackPoint = Omit<FlightPoint, 'time'>;

interface LegEnd {
  timeSeconds: number;
  position: Coordinates | null;
  altitudeMetres: number;
}

/** The part of a flight between two turns. A sounding is computed from one leg. */
export interface Leg {
  direction: 'up' | 'down';
  begin: LegEnd;
  end: LegEnd;
  /** The ground distance from begin to end; null if a position is missing. */
  distanceMetres: number | null;
  /** The height of the ground where the leg touches it; null if it doesn't, or if that is unknown. */
  groundMetres: number | null;
  /** True for the last leg of a balloon in flight, which may continue in the same direction. */
  isOngoing: boolean;
}

/** Finds the legs of a flight. The track may have any order; turns are exact to one step of it. */
export function listLegs(track: readonly TrackPoint[], isFlying = true): Leg[] {
  const ends = track
    .map(({ transmit_time, latitude, longitude, altitude }) => ({
      timeSeconds: Date.parse(transmit_time) / 1000,
      position: Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null,
      altitudeMetres: altitude,
    }))
    .filter(
      ({ timeSeconds, altitudeMetres }) =>
        Number.isFinite(timeSeconds) && typeof possibleAltitude(altitudeMetres) === 'number',
    )
    .sort((one, other) => one.timeSeconds - other.timeSeconds);
  const legs = legsBetween(ends);
  const [first, last] = [legs[0], legs.at(-1)];
  // A track starts at the launch site. At its end the balloon may still be above the ground.
  if (first?.direction === 'up') first.groundMetres = first.begin.altitudeMetres;
  if (last) last.isOngoing = isFlying;
  return legs;
}

/** Finds legs in points that are ordered by time. The ground is left unknown. */
function legsBetween(points: readonly LegEnd[]): Leg[] {
  const turns = findTurningPoints(points.map(({ altitudeMetres }) => altitudeMetres));
  return consecutivePairs(turns.flatMap((index) => points[index] ?? [])).map(([begin, end]) =>
    legFrom(begin, end),
  );
}

export function legFrom(begin: LegEnd, end: LegEnd): Leg {
  return {
    direction: end.altitudeMetres >= begin.altitudeMetres ? 'up' : 'down',
    begin: toLegEnd(begin),
    end: toLegEnd(end),
    distanceMetres: begin.position && end.position ? distanceMetres(begin.position, end.position) : null,
    groundMetres: null,
    isOngoing: false,
  };
}

/** A leg that begins this close to the ground shows the air near it. */
const maxLowBeginMetres = 1000;

/** Away from the launch site, the ground is at least at sea level. */
export const beginsNearGround = ({ begin, groundMetres }: Leg) =>
  begin.altitudeMetres - (groundMetres ?? 0) <= maxLowBeginMetres;

const minDeepMetres = 3000;

const spanOf = ({ begin, end }: Leg) => Math.abs(end.altitudeMetres - begin.altitudeMetres);

/** A leg that has just begun has few observations. */
const isDeep = (leg: Leg) => spanOf(leg) >= minDeepMetres;

/** The leg to open a flight with, counted from 1: the newest that begins near the ground, otherwise the newest deep one. */
export const openingLegNumber = (legs: readonly Leg[]) =>
  legs.findLastIndex((leg) => isDeep(leg) && beginsNearGround(leg)) + 1 || newestDeepLegNumber(legs);

/** The newest leg that spans at least half of what the deepest one does, counted from 1. */
export function newestDeepLegNumber(legs: readonly Leg[]): number {
  const minSpan = Math.max(...legs.map(spanOf)) / 2;
  return legs.findLastIndex((leg) => spanOf(leg) >= minSpan) + 1;
}

/**
 * Adds the exact ends of a leg, which are known from its rows, to a track. Everything that is drawn or written from the
 * track then has the same heights as the sounding.
 */
export function withLegEnds(track: readonly TrackPoint[], { begin, end }: Leg): TrackPoint[] {
  const times = new Set(track.map(({ transmit_time }) => Date.parse(transmit_time)));
  // A track with an invalid time can't be sorted.
  if (times.has(Number.NaN)) return [...track];
  const ends = [begin, end].flatMap(({ timeSeconds, position, altitudeMetres }): TrackPoint[] =>
    position && !times.has(timeSeconds * 1000)
      ? [{ ...position, altitude: altitudeMetres, transmit_time: new Date(timeSeconds * 1000).toISOString() }]
      : [],
  );
  return [...track, ...ends].sort(
    (one, other) => Date.parse(one.transmit_time) - Date.parse(other.transmit_time),
  );
}

/** The haversine formula is exact for small distances too. */
export function distanceMetres(from: Coordinates, to: Coordinates): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)];
  const haversine =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return earthRadiusMetres * 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Balloons bob up and down, so a smaller change of direction is not a turn. */
const minTurnMetres = 300;

/**
 * The indexes of the first move, of each highest and lowest altitude, and of the latest extreme; empty if the balloon
 * never moved.
 */
export function findTurningPoints(altitudesMetres: readonly number[]): number[] {
  const turns: number[] = [];
  let lowest = { index: 0, altitude: Infinity };
  let highest = { index: 0, altitude: -Infinity };
  let isUp: boolean | undefined;
  for (const [index, altitude] of altitudesMetres.entries()) {
    const here = { index, altitude };
    // Before the first move, the last point at rest counts, so that waiting on the ground is not part of a leg.
    const isStill = isUp === undefined;
    if (altitude < lowest.altitude || (isStill && altitude === lowest.altitude)) lowest = here;
    if (altitude > highest.altitude || (isStill && altitude === highest.altitude)) highest = here;
    if (isUp !== true && altitude - lowest.altitude > minTurnMetres) {
      turns.push(lowest.index);
      isUp = true;
      highest = here;
    } else if (isUp !== false && highest.altitude - altitude > minTurnMetres) {
      turns.push(highest.index);
      isUp = false;
      lowest = here;
    }
  }
  if (isUp !== undefined) turns.push(isUp ? highest.index : lowest.index);
  return turns;
}

/** A track has a row every ten minutes, so a turn may be this far off. */
const trackStepSeconds = 600;
/** A leg that gets this close to the ground counts as touching it. */
const maxGroundDistanceMetres = 300;

/** The time range that has all rows of a leg, although its turns may be a step off. */
export const legTimeRange = ({ begin, end }: Leg): [from: number, to: number] => [
  begin.timeSeconds - trackStepSeconds,
  end.timeSeconds + trackStepSeconds,
];

/** Finds the exact leg in its rows. Without a given leg, the longest one in the rows is used. */
export function refineLeg(
  rows: readonly CheckedRow[],
  leg: Leg | undefined,
  rejections: RejectionCounts,
): { leg: Leg; rows: CheckedRow[] } | undefined {
  const near = leg ? rows.filter((row) => isNear(row, leg)) : rows;
  const [first, last] = [near[0], near.at(-1)];
  if (!first || !last) {
    rejections.add('outside the leg', rows.length);
    return undefined;
  }
  const candidates = legsBetween(near).filter(({ direction }) => !leg || direction === leg.direction);
  const weight = leg ? (other: Leg) => sharedSeconds(other, leg) : spanOf;
  const [refined = legFrom(first, last)] = candidates.toSorted((one, other) => weight(other) - weight(one));
  const own = near.filter(
    ({ timeSeconds }) => timeSeconds >= refined.begin.timeSeconds && timeSeconds <= refined.end.timeSeconds,
  );
  rejections.add('outside the leg', rows.length - own.length);
  return {
    leg: {
      ...refined,
      direction: leg?.direction ?? refined.direction,
      groundMetres: groundUnder(own, leg?.groundMetres ?? null),
      isOngoing: leg?.isOngoing ?? false,
    },
    rows: own,
  };
}

/** For a leg that continues, rows may be newer than the track. */
function isNear({ timeSeconds }: CheckedRow, leg: Leg): boolean {
  const [from, to] = legTimeRange(leg);
  return timeSeconds >= from && (leg.isOngoing || timeSeconds <= to);
}

const sharedSeconds = (one: Leg, other: Leg) =>
  Math.min(one.end.timeSeconds, other.isOngoing ? Infinity : other.end.timeSeconds) -
  Math.max(one.begin.timeSeconds, other.begin.timeSeconds);

const toLegEnd = ({ timeSeconds, position, altitudeMetres }: LegEnd): LegEnd => ({
  timeSeconds,
  position,
  altitudeMetres,
});

/** The ground is known at the launch site. Elsewhere, a row close to sea level must be near the ground. */
function groundUnder(rows: readonly CheckedRow[], launchMetres: number | null): number | null {
  const lowest = rows.reduce((least, row) => Math.min(least, row.altitudeMetres), Infinity);
  if (launchMetres !== null) return lowest - launchMetres <= maxGroundDistanceMetres ? launchMetres : null;
  return lowest <= maxGroundDistanceMetres ? lowest : null;
}
