import type { Place } from './frame.ts';
import type { FleetRows } from './picture.ts';
import type { EarthMap } from './projection.ts';
import type { Coordinates } from './sphere.ts';

interface DrawnBalloon {
  name: string;
  track: Place[][];
  /** The position now; undefined on the side of the earth that is turned away. */
  head: Place | undefined;
  /** The visible positions of the track: a click near one of them selects this balloon. */
  marks: Place[];
}

/** All balloons with the tracks of their last day, on any map of the earth. */
export const drawFleet = (
  balloons: FleetRows['balloons'],
  earth: Pick<EarthMap, 'place' | 'line'>,
): DrawnBalloon[] =>
  balloons.map(({ name, track }) => {
    const positions = track.map(([latitude, longitude]) => ({ latitude, longitude }));
    return {
      name,
      track: earth.line(positions),
      head: positions.slice(-1).map(earth.place)[0],
      marks: positions.flatMap((position) => earth.place(position) ?? []),
    };
  });

const unitsPerDegree = 4;
const northDegrees = 78;
const southDegrees = -57;
const width = 360 * unitsPerDegree;

/** The earth without its poles as a rectangle, for a picture as wide as a page: every degree has the same size. */
export const wideMap = {
  width,
  height: (northDegrees - southDegrees) * unitsPerDegree,
  place({ latitude, longitude }: Coordinates): Place {
    const east = (((longitude + 180) % 360) + 360) % 360;
    return { x: east * unitsPerDegree, y: (northDegrees - latitude) * unitsPerDegree };
  },
  coordinates({ x, y }: Place): Coordinates {
    return { latitude: northDegrees - y / unitsPerDegree, longitude: x / unitsPerDegree - 180 };
  },
  /** A line that leaves the map on one side continues on the other. */
  line(positions: readonly Coordinates[]): Place[][] {
    const parts: Place[][] = [[]];
    for (const position of positions) {
      const place = wideMap.place(position);
      const before = parts.at(-1)!.at(-1) ?? place;
      if (Math.abs(place.x - before.x) > width / 2) parts.push([]);
      parts.at(-1)!.push(place);
    }
    return parts.filter((part) => part.length > 1);
  },
};

/** The mark that is nearest to a point, if it is within reach. */
export function nearestMark<Mark extends Place>(
  marks: readonly Mark[],
  { x, y }: Place,
  reach: number,
): Mark | undefined {
  let [nearest, distance]: [Mark | undefined, number] = [undefined, reach];
  for (const mark of marks) {
    const away = Math.hypot(mark.x - x, mark.y - y);
    if (away <= distance) [nearest, distance] = [mark, away];
  }
  return nearest;
}
