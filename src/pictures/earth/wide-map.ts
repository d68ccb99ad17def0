import type { Place } from '../frame.ts';
import type { Coordinates } from '../sphere.ts';

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
