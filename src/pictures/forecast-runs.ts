import { dayMs, formatDay, formatDayAndMonth, formatMinute, hourMs } from '../time.ts';
import { linearScale, timeAxis, valueAxis } from './axes.ts';
import { formatCount, pluralize } from './format.ts';
import type { Frame } from './geometry.ts';
import type { PictureText, ReadyHour, RunSpans } from './picture.ts';
import { spansOf } from './sounding/math.ts';
import { timeCell } from './table.ts';

/** The frame of a chart with one row per run or year. */
const rowsFrame = (left: number, right: number, height: number): Frame => ({
  left,
  right,
  top: 14,
  bottom: 14 + height,
});
const runRowHeight = 22;
const minBarWidth = 2;

/** One row per run, the newest on top. */
export function drawRuns(runs: readonly RunSpans[]) {
  const known = runs
    .filter(({ runMs }) => Number.isFinite(runMs))
    .toSorted((one, other) => other.runMs - one.runMs);
  const ends = known.flatMap(({ runMs, spans }) => [runMs, ...spans.flat().filter(Number.isFinite)]);
  const [fromMs, toMs] = [Math.min(...ends), Math.max(...ends)];
  if (known.length === 0 || fromMs === toMs) return undefined;
  const frame = rowsFrame(112, 608, runRowHeight * known.length);
  const x = linearScale([fromMs, toMs], [frame.left, frame.right]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    times: timeAxis(x, [fromMs, toMs], 8),
    rows: known.map(({ runMs, spans, isComplete }, index) => ({
      runMs,
      isComplete,
      label: formatMinute(runMs).replace(':00 UTC', ''),
      y: frame.top + runRowHeight * index,
      height: runRowHeight,
      runX: x.at(runMs),
      bars: spans
        .filter((span) => span.every(Number.isFinite))
        .map(([from, to]) => {
          // A single hour would have no width at all.
          const width = Math.max(minBarWidth, x.at(to) - x.at(from));
          return { x: Math.min(x.at(from), frame.right - width), width };
        }),
    })),
  };
}

export const runsText: PictureText<'runs'> = {
  caption({ what, runs }) {
    const newestFirst = runs.toSorted((one, other) => other.runMs - one.runMs);
    const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)];
    if (!newest || !oldest) return 'No runs.';
    const span = `${pluralize(runs.length, 'run')} from ${formatMinute(oldest.runMs)} to ${formatMinute(newest.runMs)}`;
    if (what === 'runs') return `${span}${describeInterval(runs.map(({ runMs }) => runMs))}.`;
    if (what === 'hours') {
      const growing = newestFirst.find(({ isComplete }) => !isComplete);
      const most = Math.max(...runs.map(({ hourCount }) => hourCount));
      return `${span}, with ${most} forecast hours each${growing ? `; the run of ${formatMinute(growing.runMs)} has ${growing.hourCount} so far` : ''}.`;
    }
    const complete = newestFirst.find(({ isComplete, spans }) => isComplete && spans.length > 0);
    const [[firstMs, lastMs] = [0, 0]] = complete?.spans ?? [];
    if (!complete) return `${span}; none is complete yet.`;
    return `${span}. The first hour is ready ${hoursAfter(complete.runMs, firstMs)} hours after the run time, the last after ${hoursAfter(complete.runMs, lastMs)}.`;
  },
  table: ({ runs }) => ({
    columns: ['Run (UTC)', 'From (UTC)', 'To (UTC)'],
    rows: runs.flatMap(({ runMs, spans }) =>
      (spans.length > 0 ? spans : [[Number.NaN, Number.NaN]]).map((span) => [runMs, ...span].map(timeCell)),
    ),
  }),
};

/** ", one every 6 hours", or nothing if the runs have no common interval. */
function describeInterval(runsMs: number[]): string {
  const sorted = runsMs.toSorted((one, other) => one - other);
  const hours = new Set(sorted.slice(1).map((runMs, index) => (runMs - sorted[index]!) / hourMs));
  const [interval] = hours;
  if (interval === undefined || hours.size > 1) return '';
  return interval === 1 ? ', one every hour' : `, one every ${interval} hours`;
}

const hoursAfter = (runMs: number, timeMs: number) => ((timeMs - runMs) / hourMs).toFixed(1);

