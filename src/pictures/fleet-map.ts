import type { Place } from './frame.ts';
import type { FleetRows } from './picture.ts';
import type { EarthMap } from './projection.ts';

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
