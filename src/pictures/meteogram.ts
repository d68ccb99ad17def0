import type { PointRow } from '../api/forecast-api.ts';
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
import type { Frame, Place } from './frame.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';
import { minus } from './words.ts';

export interface ValueMark extends Place {
  timeMs: number;
  value: number;
}

interface Panel {
  frame: Frame;
  ticks: Tick[];
  valueAt(y: number): number;
}

export interface Meteogram {
  width: number;
  height: number;
  times: Tick[];
  warmth: Panel & { temperature: ValueMark[][]; dewPoint: ValueMark[][] };
  rain: Panel & { bars: (ValueMark & { width: number; height: number })[] };
  wind: { frame: Frame; barbs: (WindBarb & Place & { timeMs: number; u: number; v: number })[] };
  pressure: Panel & { line: ValueMark[][] };
}

const LEFT = 56;
const RIGHT = 612;
const panelFrame = (top: number, bottom: number): Frame => ({ left: LEFT, right: RIGHT, top, bottom });
const frames = {
  warmth: panelFrame(14, 114),
  rain: panelFrame(142, 182),
  wind: panelFrame(190, 232),
  pressure: panelFrame(262, 306),
};
const BARBS_MOST = 17;
/** Less rain than this fills no panel. */
const RAIN_LEAST_MM = 2;

/** The weather to come at one place: warmth, rain, wind and pressure over the same hours. */
export function drawMeteogram(forecast: readonly PointRow[], latitude = 0): Meteogram | undefined {
  const rows = forecast
    .map((row) => ({ ...row, timeMs: parseTime(row.time) }))
    .filter(({ timeMs }) => Number.isFinite(timeMs))
    .sort((one, other) => one.timeMs - other.timeMs);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first.timeMs === last.timeMs) return undefined;
  const x = linearScale([first.timeMs, last.timeMs], [LEFT, RIGHT]);
  const values = (name: ValueName) => rows.map((row) => row[name]).filter((value) => value !== null);
  const lineIn = (panel: { y: Scale }, name: ValueName) =>
    unbroken(rows, (row) => {
      const value = row[name];
      return isNumber(value)
        ? { timeMs: row.timeMs, value, x: x.at(row.timeMs), y: panel.y.at(value) }
        : undefined;
    });
  const warmth = panelOf([...values('temperature_2m'), ...values('dewpoint_2m')], frames.warmth, 4);
  const rain = panelOf([0, RAIN_LEAST_MM, ...values('precipitation')], frames.rain, 2);
  const pressure = panelOf(values('pressure_msl'), frames.pressure, 2);
  const every = Math.ceil(rows.length / BARBS_MOST);
  const middle = (frames.wind.top + frames.wind.bottom) / 2;
  return {
    width: 640,
    height: 338,
    times: timeTicks(first.timeMs, last.timeMs, 8).map((value) => ({
      value,
      at: x.at(value),
      label: timeLabel(value),
    })),
    warmth: {
      ...warmth,
      temperature: lineIn(warmth, 'temperature_2m'),
      dewPoint: lineIn(warmth, 'dewpoint_2m'),
    },
    rain: {
      ...rain,
      bars: rows.slice(1).flatMap((row, index) => {
        const { precipitation: value, timeMs } = row;
        if (!isNumber(value) || value <= 0) return [];
        // What fell in the time before stands over that time.
        const [left, right] = [x.at(rows[index]!.timeMs), x.at(timeMs)];
        const y = rain.y.at(value);
        return [{ timeMs, value, x: left, y, width: right - left, height: frames.rain.bottom - y }];
      }),
    },
    wind: {
      frame: frames.wind,
      barbs: rows.flatMap(({ timeMs, wind_u_10m: u, wind_v_10m: v }, index) => {
        if (index % every !== 0 || !isNumber(u) || !isNumber(v)) return [];
        const at = { x: x.at(timeMs), y: middle };
        return [{ ...at, timeMs, u, v, ...windBarb({ u, v }, at, latitude < 0) }];
      }),
    },
    pressure: { ...pressure, line: lineIn(pressure, 'pressure_msl') },
  };
}

type ValueName = Exclude<keyof PointRow, 'time'>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function panelOf(values: number[], frame: Frame, wanted: number): Panel & { y: Scale } {
  const extent = niceExtent(values, wanted) ?? [0, 1];
  const y = linearScale(extent, [frame.bottom, frame.top]);
  const ticks = niceTicks(...extent, wanted).map((value) => ({
    value,
    at: y.at(value),
    label: minus(value),
  }));
  return { frame, y, ticks, valueAt: y.valueAt };
}

/** A line ends where a value is missing, and begins again behind it. */
function unbroken<Row>(rows: readonly Row[], markOf: (row: Row) => ValueMark | undefined): ValueMark[][] {
  const lines: ValueMark[][] = [];
  let line: ValueMark[] | undefined;
  for (const row of rows) {
    const mark = markOf(row);
    if (!mark) line = undefined;
    else if (line) line.push(mark);
    else {
      line = [mark];
      lines.push(line);
    }
  }
  return lines;
}
