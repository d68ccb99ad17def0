import type { Coordinates } from '../api/data-api.ts';
import { dayMs, formatDayAndMonth, formatMinute, hourMs } from '../time.ts';
import { type EarthMap, globeMap } from './earth-map.ts';
import { formatCoordinates, formatKilometres, parseTime } from './format.ts';
import type { Point } from './geometry.ts';
import type { PictureText } from './picture.ts';
import { interpolate, wrapLongitude } from './sounding/math.ts';
import { coordinateCells, numberCell, positionsTable } from './table.ts';

interface TrackRow extends Coordinates {
  timeMs: number;
}

interface Track {
  name: string;
  rows: readonly TrackRow[];
}

export type DrawnTrack = ReturnType<typeof drawTrack>;

const dotIntervalMs = 6 * hourMs;
const labelSpacing = 34;
/** A label on the right of its dot needs this room. */
const labelWidth = 56;

export const toTrack = (name: string, rows: readonly (Coordinates & { time: string })[]): Track => ({
  name,
  rows: rows.map(({ time, latitude, longitude }) => ({ timeMs: parseTime(time), latitude, longitude })),
});

/** A globe that shows all of the track. */
export function drawPath(track: Track) {
  const earth = globeMap(track.rows);
  return { earth, track: drawTrack(earth, track) };
}

export function drawLocation(place: Coordinates) {
  const earth = globeMap([place]);
  return { earth, point: earth.project(place) };
}

/** Dots mark every six hours; midnight is marked with `isDay`, and has a label where there is room. */
export function drawTrack(earth: EarthMap, { name, rows }: Track) {
  let last: Point | undefined;
  const [first] = rows;
  return {
    name,
    lines: earth.projectLine(rows),
    start: first && earth.project(first),
    dots: everySixHours(rows).flatMap(({ timeMs, ...coordinates }) => {
      const point = earth.project(coordinates);
      if (!point) return [];
      const isDay = timeMs % dayMs === 0;
      const hasRoom = !last || Math.hypot(point.x - last.x, point.y - last.y) >= labelSpacing;
      if (isDay && hasRoom) last = point;
      const label = isDay && hasRoom ? formatDayAndMonth(timeMs) : undefined;
      const room = earth.frame.right - point.x;
      return [{ ...point, timeMs, isDay, label, isLabelLeft: room > 0 && room < labelWidth }];
    }),
  };
}

/** The positions at 00, 06, 12 and 18 UTC, interpolated between two rows if necessary. */
function everySixHours(rows: readonly TrackRow[]): TrackRow[] {
  const found: TrackRow[] = [];
  for (const [index, to] of rows.entries()) {
    const from = rows[index - 1] ?? to;
    const timeMs = Math.floor(to.timeMs / dotIntervalMs) * dotIntervalMs;
    if (timeMs < from.timeMs || timeMs === found.at(-1)?.timeMs) continue;
    const part = to.timeMs === from.timeMs ? 0 : (timeMs - from.timeMs) / (to.timeMs - from.timeMs);
    // The track takes the shorter way around the earth.
    const east = wrapLongitude(to.longitude - from.longitude);
    const latitude = interpolate(from.latitude, to.latitude, part);
    found.push({ timeMs, latitude, longitude: from.longitude + part * east });
  }
  return found;
}

export const pathText: PictureText<'path'> = {
  caption({ path }) {
    const [first, last] = [path[0], path.at(-1)];
    if (!first || !last) return 'No predicted path.';
    return `From ${formatCoordinates(first)} on ${formatMinute(parseTime(first.time))} to ${formatCoordinates(last)} on ${formatMinute(parseTime(last.time))}.`;
  },
  table: ({ path }) => positionsTable(path),
};

export const placeText: PictureText<'place'> = {
  caption: ({ name, place }) =>
    `${name}: ${formatCoordinates(place)}${place.altitude === undefined ? '' : `, altitude ${formatKilometres(place.altitude)}`}.`,
  table: ({ name, place }) => ({
    columns: ['Location', 'Latitude', 'Longitude', 'Altitude (m)'],
    rows: [[name, ...coordinateCells(place), numberCell(place.altitude, 0)]],
  }),
};
