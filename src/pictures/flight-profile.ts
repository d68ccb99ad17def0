import { hourMs } from '../time.ts';
import { linearScale, niceExtent, timeAxis, valueAxis } from './axes.ts';
import { formatKilometres, parseTime, pluralize } from './format.ts';
import { clipLine, type Frame } from './geometry.ts';
import type { PictureText } from './picture.ts';
import { listLegs, type TrackPoint } from './sounding/legs.ts';
import { positionsTable } from './table.ts';
import { defaultUnits, feetOf, formatHeight, type Units } from './units.ts';

interface ProfileOptions {
  isFlying?: boolean;
  width?: number;
  height?: number;
  /** The time range that is drawn, in ms; by default the whole flight. */
  window?: readonly [number, number] | undefined;
  units?: Units;
}

const tickWidth = 70;

/** The altitude of a flight over time, leg by leg; undefined if the balloon never moved. */
export function drawProfile(
  track: readonly TrackPoint[],
  { isFlying = true, width = 640, height = 240, window, units = defaultUnits }: ProfileOptions = {},
) {
  const frame: Frame = { left: 44, top: 22, right: width - 28, bottom: height - 34 };
  const rows = track
    .map(({ transmit_time, altitude }) => ({ timeMs: Date.parse(transmit_time), altitudeMetres: altitude }))
    .filter(({ timeMs, altitudeMetres }) => Number.isFinite(timeMs) && Number.isFinite(altitudeMetres))
    .sort((one, other) => one.timeMs - other.timeMs);
  const legs = listLegs(track, isFlying);
  const [first, last] = [rows[0], rows.at(-1)];
  const isFeet = units.heights === 'ft';
  const shownHeight = (metres: number) => (isFeet ? feetOf(metres) : metres) / 1000;
  const extent = niceExtent([0, ...rows.map(({ altitudeMetres }) => shownHeight(altitudeMetres))], 5);
  if (!first || !last || first.timeMs === last.timeMs || !extent || legs.length === 0) return undefined;
  const shown = window ?? ([first.timeMs, last.timeMs] as const);
  const x = linearScale(shown, [frame.left, frame.right]);
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const yAt = (metres: number) => y.at(shownHeight(metres));
  const mark = (row: typeof first) => ({ ...row, x: x.at(row.timeMs), y: yAt(row.altitudeMetres) });
  return {
    width,
    height,
    frame,
    times: timeAxis(x, shown, Math.max(3, Math.floor(width / tickWidth) - 1)),
    heights: valueAxis(y, extent, 5),
    heightUnit: `${isFeet ? '1,000 ft' : 'km'} above sea level`,
    /** `marks` are all rows of the leg; `lines` are cut at the frame. */
    legs: legs.map((leg) => {
      const [fromMs, toMs] = [leg.begin.timeSeconds * 1000, leg.end.timeSeconds * 1000];
      const marks = rows.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs).map(mark);
      return { leg, marks, lines: clipLine(marks, frame) };
    }),
    end: mark(last),
    x,
    yAt,
  };
}

export function describeFlight(track: readonly TrackPoint[], units: Units = defaultUnits): string {
  const legs = listLegs(track);
  const times = track.map(({ transmit_time }) => parseTime(transmit_time)).filter(Number.isFinite);
  if (legs.length === 0 || times.length === 0) return "The balloon hasn't moved yet.";
  const highest = Math.max(...legs.flatMap(({ begin, end }) => [begin.altitudeMetres, end.altitudeMetres]));
  const hours = (Math.max(...times) - Math.min(...times)) / hourMs;
  const duration = hours < 48 ? `${hours.toFixed(0)} h` : `${(hours / 24).toFixed(1)} days`;
  return `${duration}, ${pluralize(legs.length, 'leg')}, up to ${formatHeight(highest, units)} above sea level.`;
}

export const flightText: PictureText<'flight'> = {
  caption: ({ track }) => describeFlight(track),
  table: ({ track }) => positionsTable(timed(track)),
};

const timed = (track: readonly TrackPoint[]) =>
  track.map(({ transmit_time, ...position }) => ({ ...position, time: transmit_time }));

const explainedLegs = 6;

/** The first legs are enough to show how a flight continues for days. */
export function firstLegs(track: readonly TrackPoint[]): TrackPoint[] {
  const last = listLegs(track).slice(0, explainedLegs).at(-1);
  return track.filter(({ transmit_time }) => parseTime(transmit_time) <= (last?.end.timeSeconds ?? 0) * 1000);
}

/** Explains what a leg is, with the first legs of a flight. */
export const legsText: PictureText<'legs'> = {
  caption({ track }) {
    const legs = listLegs(firstLegs(track), false);
    const [first, last] = [legs[0], legs.at(-1)];
    if (!first || !last) return "The balloon hasn't moved yet.";
    const hours = (last.end.timeSeconds - first.begin.timeSeconds) / 3600;
    return `After launch, a balloon goes up and down for days. From one turn to the next is a leg, and every leg is a sounding of the air. Here are ${pluralize(legs.length, 'leg')} in ${hours.toFixed(0)} hours; the first reaches ${formatKilometres(first.end.altitudeMetres)} above sea level.`;
  },
  table: ({ track }) => positionsTable(timed(firstLegs(track))),
};
