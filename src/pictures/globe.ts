import type { Ring } from './earth/coast.ts';
import { flatRings } from './flat-rings.ts';
import type { Frame, Place } from './frame.ts';
import {
  alongGreatCircles,
  type Coordinates,
  coordinatesOf,
  dot,
  mixed,
  type Projection,
  radians,
  type Vector,
  vectorOf,
} from './sphere.ts';

/** A point of the earth as it is seen from far above the middle of the map. */
interface Seen {
  east: number;
  north: number;
  /** Towards the eye: 1 in the middle, 0 at the horizon. */
  up: number;
}

const RIM_STEP_RADIANS = radians(4);
const NEAR = 1e-9;

/** The earth from far above a place, as far as `reachDegrees` around it. */
export function globe(
  centre: Coordinates,
  reachDegrees: number,
  { left, top, right, bottom }: Frame,
): Projection {
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const rim = (right - left) / 2;
  const scale = rim / Math.sin(radians(reachDegrees));
  const upLeast = Math.cos(radians(reachDegrees));
  const up = vectorOf(centre);
  const north = vectorOf({ latitude: centre.latitude + 90, longitude: centre.longitude });
  const east = vectorOf({ latitude: 0, longitude: centre.longitude + 90 });

  const see = (at: Vector): Seen => ({ east: dot(at, east), north: dot(at, north), up: dot(at, up) });
  const isSeen = (at: Seen) => at.up >= upLeast - NEAR;
  const placeOf = (at: Seen): Place => ({ x: middleX + scale * at.east, y: middleY - scale * at.north });
  const onRim = (bearing: number): Place => ({
    x: middleX + rim * Math.sin(bearing),
    y: middleY - rim * Math.cos(bearing),
  });

  /** In which direction the rim lies between a point that is seen and one that is not. */
  function crossing(from: Seen, to: Seen): number {
    const part = (upLeast - from.up) / (to.up - from.up);
    return bearingOf({
      east: from.east + part * (to.east - from.east),
      north: from.north + part * (to.north - from.north),
    });
  }

  function line(points: readonly Coordinates[]): Place[][] {
    const lines: Place[][] = [];
    let last: Seen | undefined;
    for (const at of alongGreatCircles(points).map(see)) {
      const [wasSeen, isNowSeen] = [last !== undefined && isSeen(last), isSeen(at)];
      const cut = last && wasSeen !== isNowSeen ? [onRim(crossing(last, at))] : [];
      if (isNowSeen && !wasSeen) lines.push(cut);
      else if (wasSeen) lines.at(-1)!.push(...cut);
      if (isNowSeen) lines.at(-1)!.push(placeOf(at));
      last = at;
    }
    return lines.filter((each) => each.length > 1);
  }

  /** From one direction to another along the rim, the shorter way, without its first point. */
  function alongRim(from: number, to: number): Place[] {
    const angle = Math.atan2(Math.sin(to - from), Math.cos(to - from));
    const count = Math.max(1, Math.ceil(Math.abs(angle) / RIM_STEP_RADIANS));
    return Array.from({ length: count }, (_, step) => onRim(from + (angle * (step + 1)) / count));
  }

  /**
   * What cannot be seen is pulled to the rim, each point in its own direction: what lies within the line is the same
   * afterwards, save that a line around the point opposite goes once more around everything.
   */
  function pulledIn(ring: readonly Seen[]): Place[] {
    return ring.flatMap((at, index) => {
      const last = ring[index - 1] ?? at;
      if (isSeen(last) && isSeen(at)) return [placeOf(at)];
      if (isSeen(at)) return [...alongRim(bearingOf(last), crossing(last, at)), placeOf(at)];
      const begin = isSeen(last) ? crossing(last, at) : bearingOf(last);
      return [onRim(begin), ...alongRim(begin, bearingOf(at))];
    });
  }

  const turns = Math.ceil((2 * Math.PI) / RIM_STEP_RADIANS);
  const outline = Array.from({ length: turns + 1 }, (_, step) => onRim((2 * Math.PI * step) / turns));
  const opposite = coordinatesOf(mixed(up, -1, up, 0));
  return {
    place: (at) => {
      const seen = see(vectorOf(at));
      return isSeen(seen) ? placeOf(seen) : undefined;
    },
    coordinates: ({ x, y }) => {
      const [toEast, toNorth] = [(x - middleX) / scale, (middleY - y) / scale];
      const towards = 1 - toEast ** 2 - toNorth ** 2;
      return towards < 0
        ? undefined
        : coordinatesOf(mixed(mixed(east, toEast, north, toNorth), 1, up, Math.sqrt(towards)));
    },
    line,
    outline,
    land: (rings) =>
      rings.flatMap((ring) => {
        const points = ring.map(([longitude, latitude]) => see(vectorOf({ latitude, longitude })));
        if (!points.some(isSeen)) return isWithin(ring, centre) ? [outline] : [];
        return isWithin(ring, opposite) ? [pulledIn(points), outline] : [pulledIn(points)];
      }),
  };
}

const bearingOf = ({ east, north }: Pick<Seen, 'east' | 'north'>) => Math.atan2(east, north);

const isWithin = (ring: Ring, at: Coordinates) => flatRings(ring).some((flat) => isWithinFlat(flat, at));

function isWithinFlat(ring: Ring, { latitude, longitude }: Coordinates): boolean {
  let isInside = false;
  for (const [index, [x, y]] of ring.entries()) {
    const [lastX, lastY] = ring[index - 1] ?? ring.at(-1)!;
    if (y > latitude === lastY > latitude) continue;
    if (longitude < x + ((latitude - y) / (lastY - y)) * (lastX - x)) isInside = !isInside;
  }
  return isInside;
}
