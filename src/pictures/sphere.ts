import type { Ring } from './earth/coast.ts';
import type { Place } from './frame.ts';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** A way to show the earth on a plane. */
export interface Projection {
  /** Undefined on the side that is turned away. */
  place(at: Coordinates): Place | undefined;
  coordinates(at: Place): Coordinates | undefined;
  /** Along great circles, cut where the map ends: at the date line, or at the horizon. */
  line(points: readonly Coordinates[]): Place[][];
  /** Around all that can be seen, its first point again at the end. */
  outline: Place[];
  /** Closed lines around land: what lies within an odd number of them is land. */
  land(rings: readonly Ring[]): Place[][];
}

/** From the middle of the earth: towards 0° E on the equator, towards 90° E there, towards the north pole. */
export type Vector = readonly [x: number, y: number, z: number];

export const radians = (value: number) => (value * Math.PI) / 180;
export const degrees = (value: number) => (value * 180) / Math.PI;

export function vectorOf({ latitude, longitude }: Coordinates): Vector {
  const [north, east] = [radians(latitude), radians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

export const coordinatesOf = ([x, y, z]: Vector): Coordinates => ({
  latitude: degrees(Math.atan2(z, Math.hypot(x, y))),
  longitude: degrees(Math.atan2(y, x)),
});

export const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

export const mixed = (one: Vector, ofOne: number, other: Vector, ofOther: number): Vector => [
  one[0] * ofOne + other[0] * ofOther,
  one[1] * ofOne + other[1] * ofOther,
  one[2] * ofOne + other[2] * ofOther,
];

export const angleBetween = (one: Vector, other: Vector) =>
  Math.acos(Math.max(-1, Math.min(1, dot(one, other))));

/** So near to each other that straight lines between them are a great circle to the eye. */
const STEP_RADIANS = radians(3);
const NEAR = 1e-6;

/** The points themselves, and between them those of the shortest way. */
export function alongGreatCircles(points: readonly Coordinates[]): Vector[] {
  const vectors = points.map(vectorOf);
  return vectors.flatMap((to, index) => {
    const from = vectors[index - 1] ?? to;
    const angle = angleBetween(from, to);
    // From a point to the one opposite no way is the shortest.
    const count = Math.sin(angle) < NEAR ? 1 : Math.ceil(angle / STEP_RADIANS);
    const between = Array.from({ length: Math.max(0, count - 1) }, (_, step) => {
      const part = ((step + 1) / count) * angle;
      return mixed(from, Math.sin(angle - part) / Math.sin(angle), to, Math.sin(part) / Math.sin(angle));
    });
    return [...between, to];
  });
}
