import { coast as rings } from './earth/coast.ts';
import type { Frame, Place } from './frame.ts';
import { globe } from './globe.ts';
import { naturalEarth } from './natural-earth.ts';
import { thinLine } from './path.ts';
import {
  angleBetween,
  type Coordinates,
  coordinatesOf,
  degrees,
  mixed,
  type Projection,
  type Vector,
  vectorOf,
} from './sphere.ts';

/** The earth as flat lines. */
export interface EarthMap extends Pick<Projection, 'place' | 'coordinates' | 'line'> {
  width: number;
  height: number;
  frame: Frame;
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
const NET_TOLERANCE = 0.5;
/** A map of one place shows at least this much around it. */
const REACH_LEAST_DEGREES = 24;
const REACH_MOST_DEGREES = 90;

/** All of it, in the projection of Natural Earth. */
export function worldMap(): EarthMap {
  const frame = { left: MARGIN, top: MARGIN, right: WORLD_WIDTH - MARGIN, bottom: WORLD_HEIGHT - MARGIN };
  return earthMap(naturalEarth(frame), { frame, width: WORLD_WIDTH, height: WORLD_HEIGHT, netDegrees: 30 });
}

/** A round piece of the earth seen from above its middle, as far as some places reach. */
export function globeMap(places: readonly Coordinates[]): EarthMap {
  const vectors = places.filter(isFinitePlace).map(vectorOf);
  // The mean of points of a sphere: the date line is no edge to it.
  const centre = coordinatesOf(vectors.reduce((all, each) => mixed(all, 1, each, 1), [0, 0, 0] as Vector));
  const up = vectorOf(centre);
  const distances = vectors.map((each) => degrees(angleBetween(up, each)));
  const reach = Math.min(REACH_MOST_DEGREES, Math.max(REACH_LEAST_DEGREES, 1.25 * Math.max(0, ...distances)));
  const frame = { left: MARGIN, top: MARGIN, right: GLOBE_SIZE - MARGIN, bottom: GLOBE_SIZE - MARGIN };
  const size = { frame, width: GLOBE_SIZE, height: GLOBE_SIZE };
  return earthMap(globe(centre, reach, frame), { ...size, netDegrees: reach > 50 ? 20 : 10 });
}

interface Size extends Pick<EarthMap, 'width' | 'height' | 'frame'> {
  /** Between two lines of the net. */
  netDegrees: number;
}

function earthMap({ place, coordinates, line, outline, land }: Projection, size: Size): EarthMap {
  const { netDegrees, ...rest } = size;
  const lineOf = (points: readonly Coordinates[]) => line(points.filter(isFinitePlace));
  let [graticule, coast]: Place[][][] = [];
  return {
    ...rest,
    place: (at) => (isFinitePlace(at) ? place(at) : undefined),
    coordinates,
    line: lineOf,
    outline: [thinLine(outline, NET_TOLERANCE)],
    // Each when it is first looked at, so that a caller that draws in steps has it in steps.
    get graticule() {
      graticule ??= netOf(netDegrees)
        .flatMap(lineOf)
        .map((each) => thinLine(each, NET_TOLERANCE));
      return graticule;
    },
    get coast() {
      coast ??= land(rings)
        .map((ring) => thinLine(ring, COAST_TOLERANCE))
        .filter(isLargeEnough);
      return coast;
    },
  };
}

/** Meridians and parallels; where meridians crowd, beyond 80°, only each quarter of the earth has one. */
function netOf(stepDegrees: number): Coordinates[][] {
  const meridians = steps(-180, 180 - stepDegrees, stepDegrees).map((longitude) => {
    const end = longitude % 90 === 0 ? 90 : 80;
    return [-end, 0, end].map((latitude) => ({ latitude, longitude }));
  });
  const parallels = steps(-80, 80, 1)
    .filter((latitude) => latitude % stepDegrees === 0)
    .map((latitude) => steps(-180, 180, 5).map((longitude) => ({ latitude, longitude })));
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
