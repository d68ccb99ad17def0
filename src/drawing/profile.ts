import { type Leg, listLegs, type TrackPoint } from '../sounding/legs.ts';
import { linearScale, niceExtent, niceTicks, type Tick, timeLabel, timeTicks } from './axes.ts';
import type { Frame, Place } from './frame.ts';

interface HeightMark extends Place {
  timeMs: number;
  altitudeMetres: number;
}

interface Profile {
  width: number;
  height: number;
  frame: Frame;
  times: Tick[];
  heights: Tick[];
  /** Each leg from its first to its last point. */
  legs: { leg: Leg; marks: HeightMark[] }[];
  end: HeightMark;
}

const frame: Frame = { left: 44, top: 22, right: 612, bottom: 206 };

/** The altitude of a whole flight over time, leg by leg; undefined if it never moved. */
export function drawProfile(track: readonly TrackPoint[], isFlying = true): Profile | undefined {
  const points = track
    .map(({ transmit_time, altitude }) => ({ timeMs: Date.parse(transmit_time), altitudeMetres: altitude }))
    .filter(({ timeMs, altitudeMetres }) => Number.isFinite(timeMs) && Number.isFinite(altitudeMetres))
    .sort((one, other) => one.timeMs - other.timeMs);
  const legs = listLegs(track, isFlying);
  const [first, last] = [points[0], points.at(-1)];
  const extent = niceExtent([0, ...points.map(({ altitudeMetres }) => altitudeMetres / 1000)], 5);
  if (!first || !last || first.timeMs === last.timeMs || !extent || legs.length === 0) return undefined;
  const x = linearScale([first.timeMs, last.timeMs], [frame.left, frame.right]);
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const mark = (point: (typeof points)[number]): HeightMark => ({
    ...point,
    x: x.at(point.timeMs),
    y: y.at(point.altitudeMetres / 1000),
  });
  return {
    width: 640,
    height: 240,
    frame,
    times: timeTicks(first.timeMs, last.timeMs, 8).map((value) => ({
      value,
      at: x.at(value),
      label: timeLabel(value),
    })),
    heights: niceTicks(...extent, 5).map((value) => ({ value, at: y.at(value), label: `${value}` })),
    legs: legs.map((leg) => ({
      leg,
      marks: points
        .filter(
          ({ timeMs }) => timeMs >= leg.begin.timeSeconds * 1000 && timeMs <= leg.end.timeSeconds * 1000,
        )
        .map(mark),
    })),
    end: mark(last),
  };
}
