import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoNaturalEarth1,
  geoOrthographic,
  geoStream,
} from 'd3-geo';
import { readCoast } from '../earth/coast.ts';
import { arcRadians } from '../sounding/legs.ts';
import type { Frame, Place } from './frame.ts';
import { thinLine } from './path.ts';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** The earth as flat lines. */
export interface EarthMap {
  width: number;
  height: number;
  frame: Frame;
  /** Undefined on the side that is turned away. */
  place(at: Coordinates): Place | undefined;
  coordinates(at: Place): Coordinates | undefined;
  /** Along great circles, cut where the map ends: at the date line, or at the horizon. */
  line(points: readonly Coordinates[]): Place[][];
  outline: Place[][];
  graticule: Place[][];
  coast: Place[][];
}

const WORLD_WIDTH = 640;
const WORLD_HEIGHT = 336;
const GLOBE_SIZE = 400;
const MARGIN = 4;
/** Half as many points as without, and no difference to be seen. */
const COAST_TOLERANCE = 0.8;
/** A map of one place shows at least this much around it. */
const REACH_LEAST_DEGREES = 24;
const REACH_MOST_DEGREES = 90;

/** All of it, in the projection of Natural Earth. */
export function worldMap(): EarthMap {
  const frame = { left: MARGIN, top: MARGIN, right: WORLD_WIDTH - MARGIN, bottom: WORLD_HEIGHT - MARGIN };
  const projection = geoNaturalEarth1().fitExtent(
    [
      [frame.left, frame.top],
      [frame.right, frame.bottom],
    ],
    { type: 'Sphere' },
  );
  return earthMap(projection, frame, WORLD_WIDTH, WORLD_HEIGHT, 30, 90);
}

/** A round piece of the earth seen from above its middle, as far as some places reach. */
export function globeMap(places: readonly Coordinates[]): EarthMap {
  const centre = middleOf(places);
  const distances = places.map((place) => degrees(arcRadians(centre, place)));
  const reach = Math.min(REACH_MOST_DEGREES, Math.max(REACH_LEAST_DEGREES, 1.25 * Math.max(0, ...distances)));
  const frame = { left: MARGIN, top: MARGIN, right: GLOBE_SIZE - MARGIN, bottom: GLOBE_SIZE - MARGIN };
  const radius = GLOBE_SIZE / 2 - MARGIN;
  const projection = geoOrthographic()
    .rotate([-centre.longitude, -centre.latitude])
    .translate([GLOBE_SIZE / 2, GLOBE_SIZE / 2])
    .scale(radius / Math.sin(radians(reach)))
    .clipAngle(reach);
  return earthMap(projection, frame, GLOBE_SIZE, GLOBE_SIZE, reach > 50 ? 20 : 10, reach);
}

function earthMap(
  projection: GeoProjection,
  frame: Frame,
  width: number,
  height: number,
  graticuleDegrees: number,
  reachDegrees: number,
): EarthMap {
  const isWorld = projection.clipAngle() === null || projection.clipAngle() === 0;
  const [turn, tilt] = projection.rotate();
  const centre = { longitude: -turn, latitude: -tilt };
  const isSeen = (at: Coordinates) => isWorld || degrees(arcRadians(centre, at)) <= reachDegrees;
  return {
    width,
    height,
    frame,
    place: (at) => {
      const point = isFinitePlace(at) && isSeen(at) ? projection([at.longitude, at.latitude]) : null;
      return point ? { x: point[0], y: point[1] } : undefined;
    },
    coordinates: ({ x, y }) => {
      const point = projection.invert?.([x, y]);
      return point && Number.isFinite(point[0]) ? { longitude: point[0], latitude: point[1] } : undefined;
    },
    line: (points) =>
      linesOf(projection, {
        type: 'LineString',
        coordinates: points.filter(isFinitePlace).map(({ longitude, latitude }) => [longitude, latitude]),
      }),
    outline: linesOf(projection, { type: 'Sphere' }),
    graticule: linesOf(projection, { type: 'MultiLineString', coordinates: graticule(graticuleDegrees) }),
    coast: linesOf(projection, { type: 'Polygon', coordinates: readCoast() })
      .map((ring) => thinLine(ring, COAST_TOLERANCE))
      .filter(isLargeEnough),
  };
}

/** Meridians and parallels; where meridians crowd, beyond 80°, only each quarter of the earth has one. */
function graticule(stepDegrees: number): [number, number][][] {
  const meridians = steps(-180, 180 - stepDegrees, stepDegrees).map((longitude): [number, number][] => {
    const end = longitude % 90 === 0 ? 90 : 80;
    return [-end, 0, end].map((latitude) => [longitude, latitude]);
  });
  const parallels = steps(-80, 80, 1)
    .filter((latitude) => latitude % stepDegrees === 0)
    .map((latitude) => steps(-180, 180, 2.5).map((longitude): [number, number] => [longitude, latitude]));
  return [...meridians, ...parallels];
}

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);

const isFinitePlace = ({ latitude, longitude }: Coordinates) =>
  Number.isFinite(latitude) && Number.isFinite(longitude);

/** Smaller islands are specks that cost as much as a headland. */
export function isLargeEnough(ring: Place[]): boolean {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) > 6;
}

/** Polygons as the lines around them, each with its first point again at the end. */
function linesOf(projection: GeoProjection, shape: GeoPermissibleObjects): Place[][] {
  const lines: Place[][] = [];
  let isRing = false;
  geoStream(
    shape,
    projection.stream({
      polygonStart: () => {
        isRing = true;
      },
      polygonEnd: () => {
        isRing = false;
      },
      lineStart: () => lines.push([]),
      point: (x, y) => lines.at(-1)!.push({ x, y }),
      lineEnd: () => {
        const line = lines.at(-1)!;
        if (isRing && line[0]) line.push(line[0]);
      },
    }),
  );
  return lines.filter((line) => line.length > 1);
}

/** The mean of places as points of a sphere: the date line is no edge to it. */
function middleOf(places: readonly Coordinates[]): Coordinates {
  let [x, y, z] = [0, 0, 0];
  for (const { latitude, longitude } of places.filter(isFinitePlace)) {
    x += Math.cos(radians(latitude)) * Math.cos(radians(longitude));
    y += Math.cos(radians(latitude)) * Math.sin(radians(longitude));
    z += Math.sin(radians(latitude));
  }
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
}

const radians = (value: number) => (value * Math.PI) / 180;
const degrees = (value: number) => (value * 180) / Math.PI;
