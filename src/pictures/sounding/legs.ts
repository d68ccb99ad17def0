import { EARTH_RADIUS_METRES } from './constants.ts';
import { possibleAltitude } from './rows.ts';
import { findTurningPoints } from './turning-points.ts';

/** A point of `flight_data.json`. */
export interface TrackPoint {
  transmit_time: string;
  latitude: number;
  longitude: number;
  altitude: number;
}

export interface LegEnd {
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
export function legsBetween(points: readonly LegEnd[]): Leg[] {
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

export const distanceMetres = (from: Position, to: Position) => EARTH_RADIUS_METRES * arcRadians(from, to);

/** Along a great circle, by the haversine, which is exact for small distances too. */
function arcRadians(from: Position, to: Position): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)];
  const haversine =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
