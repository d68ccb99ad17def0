import { dayMs, hourMs } from '../time.ts';
import { linearScale, niceTicks, type Tick, timeTicks } from './axes.ts';
import { formatCount, formatDay, formatTick, formatTime, pluralize } from './format.ts';
import type { Frame, Point } from './geometry.ts';
import type { PictureOf, ReadyHour, RunSpans } from './picture.ts';

interface RunStrip {
  runMs: number;
  label: string;
  isWhole: boolean;
  y: number;
  height: number;
  /** Where the run itself begins. */
  beginX: number;
  pieces: { fromMs: number; toMs: number; x: number; width: number }[];
}

interface Runs {
  width: number;
  height: number;
  frame: Frame;
  times: Tick[];
  strips: RunStrip[];
}

const runsLeft = 112;

const runsRight = 608;

const runRowHeight = 22;

const minStripWidth = 2;

/** One strip a run, newest on top. */
export function drawRuns(runs: readonly RunSpans[]): Runs | undefined {
  const known = runs
    .filter(({ runMs }) => Number.isFinite(runMs))
    .toSorted((one, other) => other.runMs - one.runMs);
  const ends = known.flatMap(({ runMs, spans }) => [runMs, ...spans.flat().filter(Number.isFinite)]);
  const [fromMs, toMs] = [Math.min(...ends), Math.max(...ends)];
  if (known.length === 0 || fromMs === toMs) return undefined;
  const frame: Frame = {
    left: runsLeft,
    right: runsRight,
    top: 14,
    bottom: 14 + runRowHeight * known.length,
  };
  const x = linearScale([fromMs, toMs], [runsLeft, runsRight]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    times: timeTicks(fromMs, toMs, 8).map((value) => ({ value, at: x.at(value), label: formatTick(value) })),
    strips: known.map(({ runMs, spans, isWhole }, index) => ({
      runMs,
      isWhole,
      label: formatTime(runMs).replace(':00 UTC', ''),
      y: frame.top + runRowHeight * index,
      height: runRowHeight,
      beginX: x.at(runMs),
      pieces: spans
        .filter((span) => span.every(Number.isFinite))
        .map(([from, to]) => {
          // One hour alone is seen too.
          const width = Math.max(minStripWidth, x.at(to) - x.at(from));
          return { fromMs: from, toMs: to, x: Math.min(x.at(from), runsRight - width), width };
        }),
    })),
  };
}

export function describeRuns({ what, runs }: PictureOf<'runs'>): string {
  const newestFirst = runs.toSorted((one, other) => other.runMs - one.runMs);
  const [newest] = newestFirst;
  if (!newest) return 'There is no run.';
  const oldest = newestFirst.at(-1)!;
  const span = `${pluralize(runs.length, 'run')} from ${formatTime(oldest.runMs)}, to ${formatTime(newest.runMs)}`;
  if (what === 'runs') return `${span}, one every 6 hours.`;
  if (what === 'hours') {
    const growing = newestFirst.find(({ isWhole }) => !isWhole);
    const most = Math.max(...runs.map(({ hourCount }) => hourCount));
    return `${span}, with ${most} forecast hours each${growing ? `; that of ${formatTime(growing.runMs)} has ${growing.hourCount} so far` : ''}.`;
  }
  const whole = newestFirst.find(({ isWhole, spans }) => isWhole && spans.length > 0);
  const [[fromMs, toMs]] = (whole?.spans as [[number, number]] | undefined) ?? [[0, 0]];
  if (!whole) return `${span}; none is finished yet.`;
  const hours = (ms: number) => ((ms - whole.runMs) / hourMs).toFixed(1);
  return `${span}. The first hour is ready ${hours(fromMs)} hours after the time of a run, the last after ${hours(toMs)}.`;
}

interface DrawnRun {
  width: number;
  height: number;
  frame: Frame;
  times: Tick[];
  days: Tick[];
  begin: Point;
  /** From the first hour to the last, by the time each was ready. */
  ready: Point[];
}

const runFrame: Frame = { left: 60, top: 34, right: 596, bottom: 206 };

