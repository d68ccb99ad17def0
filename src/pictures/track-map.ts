import type { Coordinates } from '../api/data-api.ts';
import { hourMs } from '../time.ts';
import { type EarthMap, globeMap } from './earth-map.ts';
import { formatCoordinates, formatDay, formatTime, parseTime } from './format.ts';
import type { Point } from './geometry.ts';
import type { PictureOf } from './picture.ts';
import { kilometres } from './sounding/unavailable.ts';

interface TrackRow extends Coordinates {
  timeMs: number;
}

export interface MapMark extends Point, Coordinates {
  label?: string;
}

export interface DrawnTrack {
  name: string;
  lines: Point[][];
  /** Every six hours; the days among them are larger and have a label. */
  dots: (MapMark & { timeMs: number; isDay: boolean })[];
  start: MapMark | undefined;
}

export interface TrackMap {
  earth: EarthMap;
  tracks: DrawnTrack[];
  places: MapMark[];
}

const sixHoursMs = 6 * hourMs;

const dayMs = 4 * sixHoursMs;

const labelSpacing = 34;

export interface Track {
  name: string;
  points: readonly TrackRow[];
}

/** Tracks and places on the part of the earth that they need, seen from above their middle. */
export function drawTrackMap(
  tracks: readonly Track[],
  places: readonly (Coordinates & { label: string })[],
): TrackMap {
  return drawTracksOn(globeMap([...tracks.flatMap(({ points }) => points), ...places]), tracks, places);
}

export function drawTracksOn(
  earth: EarthMap,
  tracks: readonly Track[],
  places: readonly (Coordinates & { label: string })[],
): TrackMap {
  const mark = marker(earth);
  return { earth, tracks: tracks.map((track) => drawTrack(earth, track)), places: places.flatMap(mark) };
}

export function drawTrack(earth: EarthMap, { name, points }: Track): DrawnTrack {
  const mark = marker(earth);
  return {
    name,
    lines: earth.projectLine(points),
    dots: withLabels(everySixHours(points).flatMap(mark)),
    start: points.slice(0, 1).flatMap(mark)[0],
  };
}

const marker =
  (earth: EarthMap) =>
  <Some extends Coordinates>(some: Some) => {
    const at = earth.project(some);
    return at ? [{ ...some, ...at }] : [];
  };

function withLabels(dots: (TrackRow & Point)[]): DrawnTrack['dots'] {
  let last: Point | undefined;
  return dots.map((dot) => {
    const isDay = dot.timeMs % dayMs === 0;
    if (!isDay || (last && Math.hypot(dot.x - last.x, dot.y - last.y) < labelSpacing))
      return { ...dot, isDay };
    last = dot;
    return { ...dot, isDay, label: formatDay(dot.timeMs) };
  });
}

/** Where a track is at 00, 06, 12 and 18 UTC, between two of its points if need be. */
function everySixHours(points: readonly TrackRow[]): TrackRow[] {
  const found: TrackRow[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const timeMs = Math.floor(to.timeMs / sixHoursMs) * sixHoursMs;
    if (timeMs < from.timeMs || timeMs === found.at(-1)?.timeMs) continue;
    const part = to.timeMs === from.timeMs ? 0 : (timeMs - from.timeMs) / (to.timeMs - from.timeMs);
    // The shorter way round the earth.
    const east = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
    const latitude = from.latitude + part * (to.latitude - from.latitude);
    found.push({ timeMs, latitude, longitude: from.longitude + part * east });
  }
  return found;
}

export function describePath(path: PictureOf<'path'>['path']): string {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return 'No path is predicted.';
  return `From ${formatCoordinates(first)} on ${formatTime(parseTime(first.time))} to ${formatCoordinates(last)} on ${formatTime(parseTime(last.time))}; a dot every 6 hours.`;
}

export function describePlace({ name, place }: PictureOf<'place'>): string {
  const high = place.altitude === undefined ? '' : `, ${kilometres(place.altitude)} high`;
  return `${name}: ${formatCoordinates(place)}${high}.`;
}