const runFrame: Frame = { left: 60, top: 34, right: 596, bottom: 206 };
const hoursPerDay = 24;

/** The line shows how many days ahead the run reaches at each time. Undefined without two hours. */
export function drawRun(runMs: number, hours: readonly ReadyHour[]) {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last || first === last) return undefined;
  const days = [0, last.hour / hoursPerDay] as const;
  const x = linearScale([runMs, last.timeMs], [runFrame.left, runFrame.right]);
  const y = linearScale(days, [runFrame.bottom, runFrame.top]);
  const pointOf = ({ hour, timeMs }: ReadyHour) => ({ x: x.at(timeMs), y: y.at(hour / hoursPerDay) });
  return {
    width: 640,
    height: 240,
    frame: runFrame,
    times: timeAxis(x, [runMs, last.timeMs], 6),
    days: valueAxis(y, days, 5),
    start: { x: x.at(runMs), y: runFrame.bottom },
    ready: hours.map(pointOf),
    first: pointOf(first),
    last: pointOf(last),
  };
}

export const runText: PictureText<'run'> = {
  caption({ runMs, hours }) {
    const [first, last] = [hours[0], hours.at(-1)];
    if (!first || !last) return 'No complete run.';
    return `The run of ${formatMinute(runMs)} starts from the weather at that time. Its first hour is ready ${hoursAfter(runMs, first.timeMs)} hours later. After ${hoursAfter(runMs, last.timeMs)} hours it is complete and reaches ${last.hour / hoursPerDay} days ahead.`;
  },
  table: ({ hours }) => ({
    columns: ['Forecast hour', 'Ready at (UTC)'],
    rows: hours.map(({ hour, timeMs }) => [`${hour}`, timeCell(timeMs)]),
  }),
};

const longestYearMs = 366 * dayMs;
const yearRowHeight = 30;

/** One row per year, the newest on top. A day without a run is a gap. */
export function drawArchive(daysMs: readonly number[]) {
  const days = daysMs.filter(Number.isFinite).toSorted((one, other) => one - other);
  const years = [...new Set(days.map(yearOf))].reverse();
  const [newest] = years;
  if (newest === undefined) return undefined;
  const frame = rowsFrame(60, 624, yearRowHeight * years.length);
  const x = linearScale([0, longestYearMs], [frame.left, frame.right]);
  return {
    width: 640,
    height: frame.bottom + 34,
    frame,
    months: [0, 2, 4, 6, 8, 10].map((month) => {
      const timeMs = Date.UTC(newest, month);
      return {
        value: timeMs,
        at: x.at(timeMs - startOfYear(newest)),
        label: formatDayAndMonth(timeMs).replace('1 ', ''),
      };
    }),
    rows: years.map((year, index) => ({
      year,
      y: frame.top + yearRowHeight * index,
      height: yearRowHeight,
      bars: spansOf(
        days.filter((day) => yearOf(day) === year),
        dayMs,
      ).map(([fromMs, toMs]) => {
        const start = x.at(fromMs - startOfYear(year));
        return { fromMs, toMs, x: start, width: x.at(toMs + dayMs - startOfYear(year)) - start };
      }),
    })),
  };
}

const yearOf = (timeMs: number) => new Date(timeMs).getUTCFullYear();
const startOfYear = (year: number) => Date.UTC(year, 0);

export const archiveText: PictureText<'archive'> = {
  caption({ daysMs }) {
    const [first, last] = [daysMs[0], daysMs.at(-1)];
    if (first === undefined || last === undefined) return 'The archive is empty.';
    const missing = (last - first) / dayMs + 1 - daysMs.length;
    const gaps = missing === 0 ? 'no gaps' : `${pluralize(missing, 'day')} missing`;
    return `${formatCount(daysMs.length)} days of runs, ${formatDay(first)} to ${formatDay(last)}, ${gaps}.`;
  },
  table({ daysMs }) {
    const counts = new Map<string, number>();
    for (const day of daysMs) {
      const month = new Date(day).toISOString().slice(0, 7);
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    return {
      columns: ['Month', 'Days with runs'],
      rows: [...counts].map(([month, days]) => [month, `${days}`]),
    };
  },
};
