import type { Coordinates } from '../api/data-api.ts';
import { formatDayAndMonth } from '../time.ts';
import { formatCoordinates, parseTime, pluralize } from './format.ts';
import type { PictureOf, PictureText } from './picture.ts';
import { regionMap } from './region-map.ts';
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
