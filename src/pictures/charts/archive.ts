import { dayMs } from '../../time.ts';
import { dayLabel, linearScale, type Tick } from '../axes.ts';
import type { Frame } from '../frame.ts';

interface YearStrip {
  year: number;
  y: number;
  height: number;
  /** Days that follow each other. */
  pieces: { fromMs: number; toMs: number; x: number; width: number }[];
}

interface Archive {
  width: number;
  height: number;
  frame: Frame;
  months: Tick[];
  strips: YearStrip[];
}

const LONGEST_YEAR_MS = 366 * dayMs;
const LEFT = 60;
const RIGHT = 624;
const ROW = 30;

/** One strip a year, newest on top; a day without a run is a gap. */
export function drawArchive(daysMs: readonly number[]): Archive | undefined {
  const days = daysMs.filter(Number.isFinite).toSorted((one, other) => one - other);
  const years = [...new Set(days.map(yearOf))].reverse();
  if (years.length === 0) return undefined;
  const frame: Frame = { left: LEFT, right: RIGHT, top: 14, bottom: 14 + ROW * years.length };
  const x = linearScale([0, LONGEST_YEAR_MS], [LEFT, RIGHT]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    months: everyOtherMonth(years[0]!, x.at),
    strips: years.map((year, index) => ({
      year,
      y: frame.top + ROW * index,
      height: ROW,
      pieces: piecesOf(days.filter((day) => yearOf(day) === year)).map(([fromMs, toMs]) => {
        const begin = x.at(fromMs - beginOf(year));
        return { fromMs, toMs, x: begin, width: x.at(toMs + dayMs - beginOf(year)) - begin };
      }),
    })),
  };
}

/** The first and the last day of each stretch without a gap. */
function piecesOf(days: readonly number[]): [number, number][] {
  const pieces: [number, number][] = [];
  for (const day of days) {
    const last = pieces.at(-1);
    if (last && day - last[1] <= dayMs) last[1] = day;
    else pieces.push([day, day]);
  }
  return pieces;
}

function everyOtherMonth(year: number, at: (ms: number) => number): Tick[] {
  return [0, 2, 4, 6, 8, 10].map((month) => {
    const timeMs = Date.UTC(year, month);
    return { value: timeMs, at: at(timeMs - beginOf(year)), label: dayLabel(timeMs).replace('1 ', '') };
  });
}

const yearOf = (timeMs: number) => new Date(timeMs).getUTCFullYear();
const beginOf = (year: number) => Date.UTC(year, 0);
