import type { Coordinates } from '../../api/data-api.ts';
import { type EarthMap, globeMap, worldMap } from '../../pictures/earth-map.ts';
import { parseTime } from '../../pictures/format.ts';
import type { Point } from '../../pictures/geometry.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { hourMs } from '../../time.ts';
import type { Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

interface TimedPlace extends Coordinates {
  timeMs: number;
}

/** The points of a flight with a place, oldest first. */
export const trackOf = ({ track }: Flight): TimedPlace[] =>
  track.map(({ transmit_time, latitude, longitude }) => ({
    timeMs: parseTime(transmit_time),
    latitude,
    longitude,
  }));

export const pathOf = ({ path }: Flight): TimedPlace[] =>
  path.map(({ time, latitude, longitude }) => ({ timeMs: parseTime(time), latitude, longitude }));

let world: EarthMap | undefined;
const AROUND_MS = 18 * hourMs;

/** The whole earth, or what a balloon has seen of it some hours before and after a leg. */
export function earthOf(map: Settings['map'], flight: Flight, { begin, end }: Leg): EarthMap {
  if (map === 'world') {
    world ??= worldMap();
    return world;
  }
  const [fromMs, toMs] = [begin.timeSeconds * 1000 - AROUND_MS, end.timeSeconds * 1000 + AROUND_MS];
  const near = [...trackOf(flight), ...pathOf(flight)].filter(
    ({ timeMs }) => timeMs >= fromMs && timeMs <= toMs,
  );
  return globeMap(near);
}

/** The places of a flight that can be seen, each with its time. */
export const marksOf = (earth: EarthMap, points: readonly TimedPlace[]): (Point & { timeMs: number })[] =>
  points.flatMap((point) => {
    const place = earth.project(point);
    return place ? [{ ...place, timeMs: point.timeMs }] : [];
  });

/** The nearest of some marks, if it is within reach. */
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