const hoursADay = 24;

const daysBetweenTicks = 5;

/** Time runs to the right, and the forecast reaches further the higher its line: undefined before the first hour. */
export function drawRun(runMs: number, hours: readonly ReadyHour[]): DrawnRun | undefined {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last || first === last) return undefined;
  const x = linearScale([runMs, last.timeMs], [runFrame.left, runFrame.right]);
  const y = linearScale([0, last.hour / hoursADay], [runFrame.bottom, runFrame.top]);
  return {
    width: 640,
    height: 240,
    frame: runFrame,
    times: timeTicks(runMs, last.timeMs, 6).map((value) => ({
      value,
      at: x.at(value),
      label: formatTick(value),
    })),
    days: niceTicks(0, last.hour / hoursADay, daysBetweenTicks).map((value) => ({
      value,
      at: y.at(value),
      label: `${value}`,
    })),
    begin: { x: x.at(runMs), y: runFrame.bottom },
    ready: hours.map(({ hour, timeMs }) => ({ x: x.at(timeMs), y: y.at(hour / hoursADay) })),
  };
}

/** What a run is, told by one. */
export function describeRun({ runMs, hours }: PictureOf<'run'>): string {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return 'No run is complete.';
  const after = (timeMs: number) => ((timeMs - runMs) / hourMs).toFixed(1);
  return `The run of ${formatTime(runMs)}, starts from the weather at that time. Its first hour is ready ${after(first.timeMs)} hours later, the others follow, and after ${after(last.timeMs)} hours it is complete and reaches ${last.hour / 24} days ahead.`;
}

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

const longestYearMs = 366 * dayMs;
const archiveLeft = 60;
const archiveRight = 624;
const yearRowHeight = 30;

/** One strip a year, newest on top; a day without a run is a gap. */
export function drawArchive(daysMs: readonly number[]): Archive | undefined {
  const days = daysMs.filter(Number.isFinite).toSorted((one, other) => one - other);
  const years = [...new Set(days.map(yearOf))].reverse();
  if (years.length === 0) return undefined;
  const frame: Frame = {
    left: archiveLeft,
    right: archiveRight,
    top: 14,
    bottom: 14 + yearRowHeight * years.length,
  };
  const x = linearScale([0, longestYearMs], [archiveLeft, archiveRight]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    months: everyOtherMonth(years[0]!, x.at),
    strips: years.map((year, index) => ({
      year,
      y: frame.top + yearRowHeight * index,
      height: yearRowHeight,
      pieces: daySpans(days.filter((day) => yearOf(day) === year)).map(([fromMs, toMs]) => {
        const begin = x.at(fromMs - startOfYear(year));
        return { fromMs, toMs, x: begin, width: x.at(toMs + dayMs - startOfYear(year)) - begin };
      }),
    })),
  };
}

/** The first and the last day of each stretch without a gap. */
function daySpans(days: readonly number[]): [number, number][] {
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
    return { value: timeMs, at: at(timeMs - startOfYear(year)), label: formatDay(timeMs).replace('1 ', '') };
  });
}

const yearOf = (timeMs: number) => new Date(timeMs).getUTCFullYear();
const startOfYear = (year: number) => Date.UTC(year, 0);

export function describeArchive(daysMs: readonly number[]): string {
  const [first, last] = [daysMs[0], daysMs.at(-1)];
  if (first === undefined || last === undefined) return 'The archive is empty.';
  const missing = (last - first) / dayMs + 1 - daysMs.length;
  const day = (timeMs: number) => `${formatDay(timeMs)} ${new Date(timeMs).getUTCFullYear()}`;
  const gaps = missing === 0 ? 'without a gap' : `with ${pluralize(missing, 'day')} missing`;
  return `Runs of ${formatCount(daysMs.length)} days, from ${day(first)} to ${day(last)}, ${gaps}.`;
}

export function daysByMonth(daysMs: readonly number[]): string[][] {
  const counts = new Map<string, number>();
  for (const day of daysMs) {
    const month = new Date(day).toISOString().slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return [...counts].map(([month, days]) => [month, `${days}`]);
}
