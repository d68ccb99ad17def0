import {
  linearScale,
  niceExtent,
  niceTicks,
  parseTime,
  type Scale,
  type Tick,
  timeLabel,
  timeTicks,
} from './axes.ts';
import { clipLine, type Frame, type Place } from './frame.ts';
import { type Leg, listLegs, type TrackPoint } from './sounding/legs.ts';

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
  /** Each leg from its first to its last point, and what of it is inside the frame. */
  legs: { leg: Leg; marks: HeightMark[]; lines: Place[][] }[];
  end: HeightMark;
  x: Scale;
  y: Scale;
}

interface ProfileOptions {
  isFlying?: boolean;
  width?: number;
  /** What is shown of it, in ms; else the whole flight. */
  window?: readonly [number, number] | undefined;
}

const HEIGHT = 240;
const NARROW = 640;
const TICK_WIDTH = 70;

const LEGS_SHOWN = 6;

/** Enough of a flight to see what it does for days. */
export function firstLegs(track: readonly TrackPoint[]): TrackPoint[] {
  const last = listLegs(track).slice(0, LEGS_SHOWN).at(-1);
  return track.filter(({ transmit_time }) => parseTime(transmit_time) <= (last?.end.timeSeconds ?? 0) * 1000);
}

/** The altitude of a flight over time, leg by leg, in kilometres; undefined if it never moved. */
export function drawProfile(
  track: readonly TrackPoint[],
  { isFlying = true, width = NARROW, window }: ProfileOptions = {},
): Profile | undefined {
  const frame: Frame = { left: 44, top: 22, right: width - 28, bottom: HEIGHT - 34 };
  const points = track
    .map(({ transmit_time, altitude }) => ({ timeMs: Date.parse(transmit_time), altitudeMetres: altitude }))
    .filter(({ timeMs, altitudeMetres }) => Number.isFinite(timeMs) && Number.isFinite(altitudeMetres))
    .sort((one, other) => one.timeMs - other.timeMs);
  const legs = listLegs(track, isFlying);
  const [first, last] = [points[0], points.at(-1)];
  const extent = niceExtent([0, ...points.map(({ altitudeMetres }) => altitudeMetres / 1000)], 5);
  if (!first || !last || first.timeMs === last.timeMs || !extent || legs.length === 0) return undefined;
  const [fromMs, toMs] = window ?? [first.timeMs, last.timeMs];
  const x = linearScale([fromMs, toMs], [frame.left, frame.right]);
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const mark = (point: (typeof points)[number]): HeightMark => ({
    ...point,
    x: x.at(point.timeMs),
    y: y.at(point.altitudeMetres / 1000),
  });
  return {
    width,
    height: HEIGHT,
    frame,
    times: timeTicks(fromMs, toMs, Math.max(3, Math.floor(width / TICK_WIDTH) - 1)).map((value) => ({
      value,
      at: x.at(value),
      label: timeLabel(value),
    })),
    heights: niceTicks(...extent, 5).map((value) => ({ value, at: y.at(value), label: `${value}` })),
    legs: legs.map((leg) => {
      const marks = points
        .filter(
          ({ timeMs }) => timeMs >= leg.begin.timeSeconds * 1000 && timeMs <= leg.end.timeSeconds * 1000,
        )
        .map(mark);
      return { leg, marks, lines: clipLine(marks, frame) };
    }),
    end: mark(last),
    x,
    y,
  };
}
