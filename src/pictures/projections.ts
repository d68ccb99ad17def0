import type { Coordinates } from '../api/data-api.ts';
import { cutAtDateLine, type Ring } from './earth/coast.ts';
import type { Frame, Point } from './geometry.ts';
import { clamp, consecutivePairs, degrees, interpolate, radians, range } from './sounding/math.ts';

export interface Projection {
  /** Returns undefined for the far side of a globe. */
  project(at: Coordinates): Point | undefined;
  unproject(at: Point): Coordinates | undefined;
  /** Lines follow great circles, and are cut at the date line or at the horizon. */
  projectLine(points: readonly Coordinates[]): Point[][];
  /** The closed outline of the visible earth. */
  outline: Point[];
  /** Closed lines around land, to be filled with the even-odd rule. */
  land(rings: readonly Ring[]): Point[][];
}

/** The axes point from the centre of the earth to 0° N 0° E, to 0° N 90° E and to the north pole. */
export type Vector = readonly [x: number, y: number, z: number];

export function vectorOf({ latitude, longitude }: Coordinates): Vector {
  const [north, east] = [radians(latitude), radians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

export const coordinatesOf = ([x, y, z]: Vector): Coordinates => ({
  latitude: degrees(Math.atan2(z, Math.hypot(x, y))),
  longitude: degrees(Math.atan2(y, x)),
});

const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

export const combine = (one: Vector, ofOne: number, other: Vector, ofOther: number): Vector => [
  one[0] * ofOne + other[0] * ofOther,
  one[1] * ofOne + other[1] * ofOther,
  one[2] * ofOne + other[2] * ofOther,
];

export const angleBetween = (one: Vector, other: Vector) => Math.acos(clamp(dot(one, other), -1, 1));

/** Steps this small make straight lines look like a great circle. */
const greatCircleStep = radians(3);
const minAngle = 1e-6;

/** Adds points along the shortest way between two positions. */
function alongGreatCircles(points: readonly Coordinates[]): Vector[] {
  const vectors = points.map(vectorOf);
  return vectors.flatMap((to, index) => {
    const from = vectors[index - 1] ?? to;
    const angle = angleBetween(from, to);
    // Between antipodes, no way is the shortest.
    const count = Math.sin(angle) < minAngle ? 1 : Math.ceil(angle / greatCircleStep);
    const between = Array.from({ length: Math.max(0, count - 1) }, (_, step) => {
      const part = ((step + 1) / count) * angle;
      return combine(from, Math.sin(angle - part) / Math.sin(angle), to, Math.sin(part) / Math.sin(angle));
    });
    return [...between, to];
  });
}

/** The length and the height of a parallel, by the polynomials of Bojan Šavrič for a radius of 1. */
const widthAt = (phi: number) =>
  0.8707 - 0.131979 * phi ** 2 - 0.013791 * phi ** 4 + 0.003971 * phi ** 10 - 0.001529 * phi ** 12;
const heightAt = (phi: number) =>
  1.007226 * phi + 0.015085 * phi ** 3 - 0.044475 * phi ** 7 + 0.028874 * phi ** 9 - 0.005916 * phi ** 11;
const steepnessAt = (phi: number) =>
  1.007226 + 0.045255 * phi ** 2 - 0.311325 * phi ** 6 + 0.259866 * phi ** 8 - 0.065076 * phi ** 10;

const tolerance = 1e-9;
const maxIterations = 25;
const outlineStepDegrees = 2.5;

/** The Natural Earth projection shows the whole earth, with straight parallels, and ends at the date line. */
export function naturalEarth({ left, top, right, bottom }: Frame): Projection {
  const scale = Math.min(
    (right - left) / (2 * Math.PI * widthAt(0)),
    (bottom - top) / (2 * heightAt(Math.PI / 2)),
  );
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const project = ({ latitude, longitude }: Coordinates): Point => {
    const phi = radians(latitude);
    return {
      x: middleX + scale * radians(onMap(longitude)) * widthAt(phi),
      y: middleY - scale * heightAt(phi),
    };
  };
  const edge = range(-90, 90, outlineStepDegrees);
  return {
    project,
    unproject: ({ x, y }) => {
      const phi = latitudeAt((middleY - y) / scale);
      const longitude = onMap(degrees((x - middleX) / scale / widthAt(phi)));
      return Number.isFinite(longitude) ? { latitude: degrees(phi), longitude } : undefined;
    },
    projectLine: (points) => splitAtDateLine(points).map((line) => line.map(project)),
    outline: [
      ...edge.map((latitude) => project({ latitude, longitude: -180 })),
      ...edge.map((latitude) => project({ latitude: -latitude, longitude: 180 })),
      project({ latitude: -90, longitude: -180 }),
    ],
    land: (rings) =>
      rings
        .flatMap(cutAtDateLine)
        .map((ring) => ring.map(([longitude, latitude]) => project({ latitude, longitude }))),
  };
}

/** A longitude on the map. 180° and −180° stay different, because they are two edges of it. */
const onMap = (longitude: number) =>
  Math.abs(longitude) > 180 ? longitude - 360 * Math.round(longitude / 360) : longitude;

/** The height has no closed inverse, so Newton's method finds the latitude. */
function latitudeAt(height: number): number {
  let phi = height;
  for (let tried = 0; tried < maxIterations; tried++) {
    const step = (heightAt(phi) - height) / steepnessAt(phi);
    phi -= step;
    if (Math.abs(step) < tolerance) break;
  }
  return phi;
}

function splitAtDateLine(points: readonly Coordinates[]): Coordinates[][] {
  let line: Coordinates[] = [];
  const lines = [line];
  for (const vector of alongGreatCircles(points)) {
    const { latitude, longitude } = coordinatesOf(vector);
    const from = line.at(-1) ?? { latitude, longitude };
    // The longitude continues from the point before, beyond ±180° if necessary.
    const onward = longitude - 360 * Math.round((longitude - from.longitude) / 360);
    const edge = Math.sign(onward) * 180;
    const isAcross = Math.abs(onward) > 180 + tolerance;
    if (isAcross) {
      const part = (edge - from.longitude) / (onward - from.longitude);
      const at = interpolate(from.latitude, latitude, part);
      line.push({ latitude: at, longitude: edge });
      line = [{ latitude: at, longitude: -edge }];
      lines.push(line);
    }
    line.push({ latitude, longitude: isAcross ? longitude : Math.abs(onward) > 180 ? edge : onward });
  }
  return lines.filter(({ length }) => length > 1);
}

/** A position as seen from far above the centre of the map. */
interface GlobePoint {
  east: number;
  north: number;
  /** The axis towards the viewer: 1 in the centre, 0 at the horizon. */
  up: number;
}

const rimStepRadians = radians(4);

/** The orthographic projection shows the earth from far above, up to `reachDegrees` around the centre. */
export function globe(
  centre: Coordinates,
  reachDegrees: number,
  { left, top, right, bottom }: Frame,
): Projection {
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const rim = (right - left) / 2;
  const scale = rim / Math.sin(radians(reachDegrees));
  const minUp = Math.cos(radians(reachDegrees));
  const up = vectorOf(centre);
  const north = vectorOf({ latitude: centre.latitude + 90, longitude: centre.longitude });
  const east = vectorOf({ latitude: 0, longitude: centre.longitude + 90 });

  const see = (at: Vector): GlobePoint => ({ east: dot(at, east), north: dot(at, north), up: dot(at, up) });
  const isSeen = (at: GlobePoint) => at.up >= minUp - tolerance;
  const pointOf = (at: GlobePoint): Point => ({
    x: middleX + scale * at.east,
    y: middleY - scale * at.north,
  });
  const onRim = (bearing: number): Point => ({
    x: middleX + rim * Math.sin(bearing),
    y: middleY - rim * Math.cos(bearing),
  });

  /** The bearing at which a line between a visible and a hidden point crosses the rim. */
  function crossing(from: GlobePoint, to: GlobePoint): number {
    const part = (minUp - from.up) / (to.up - from.up);
    return bearingOf({
      east: interpolate(from.east, to.east, part),
      north: interpolate(from.north, to.north, part),
    });
  }

  function projectLine(points: readonly Coordinates[]): Point[][] {
    let line: Point[] = [];
    const lines = [line];
    let last: GlobePoint | undefined;
    for (const at of alongGreatCircles(points).map(see)) {
      if (last && isSeen(last) !== isSeen(at)) line.push(onRim(crossing(last, at)));
      if (isSeen(at)) line.push(pointOf(at));
      else if (line.length > 0) {
        line = [];
        lines.push(line);
      }
      last = at;
    }
    return lines.filter(({ length }) => length > 1);
  }

  /** Points along the rim from one bearing to another, the shorter way, without the first. */
  function alongRim(from: number, to: number): Point[] {
    const angle = Math.atan2(Math.sin(to - from), Math.cos(to - from));
    const count = Math.max(1, Math.ceil(Math.abs(angle) / rimStepRadians));
    return Array.from({ length: count }, (_, step) => onRim(from + (angle * (step + 1)) / count));
  }

  /**
   * Moves hidden points to the rim at their own bearing. The line then encloses the same visible area, except that a
   * line around the antipode also goes once around the whole map.
   */
  function pulledIn(ring: readonly GlobePoint[]): Point[] {
    return ring.flatMap((at, index) => {
      const last = ring[index - 1] ?? at;
      if (isSeen(last) && isSeen(at)) return [pointOf(at)];
      if (isSeen(at)) return [...alongRim(bearingOf(last), crossing(last, at)), pointOf(at)];
      const begin = isSeen(last) ? crossing(last, at) : bearingOf(last);
      return [onRim(begin), ...alongRim(begin, bearingOf(at))];
    });
  }

  const turns = Math.ceil((2 * Math.PI) / rimStepRadians);
  const outline = Array.from({ length: turns + 1 }, (_, step) => onRim((2 * Math.PI * step) / turns));
  const opposite = coordinatesOf(combine(up, -1, up, 0));
  return {
    project: (at) => {
      const seen = see(vectorOf(at));
      return isSeen(seen) ? pointOf(seen) : undefined;
    },
    unproject: ({ x, y }) => {
      const [toEast, toNorth] = [(x - middleX) / scale, (middleY - y) / scale];
      const towards = 1 - toEast ** 2 - toNorth ** 2;
      return towards < 0
        ? undefined
        : coordinatesOf(combine(combine(east, toEast, north, toNorth), 1, up, Math.sqrt(towards)));
    },
    projectLine,
    outline,
    land: (rings) =>
      rings.flatMap((ring) => {
        const points = ring.map(([longitude, latitude]) => see(vectorOf({ latitude, longitude })));
        if (!points.some(isSeen)) return isWithin(ring, centre) ? [outline] : [];
        return isWithin(ring, opposite) ? [pulledIn(points), outline] : [pulledIn(points)];
      }),
  };
}

const bearingOf = ({ east, north }: Pick<GlobePoint, 'east' | 'north'>) => Math.atan2(east, north);

const isWithin = (ring: Ring, at: Coordinates) => cutAtDateLine(ring).some((flat) => isWithinFlat(flat, at));

function isWithinFlat(ring: Ring, { latitude, longitude }: Coordinates): boolean {
  let isInside = false;
  for (const [[lastX, lastY], [x, y]] of consecutivePairs(ring)) {
    if (y > latitude === lastY > latitude) continue;
    if (longitude < x + ((latitude - y) / (lastY - y)) * (lastX - x)) isInside = !isInside;
  }
  return isInside;
}
