import type { Coordinates } from '../api/data-api.ts';
import { coast as rings } from './earth/coast.ts';
import { boundsOf, type Frame, type Point, simplifyLine } from './geometry.ts';
import {
  angleBetween,
  combine,
  coordinatesOf,
  globe,
  naturalEarth,
  type Projection,
  type Vector,
  vectorOf,
} from './projections.ts';
import { clamp, degrees, range } from './sounding/math.ts';

/** The earth, projected to lines of a picture. */
export interface EarthMap extends Pick<Projection, 'project' | 'unproject' | 'projectLine'> {
  width: number;
  height: number;
  frame: Frame;
  outline: Point[][];
  graticule: Point[][];
  coast: Point[][];
}

const worldSize: Size = { width: 640, height: 336 };
const globeSize = 400;
const margin = 4;
/** This tolerance halves the number of points without a visible difference. */
const coastTolerance = 0.8;
const graticuleTolerance = 0.5;
/** A map of a single location shows at least this much around it. */
const minReachDegrees = 24;
const maxReachDegrees = 90;

/** The whole earth in the Natural Earth projection. */
export function worldMap(): EarthMap {
  return earthMap(naturalEarth(frameOf(worldSize)), worldSize, 30);
}

/** A globe that is centred on some positions and shows all of them. */
export function globeMap(places: readonly Coordinates[]): EarthMap {
  const { centre, reach } = fitGlobe(places);
  const size = { width: globeSize, height: globeSize };
  return earthMap(globe(centre, reach, frameOf(size)), size, reach > 50 ? 20 : 10);
}

/** The centre of some positions, and how many degrees around it show all of them. */
export function fitGlobe(places: readonly Coordinates[]): { centre: Coordinates; reach: number } {
  const vectors = places.filter(isFiniteCoordinates).map(vectorOf);
  // The mean of vectors works across the date line.
  const centre = coordinatesOf(vectors.reduce<Vector>((all, each) => combine(all, 1, each, 1), [0, 0, 0]));
  const up = vectorOf(centre);
  const distances = vectors.map((each) => degrees(angleBetween(up, each)));
  const reach = clamp(1.25 * Math.max(0, ...distances), minReachDegrees, maxReachDegrees);
  return { centre, reach };
}

export interface Size {
  width: number;
  height: number;
}

export const frameOf = ({ width, height }: Size): Frame => ({
  left: margin,
  top: margin,
  right: width - margin,
  bottom: height - margin,
});

/** The projection may show more of the earth than fits into the picture. */
export function earthMap(
  { project, unproject, projectLine, outline, land }: Projection,
  size: Size,
  graticuleDegrees: number,
): EarthMap {
  const lineOf = (points: readonly Coordinates[]) => projectLine(points.filter(isFiniteCoordinates));
  let [graticule, coast]: Point[][][] = [];
  return {
    ...size,
    frame: frameOf(size),
    project: (at) => (isFiniteCoordinates(at) ? project(at) : undefined),
    unproject,
    projectLine: lineOf,
    outline: [simplifyLine(outline, graticuleTolerance)],
    // Graticule and coast are computed on first use, so that a caller that renders in steps can spread the work.
    get graticule() {
      graticule ??= graticuleLines(graticuleDegrees)
        .flatMap(lineOf)
        .map((each) => simplifyLine(each, graticuleTolerance));
      return graticule;
    },
    get coast() {
      coast ??= land(rings)
        .filter((ring) => isNear(ring, size))
        .map((ring) => simplifyLine(ring, coastTolerance))
        .filter(isLargeEnough);
      return coast;
    },
  };
}

/** Meridians and parallels. Beyond 80° only every 90th meridian continues, because they would crowd there. */
function graticuleLines(stepDegrees: number): Coordinates[][] {
  const meridians = range(-180, 180 - stepDegrees, stepDegrees).map((longitude) => {
    const end = longitude % 90 === 0 ? 90 : 80;
    return [-end, 0, end].map((latitude) => ({ latitude, longitude }));
  });
  const parallels = range(-80, 80, 1)
    .filter((latitude) => latitude % stepDegrees === 0)
    .map((latitude) => range(-180, 180, 5).map((longitude) => ({ latitude, longitude })));
  return [...meridians, ...parallels];
}

const isFiniteCoordinates = ({ latitude, longitude }: Coordinates) =>
  Number.isFinite(latitude) && Number.isFinite(longitude);

/** Whether a line comes within one picture of the picture, so that a map that is dragged is not empty at its edge. */
function isNear(line: readonly Point[], { width, height }: Size): boolean {
  const { left, top, right, bottom } = boundsOf(line);
  return right > -width && left < 2 * width && bottom > -height && top < 2 * height;
}

/** Smaller islands would be specks that cost as many bytes as a headland. */
export function isLargeEnough(ring: Point[]): boolean {
  const { left, top, right, bottom } = boundsOf(ring);
  return right - left + bottom - top > 6;
}

/** The coordinates of a regular grid of points in a picture, row by row. */
export interface MapSamples {
  step: number;
  columns: number;
  rows: number;
  /** The first point. */
  origin: Point;
  coordinates: Coordinates[];
}

/** A field that is sampled in the picture has no seams, wherever the projection is cut. */
const defaultSampleStep = 4;

/** Samples start one step outside the picture. Drawings are clipped to the earth's outline. */
export function sampleMap(earth: EarthMap, step = defaultSampleStep): MapSamples {
  const columns = Math.ceil(earth.width / step) + 3;
  const rows = Math.ceil(earth.height / step) + 3;
  const origin = { x: -step, y: -step };
  const coordinates = Array.from({ length: columns * rows }, (_, index) =>
    nearestCoordinates(earth, {
      x: origin.x + (index % columns) * step,
      y: origin.y + Math.floor(index / columns) * step,
    }),
  );
  return { step, columns, rows, origin, coordinates };
}

const maxTries = 40;

/** Points beyond the rim of a globe get the coordinates of the rim, so that no contour runs along it. */
function nearestCoordinates(earth: EarthMap, place: Point): Coordinates {
  const centre = { x: earth.width / 2, y: earth.height / 2 };
  for (let tried = 0; tried < maxTries; tried++) {
    const part = 1 - tried / maxTries;
    const found = earth.unproject({
      x: centre.x + (place.x - centre.x) * part,
      y: centre.y + (place.y - centre.y) * part,
    });
    if (found) return found;
  }
  return { latitude: 0, longitude: 0 };
}
