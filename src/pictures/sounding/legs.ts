import type { FlightPoint } from '../../api/data-api.ts';
import { type CheckedRow, possibleAltitude, type RejectionCounts } from './rows.ts';
import { earthRadiusMetres } from './thermodynamics.ts';

/** A point of `flight_data.json`. */
export type TrackPoint = Omit<FlightPoint, 'time'>;

interface LegEnd {
  timeSeconds: number;
  place: { latitude: number; longitude: number } | null;
  altitudeMetres: number;
}

/** A flight from one turn to the next: what a sounding is made of. */
export interface Leg {
  direction: 'up' | 'down';
  begin: LegEnd;
  end: LegEnd;
  /** From begin to end over the ground; null where a place is not known. */
  distanceMetres: number | null;
  /** The height of the ground where the leg touches it; null if it does not, or if that is not known. */
  groundMetres: number | null;
  /** The balloon may go on in the same direction. */
  isSoFar: boolean;
}

/** The legs of a flight, from its track in any order. They are exact to a step of the track. */
export function listLegs(track: readonly TrackPoint[], isFlying = true): Leg[] {
  const ends = track
    .map(({ transmit_time, latitude, longitude, altitude }) => ({
      timeSeconds: Date.parse(transmit_time) / 1000,
      place: Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null,
      altitudeMetres: altitude,
    }))
    .filter(
      ({ timeSeconds, altitudeMetres }) =>
        Number.isFinite(timeSeconds) && typeof possibleAltitude(altitudeMetres) === 'number',
    )
    .sort((one, other) => one.timeSeconds - other.timeSeconds);
  const legs = legsBetween(ends);
  const [first, last] = [legs[0], legs.at(-1)];
  // A track begins at the launch; where it ends the balloon may be a step above the ground.
  if (first?.direction === 'up') first.groundMetres = first.begin.altitudeMetres;
  if (last) last.isSoFar = isFlying;
  return legs;
}

/** The legs of a flight whose points are in order of time; nothing is said of the ground. */
function legsBetween(points: readonly LegEnd[]): Leg[] {
  const turns = findTurningPoints(points.map(({ altitudeMetres }) => altitudeMetres));
  return turns.slice(1).map((end, index) => legFrom(points[turns[index]!]!, points[end]!));
}

export function legFrom(begin: LegEnd, end: LegEnd): Leg {
  return {
    direction: end.altitudeMetres >= begin.altitudeMetres ? 'up' : 'down',
    begin,
    end,
    distanceMetres: begin.place && end.place ? distanceMetres(begin.place, end.place) : null,
    groundMetres: null,
    isSoFar: false,
  };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Position = NonNullable<LegEnd['place']>;

export const distanceMetres = (from: Position, to: Position) => earthRadiusMetres * arcRadians(from, to);

/** Along a great circle, by the haversine, which is exact for small distances too. */
function arcRadians(from: Position, to: Position): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)];
  const haversine =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Balloons bob: only this much the other way is a turn. */
const minTurnMetres = 300;

/**
 * Where a flight begins to move, each highest and lowest point of it, and the last one so far, as places in the
 * list; none if it never moved.
 */
export function findTurningPoints(altitudesMetres: readonly number[]): number[] {
  const turns: number[] = [];
  let lowest = 0;
  let highest = 0;
  let isUp: boolean | undefined;
  for (let index = 1; index < altitudesMetres.length; index++) {
    const altitude = altitudesMetres[index]!;
    // Before the first move the last point of a rest counts, so that waiting on the ground is no part of a leg.
    const isStill = isUp === undefined;
    if (altitude < altitudesMetres[lowest]! || (isStill && altitude === altitudesMetres[lowest]))
      lowest = index;
    if (altitude > altitudesMetres[highest]! || (isStill && altitude === altitudesMetres[highest]))
      highest = index;
    if (isUp !== true && altitude - altitudesMetres[lowest]! > minTurnMetres) {
      turns.push(lowest);
      isUp = true;
      highest = index;
    } else if (isUp !== false && altitudesMetres[highest]! - altitude > minTurnMetres) {
      turns.push(highest);
      isUp = false;
      lowest = index;
    }
  }
  if (isUp !== undefined) turns.push(isUp ? highest : lowest);
  return turns;
}

/** A track has a point every ten minutes: so far off a turn may be. */
const trackStepSeconds = 600;
/** A leg that comes this near to the ground touches it. */
const maxGroundDistanceMetres = 300;

/** Between these times are all rows of a leg, whose turns may be a step of its track off. */
export const legTimeRange = ({ begin, end }: Leg): [from: number, to: number] => [
  begin.timeSeconds - trackStepSeconds,
  end.timeSeconds + trackStepSeconds,
];

/** The leg as its own rows show it, with these rows. Without a leg, the longest one that is in the rows. */
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
  const weight = leg ? (other: Leg) => sharedSeconds(other, leg) : metresHigh;
  const best = candidates.reduce<Leg | undefined>(
    (best, each) => (best && weight(best) >= weight(each) ? best : each),
    undefined,
  );
  const refined = best ?? legFrom(toLegEnd(first), toLegEnd(last));
  const own = near.filter(
    ({ timeSeconds }) => timeSeconds >= refined.begin.timeSeconds && timeSeconds <= refined.end.timeSeconds,
  );
  rejections.add('outside the leg', rows.length - own.length);
  return {
    leg: {
      ...refined,
      direction: leg?.direction ?? refined.direction,
      begin: toLegEnd(refined.begin),
      end: toLegEnd(refined.end),
      groundMetres: groundUnder(own, leg?.groundMetres ?? null),
      isSoFar: leg?.isSoFar ?? false,
    },
    rows: own,
  };
}

/** Rows may be newer than the track. */
function isNear({ timeSeconds }: CheckedRow, { begin, end, isSoFar }: Leg): boolean {
  return (
    timeSeconds >= begin.timeSeconds - trackStepSeconds &&
    (isSoFar || timeSeconds <= end.timeSeconds + trackStepSeconds)
  );
}

const metresHigh = ({ begin, end }: Leg) => Math.abs(end.altitudeMetres - begin.altitudeMetres);

const sharedSeconds = (one: Leg, other: Leg) =>
  Math.min(one.end.timeSeconds, other.isSoFar ? Number.POSITIVE_INFINITY : other.end.timeSeconds) -
  Math.max(one.begin.timeSeconds, other.begin.timeSeconds);

const toLegEnd = ({ timeSeconds, place, altitudeMetres }: LegEnd): LegEnd => ({
  timeSeconds,
  place,
  altitudeMetres,
});

/** The ground's height is known at launch. Elsewhere, a row this close to sea level is near the ground. */
function groundUnder(rows: readonly CheckedRow[], launchMetres: number | null): number | null {
  const lowest = rows.reduce((least, row) => Math.min(least, row.altitudeMetres), Number.POSITIVE_INFINITY);
  if (launchMetres !== null) return lowest - launchMetres <= maxGroundDistanceMetres ? launchMetres : null;
  return lowest <= maxGroundDistanceMetres ? lowest : null;
}
