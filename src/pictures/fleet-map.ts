import type { Place } from './frame.ts';
import type { FleetRows } from './picture.ts';
import { type EarthMap, worldMap } from './projection.ts';
import type { Coordinates } from './sphere.ts';

interface DrawnBalloon {
  name: string;
  isRising: boolean;
  track: Place[][];
  /** Where it is; undefined on the side of the earth that is turned away. */
  head: Place | undefined;
  /** The points of its track that can be seen: a click near one means this balloon. */
  marks: Place[];
}

export interface FleetMap {
  earth: EarthMap;
  balloons: DrawnBalloon[];
}

/** All balloons with the tracks of their last day, on the whole earth or on a part of it. */
export function drawFleet({ balloons }: Pick<FleetRows, 'balloons'>, earth: EarthMap = worldMap()): FleetMap {
  return {
    earth,
    balloons: balloons.map(({ name, is_rising: isRising, track }) => {
      const points = track.map(coordinatesOf);
      return {
        name,
        isRising,
        track: earth.line(points),
        head: points.slice(-1).flatMap((point) => earth.place(point) ?? [])[0],
        marks: points.flatMap((point) => earth.place(point) ?? []),
      };
    }),
  };
}

const coordinatesOf = ([latitude, longitude]: readonly [number, number]): Coordinates => ({
  latitude,
  longitude,
});
