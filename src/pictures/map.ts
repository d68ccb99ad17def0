import { hourMs } from '../time.ts';
import { dayLabel } from './axes.ts';
import type { Place } from './frame.ts';
import { type EarthMap, globeMap, worldMap } from './projection.ts';
import type { Coordinates } from './sphere.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

interface TrackRow extends Coordinates {
  timeMs: number;
}

interface PlaceMark extends Place, Coordinates {
  label?: string;
}

export interface DrawnTrack {
  name: string;
  lines: Place[][];
  /** Every six hours; the days among them are larger and have a label. */
  dots: (PlaceMark & { timeMs: number; isDay: boolean })[];
  start: PlaceMark | undefined;
}

interface TrackMap {
  earth: EarthMap;
  tracks: DrawnTrack[];
  places: PlaceMark[];
}

interface BasinFrame {
  name: string;
  west: number;
  east: number;
  south: number;
  north: number;
}

const SIX_HOURS_MS = 6 * hourMs;
const DAY_MS = 4 * SIX_HOURS_MS;
const LABELS_APART = 34;

interface Track {
  name: string;
  points: readonly TrackRow[];
}

/** Tracks and places on the part of the earth that they need, seen from above their middle. */
export function drawGlobe(
  tracks: readonly Track[],
  places: readonly (Coordinates & { label: string })[],
): TrackMap {
  return drawOn(globeMap([...tracks.flatMap(({ points }) => points), ...places]), tracks, places);
}

interface CycloneMap extends TrackMap {
  basins: { name: string; lines: Place[][]; label: Place | undefined }[];
}

/** Cyclones on the whole earth, with the frames of the basins they are in. */
export function drawCyclones(tracks: readonly Track[], basins: readonly BasinFrame[]): CycloneMap {
  const map = drawOn(worldMap(), tracks, []);
  return {
    ...map,
    basins: basins.map((basin) => ({
      name: basin.name,
      lines: map.earth.line(borderOf(basin)),
      label: map.earth.place({ latitude: basin.north, longitude: basin.west }),
    })),
  };
}

interface WindRow extends Coordinates {
  u: number;
  v: number;
  label: string;
}

interface WindMap {
  earth: EarthMap;
  winds: (PlaceMark & WindBarb & { u: number; v: number })[];
}

/** A barb for each place where wind was measured. */
export function drawWinds(rows: readonly WindRow[]): WindMap {
  const earth = worldMap();
  return {
    earth,
    winds: rows.flatMap(({ latitude, longitude, u, v, label }) => {
      const at = earth.place({ latitude, longitude });
      return at ? [{ latitude, longitude, label, u, v, ...at, ...windBarb({ u, v }, at, latitude < 0) }] : [];
    }),
  };
}

function drawOn(
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
    lines: earth.line(points),
    dots: withLabels(everySixHours(points).flatMap(mark)),
    start: points.slice(0, 1).flatMap(mark)[0],
  };
}

const marker =
  (earth: EarthMap) =>
  <Some extends Coordinates>(some: Some) => {
    const at = earth.place(some);
    return at ? [{ ...some, ...at }] : [];
  };

function withLabels(dots: (TrackRow & Place)[]): DrawnTrack['dots'] {
  let last: Place | undefined;
  return dots.map((dot) => {
    const isDay = dot.timeMs % DAY_MS === 0;
    if (!isDay || (last && Math.hypot(dot.x - last.x, dot.y - last.y) < LABELS_APART))
      return { ...dot, isDay };
    last = dot;
    return { ...dot, isDay, label: dayLabel(dot.timeMs) };
  });
}

/** Parallels are no great circles: a point every few degrees keeps them where they are. */
function borderOf({ west, east, south, north }: BasinFrame): Coordinates[] {
  const width = east > west ? east - west : east + 360 - west;
  const steps = Math.max(2, Math.ceil(width / 5));
  const along = (latitude: number) =>
    Array.from({ length: steps + 1 }, (_, index) => ({
      latitude,
      longitude: west + (width * index) / steps,
    }));
  const [below, above] = [along(south), along(north).reverse()];
  return [...below, ...above, below[0]!];
}

/** Where a track is at 00, 06, 12 and 18 UTC, between two of its points if need be. */
function everySixHours(points: readonly TrackRow[]): TrackRow[] {
  const found: TrackRow[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const timeMs = Math.floor(to.timeMs / SIX_HOURS_MS) * SIX_HOURS_MS;
    if (timeMs < from.timeMs || timeMs === found.at(-1)?.timeMs) continue;
    const part = to.timeMs === from.timeMs ? 0 : (timeMs - from.timeMs) / (to.timeMs - from.timeMs);
    // The shorter way round the earth.
    const east = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
    const latitude = from.latitude + part * (to.latitude - from.latitude);
    found.push({ timeMs, latitude, longitude: from.longitude + part * east });
  }
  return found;
}
