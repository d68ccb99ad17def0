import type { Coordinates } from '../api/data-api.ts';
import { formatDayAndMonth } from '../time.ts';
import { type EarthMap, earthMap, fitGlobe, frameOf, globeMap, worldMap } from './earth-map.ts';
import { formatCoordinates, parseTime, pluralize } from './format.ts';
import { boundsOf, clipLine, clipPolygon, type Frame } from './geometry.ts';
import type { PictureOf, PictureText } from './picture.ts';
import { naturalEarth, type Projection } from './projections.ts';
import { coordinateCells, timeCell } from './table.ts';
import { drawTrack, toTrack } from './track-map.ts';

type BasinBox = Record<'west' | 'east' | 'south' | 'north', number>;
type CycloneTracks = PictureOf<'cyclones'>['tracks'];

/** Cyclones on a map of the part of the world that they cross, with the limits of the basins that their ids start with. */
export function drawCyclones(cyclones: CycloneTracks, basinBoxes: Record<string, BasinBox>) {
  const earth = regionMap(Object.values(cyclones).flat());
  const used = new Set(Object.keys(cyclones).map((id) => id.slice(0, 2)));
  return {
    earth,
    tracks: Object.entries(cyclones).map(([id, rows]) => drawTrack(earth, toTrack(id, rows))),
    basins: Object.entries(basinBoxes).flatMap(([name, box]) =>
      used.has(name) ? [{ name, lines: earth.projectLine(borderOf(box)) }] : [],
    ),
  };
}

/** Parallels are not great circles, so they need a point every few degrees. */
function borderOf({ west, east, south, north }: BasinBox): Coordinates[] {
  const width = east > west ? east - west : east + 360 - west;
  const steps = Math.max(2, Math.ceil(width / 5));
  const along = (latitude: number) =>
    Array.from({ length: steps + 1 }, (_, index) => ({
      latitude,
      longitude: west + (width * index) / steps,
    }));
  return [...along(south), ...along(north).reverse(), { latitude: south, longitude: west }];
}

export function describeCyclones(tracks: CycloneTracks): string {
  const cyclones = Object.entries(tracks).flatMap(([id, rows]) => {
    const [first, last] = [rows[0], rows.at(-1)];
    return first && last
      ? `${id} from ${formatCoordinates(first)} to ${formatCoordinates(last)} on ${formatDayAndMonth(parseTime(last.time))}`
      : [];
  });
  if (cyclones.length === 0) return 'No tropical cyclones in this forecast.';
  return `${pluralize(cyclones.length, 'tropical cyclone')}: ${cyclones.join('; ')}.`;
}

export const cyclonesText: PictureText<'cyclones'> = {
  caption: ({ tracks }) => describeCyclones(tracks),
  table: ({ tracks }) => ({
    columns: ['Cyclone', 'Time (UTC)', 'Latitude', 'Longitude'],
    rows: Object.entries(tracks).flatMap(([id, rows]) =>
      rows.map((row) => [id, timeCell(row.time), ...coordinateCells(row)]),
    ),
  }),
};

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
function regionMap(places: readonly Coordinates[]): EarthMap {
  const world = worldMap();
  const { width, height, frame } = world;
  const points = places.flatMap((place) => world.project(place) ?? []);
  if (points.length === 0) return world;
  const { left, top, right, bottom } = boundsOf(points);
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
