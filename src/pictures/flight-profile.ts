import { hourMs } from '../time.ts';
import { linearScale, niceExtent, niceTicks, type Scale, type Tick, timeTicks } from './axes.ts';
import { formatTick, parseTime, pluralize } from './format.ts';
import { clipLine, type Frame, type Point } from './geometry.ts';
import type { PictureOf } from './picture.ts';
import { type Leg, listLegs, type TrackPoint } from './sounding/legs.ts';
import { kilometres } from './sounding/unavailable.ts';
import { coordinateCells, numberCell, type PictureTable, timeCell } from './table.ts';

interface HeightMark extends Point {
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
  legs: { leg: Leg; marks: HeightMark[]; lines: Point[][] }[];
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

const profileHeight = 240;
const defaultWidth = 640;
const tickWidth = 70;

const shownLegs = 6;

/** Enough of a flight to see what it does for days. */
export function firstLegs(track: readonly TrackPoint[]): TrackPoint[] {
  const last = listLegs(track).slice(0, shownLegs).at(-1);
  return track.filter(({ transmit_time }) => parseTime(transmit_time) <= (last?.end.timeSeconds ?? 0) * 1000);
}

/** The altitude of a flight over time, leg by leg, in kilometres; undefined if it never moved. */
export function drawProfile(
  track: readonly TrackPoint[],
  { isFlying = true, width = defaultWidth, window }: ProfileOptions = {},
): Profile | undefined {
  const frame: Frame = { left: 44, top: 22, right: width - 28, bottom: profileHeight - 34 };
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
    height: profileHeight,
    frame,
    times: timeTicks(fromMs, toMs, Math.max(3, Math.floor(width / tickWidth) - 1)).map((value) => ({
      value,
      at: x.at(value),
      label: formatTick(value),
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

export function describeFlight(track: PictureOf<'flight'>['track']): string {
  const legs = listLegs(track);
  const times = track.map(({ transmit_time }) => parseTime(transmit_time)).filter(Number.isFinite);
  if (legs.length === 0 || times.length === 0) return 'The balloon has not moved yet.';
  const highest = Math.max(...legs.flatMap(({ begin, end }) => [begin.altitudeMetres, end.altitudeMetres]));
  const hours = (Math.max(...times) - Math.min(...times)) / hourMs;
  const long = hours < 48 ? `${hours.toFixed(0)} hours` : `${(hours / 24).toFixed(1)} days`;
  return `${long} in ${pluralize(legs.length, 'leg')}, up to ${kilometres(highest)}; each leg up or down is a sounding.`;
}

/** What a leg is, told by the first ones of a flight. */
export function describeLegs(track: PictureOf<'legs'>['track']): string {
  const legs = listLegs(track, false);
  const [first] = legs;
  if (!first) return 'The balloon has not moved.';
  const hours = (legs.at(-1)!.end.timeSeconds - first.begin.timeSeconds) / 3600;
  return `After its launch a balloon goes up and down for days. Each way from one turn to the next is a leg, and every leg is a sounding of the air: here ${pluralize(legs.length, 'leg')} in ${hours.toFixed(0)} hours, the first up to ${kilometres(first.end.altitudeMetres)}.`;
}

export function trackTable(track: PictureOf<'flight'>['track']): PictureTable {
  return {
    columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
    rows: track.map((row) => [
      timeCell(row.transmit_time),
      ...coordinateCells(row),
      numberCell(row.altitude, 0),
    ]),
  };
}
