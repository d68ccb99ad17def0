import type { PointRow } from '../../weather/sandbox/forecasts/points.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { changeBetween, changeWords } from './forecast-change.ts';
import { type ForecastStep, stepLine, stepsOf, wholeOf } from './forecast-steps.ts';
import { hourLine, type PointHour, pointHourOf } from './point-hour.ts';

interface Options {
  hours: number;
  clock: Clock;
  /** Not a number where the API does not tell it. */
  runMs: number;
  /** The same hours of the run before, where changes are asked for. */
  earlier: readonly PointRow[] | undefined;
}

interface ShownRow {
  row: PointHour | ForecastStep;
  /** The same row as text. */
  line: string;
  /** Of its first hour. */
  firstTime: string;
}

/** One place's forecast, hour by hour or in steps, and all of it as one. */
export function shownRows(
  rows: readonly PointRow[],
  { hours, clock, runMs, earlier }: Options,
): { summary: ForecastStep; rows: ShownRow[] } {
  const summary = wholeOf(rows, clock);
  const before = earlier && earlier.length > 0 ? wholeOf(earlier, clock) : undefined;
  return {
    summary: earlier ? { ...summary, change: changeBetween(summary, before) } : summary,
    rows: hours === 1 ? hourRows(rows, clock, earlier) : stepRows(rows, { hours, clock, runMs, earlier }),
  };
}

function hourRows(rows: readonly PointRow[], clock: Clock, earlier: Options['earlier']): ShownRow[] {
  const older = new Map(earlier?.map((row) => [row.time, pointHourOf(row, clock)]));
  return rows.map((each) => {
    const hour = pointHourOf(each, clock);
    const row = earlier ? { ...hour, change: changeBetween(hour, older.get(hour.time)) } : hour;
    const words = earlier ? ` | ${changeWords(row.change)}` : '';
    return { row, line: hourLine(row) + words, firstTime: row.time };
  });
}

function stepRows(rows: readonly PointRow[], { earlier, ...steps }: Options): ShownRow[] {
  const older = new Map(earlier && stepsOf(earlier, steps).map((step) => [step.begin, step]));
  let first = 0;
  return stepsOf(rows, steps).map((row) => {
    const firstTime = rows[first]!.time;
    first += row.hours;
    if (!earlier) return { row, line: stepLine(row), firstTime };
    const changed = { ...row, change: changeBetween(row, older.get(row.begin)) };
    return { row: changed, line: `${stepLine(row)} | ${changeWords(changed.change)}`, firstTime };
  });
}
