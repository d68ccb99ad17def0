import type { Coordinates } from '../api/data-api.ts';
import { type EarthMap, earthMap, fitGlobe, frameOf, globeMap, worldMap } from './earth-map.ts';
import { clipLine, clipPolygon, type Frame } from './geometry.ts';
import { naturalEarth, type Projection } from './projections.ts';

const maxZoom = 5;
const minZoom = 1.3;
/** How much of the picture the positions may take. */
const shownShare = 0.72;
const maxGlobeReachDegrees = 60;
const graticuleDegrees = 10;

/**
 * The part of the world with all of the positions: an enlarged world map, or a globe if they are on both sides of the
 * date line, or the whole world if they are far apart.
 */
export function regionMap(places: readonly Coordinates[]): EarthMap {
  const world = worldMap();
  const { width, height, frame } = world;
  const points = places.flatMap((place) => world.project(place) ?? []);
  if (points.length === 0) return world;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoom = Math.min(
    maxZoom,
    (shownShare * width) / (right - left),
    (shownShare * height) / (bottom - top),
  );
  if (zoom < minZoom) return fitGlobe(places).reach <= maxGlobeReachDegrees ? globeMap(places) : world;
  const xAt = (x: number) => width / 2 + zoom * (x - (left + right) / 2);
  const yAt = (y: number) => height / 2 + zoom * (y - (top + bottom) / 2);
  const enlarged = {
    left: xAt(frame.left),
    right: xAt(frame.right),
    top: yAt(frame.top),
    bottom: yAt(frame.bottom),
  };
  const size = { width, height };
  return earthMap(clipped(naturalEarth(enlarged), frameOf(size)), size, graticuleDegrees);
}

/** The part of a projection that is inside of the frame. */
function clipped(projection: Projection, frame: Frame): Projection {
  const { left, right, top, bottom } = frame;
  return {
    ...projection,
    projectLine: (points) => projection.projectLine(points).flatMap((line) => clipLine(line, frame)),
    outline: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
      { x: left, y: top },
    ],
    land: (rings) => projection.land(rings).map((ring) => clipPolygon(ring, frame)),
  };
}
