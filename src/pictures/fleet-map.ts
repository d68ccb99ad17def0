import type { Coordinates } from '../api/data-api.ts';
import { formatMinute } from '../time.ts';
import { regionName } from './earth/regions.ts';
import type { EarthMap } from './earth-map.ts';
import { formatKilometres, parseTime, pluralize } from './format.ts';
import { distanceToLines, type Point } from './geometry.ts';
import type { FleetRows, PictureText } from './picture.ts';
import { wrapLongitude } from './sounding/math.ts';
import { coordinateCells, numberCell } from './table.ts';

interface DrawnBalloon {
  name: string;
  track: Point[][];
  /** The position now; undefined on the side of the earth that is turned away. */
  head: Point | undefined;
}

/** All balloons with the tracks of their last day, on any map of the earth. */
export const drawFleet = (
  balloons: FleetRows['balloons'],
  earth: Pick<EarthMap, 'project' | 'projectLine'>,
): DrawnBalloon[] =>
  balloons.map(({ name, track }) => {
    const positions = track.map(([latitude, longitude]) => ({ latitude, longitude }));
    return {
      name,
      track: earth.projectLine(positions),
      head: positions.slice(-1).map(earth.project)[0],
    };
  });

/** The balloon whose head or track is nearest to a point, if one is within reach. A head counts before a track. */
export function nearestBalloon<Balloon extends DrawnBalloon>(
  balloons: readonly Balloon[],
  point: Point,
  reach: number,
): Balloon | undefined {
  let [nearest, distance]: [Balloon | undefined, number] = [undefined, reach];
  for (const balloon of balloons) {
    const { head, track } = balloon;
    const toHead = head ? Math.hypot(head.x - point.x, head.y - point.y) : Infinity;
    const away = toHead < reach ? toHead - reach : distanceToLines(point, track);
    if (away < distance) [nearest, distance] = [balloon, away];
  }
  return nearest;
}

const unitsPerDegree = 4;
const northDegrees = 78;
const southDegrees = -57;
const width = 360 * unitsPerDegree;

/** The earth without its poles as a rectangle, for a picture as wide as a page: every degree has the same size. */
export const wideMap = {
  width,
  height: (northDegrees - southDegrees) * unitsPerDegree,
  project({ latitude, longitude }: Coordinates): Point {
    return {
      x: (wrapLongitude(longitude) + 180) * unitsPerDegree,
      y: (northDegrees - latitude) * unitsPerDegree,
    };
  },
  unproject({ x, y }: Point): Coordinates {
    return { latitude: northDegrees - y / unitsPerDegree, longitude: x / unitsPerDegree - 180 };
  },
  /** A line that leaves the map on one side continues on the other. */
  projectLine(positions: readonly Coordinates[]): Point[][] {
    const parts: Point[][] = [];
    let part: Point[] = [];
    for (const point of positions.map(wideMap.project)) {
      const before = part.at(-1);
      if (!before || Math.abs(point.x - before.x) > width / 2) {
        part = [];
        parts.push(part);
      }
      part.push(point);
    }
    return parts.filter(({ length }) => length > 1);
  },
};

/** The mark that is nearest to a point, if it is within reach. */
export function nearestMark<Mark extends Point>(
  marks: readonly Mark[],
  { x, y }: Point,
  reach: number,
): Mark | undefined {
  let [nearest, distance]: [Mark | undefined, number] = [undefined, reach];
  for (const mark of marks) {
    const away = Math.hypot(mark.x - x, mark.y - y);
    if (away <= distance) [nearest, distance] = [mark, away];
  }
  return nearest;
}

export const fleetText: PictureText<'fleet'> = {
  caption({ fleet: { time, balloons } }) {
    const heights = balloons.map(({ altitude }) => altitude).filter(Number.isFinite);
    if (heights.length === 0) return 'No balloons in the air.';
    const rising = balloons.filter(({ is_rising }) => is_rising).length;
    return `${pluralize(balloons.length, 'balloon')} in the air on ${formatMinute(parseTime(time))}, between ${formatKilometres(Math.min(...heights))} and ${formatKilometres(Math.max(...heights))}: ${rising} ascending, ${balloons.length - rising} descending.`;
  },
  table: ({ fleet }) => ({
    columns: ['Mission', 'Region', 'Latitude', 'Longitude', 'Altitude (m)', 'Direction'],
    rows: fleet.balloons.map(({ name, altitude, is_rising, track }) => {
      const [latitude, longitude] = track.at(-1) ?? [Number.NaN, Number.NaN];
      const position = { latitude, longitude };
      const direction = is_rising ? 'ascending' : 'descending';
      return [name, regionName(position), ...coordinateCells(position), numberCell(altitude, 0), direction];
    }),
  }),
};
