import type { Coordinates } from '../api/data-api.ts';
import { worldMap } from './earth-map.ts';
import { formatCoordinates, formatDay, parseTime, pluralize } from './format.ts';
import type { Point } from './geometry.ts';
import type { PictureOf } from './picture.ts';
import { drawTracksOn, type Track, type TrackMap } from './track-map.ts';

interface BasinBox {
  name: string;
  west: number;
  east: number;
  south: number;
  north: number;
}

interface CycloneMap extends TrackMap {
  basins: { name: string; lines: Point[][]; label: Point | undefined }[];
}

/** Cyclones on the whole earth, with the frames of the basins they are in. */
export function drawCyclones(tracks: readonly Track[], basins: readonly BasinBox[]): CycloneMap {
  const map = drawTracksOn(worldMap(), tracks, []);
  return {
    ...map,
    basins: basins.map((basin) => ({
      name: basin.name,
      lines: map.earth.projectLine(borderOf(basin)),
      label: map.earth.project({ latitude: basin.north, longitude: basin.west }),
    })),
  };
}

/** Parallels are no great circles: a point every few degrees keeps them where they are. */
function borderOf({ west, east, south, north }: BasinBox): Coordinates[] {
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

export function describeCyclones(tracks: PictureOf<'cyclones'>['tracks']): string {
  const entries = Object.entries(tracks).filter(([, points]) => points.length > 0);
  if (entries.length === 0) return 'The forecast sees no tropical cyclone.';
  const each = entries.map(([id, points]) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    return `${id} from ${formatCoordinates(first)} to ${formatCoordinates(last)} on ${formatDay(parseTime(last.time))}`;
  });
  return `${pluralize(entries.length, 'tropical cyclone')}: ${each.join('; ')}.`;
}
