import type { PointRow } from '../../weather/forecasts/points.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { changeBetween, changeWords } from './forecast-change.ts';
import { type ForecastStep, stepLine, stepsOf, wholeOf } from './forecast-steps.ts';
import { hourLine, type PointHour, pointHourOf } from './point-hour.ts';

interface Options {
  hours: number;
  clock: Clock;
  /** The same hours of the run before, where changes are asked for. */
  earlier: readonly PointRow[] | undefined;
}

interface ShownRow {
  row: PointHour | ForecastStep;
  line: string;
  /** Of its first hour. */
  firstTime: string;
}

/** One place's forecast, hour by hour or in steps, and all of it as one. */
export function shownRows(
  rows: readonly PointRow[],
  { hours, clock, earlier }: Options,
): { summary: ForecastStep; rows: ShownRow[] } {
  const summary = wholeOf(rows, clock);
  const before = earlier && earlier.length > 0 ? wholeOf(earlier, clock) : undefined;
  return {
    summary: earlier ? { ...summary, change: changeBetween(summary, before) } : summary,
    rows: hours === 1 ? hourRows(rows, clock, earlier) : stepRows(rows, hours, clock, earlier),
  };
}

function hourRows(rows: readonly PointRow[], clock: Clock, earlier: Options['earlier']): ShownRow[] {
  const older = new Map(earlier?.map((row) => [row.time, pointHourOf(row, clock)]));
  return rows.map((each) => {
    const row = pointHourOf(each, clock);
    const change = changeBetween(row, older.get(row.time));
    return earlier
      ? { row: { ...row, change }, line: `${hourLine(row)} | ${changeWords(change)}`, firstTime: row.time }
      : { row, line: hourLine(row), firstTime: row.time };
  });
}

function stepRows(
  rows: readonly PointRow[],
  hours: number,
  clock: Clock,
  earlier: Options['earlier'],
): ShownRow[] {
  const older = new Map(earlier && stepsOf(earlier, hours, clock).map((step) => [step.begin, step]));
  let first = 0;
  return stepsOf(rows, hours, clock).map((row) => {
    const firstTime = rows[first]!.time;
    first += row.hours;
    const change = changeBetween(row, older.get(row.begin));
    return earlier
      ? { row: { ...row, change }, line: `${stepLine(row)} | ${changeWords(change)}`, firstTime }
      : { row, line: stepLine(row), firstTime };
  });
}
