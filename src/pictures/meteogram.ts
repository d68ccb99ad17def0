import type { PointRow } from '../api/forecast-api.ts';
import { linearScale, niceExtent, niceTicks, type Scale, type Tick, timeTicks } from './axes.ts';
import {
  formatDegrees,
  formatDirection,
  formatSigned,
  formatTick,
  formatTime,
  parseTime,
  windSpeed,
} from './format.ts';
import type { Frame, Point } from './geometry.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

export interface ValueMark extends Point {
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
  wind: { frame: Frame; barbs: (WindBarb & Point & { timeMs: number; u: number; v: number })[] };
  pressure: Panel & { line: ValueMark[][] };
}

const left = 56;
const right = 612;
const panelFrame = (top: number, bottom: number): Frame => ({ left: left, right: right, top, bottom });
const frames = {
  warmth: panelFrame(14, 114),
  rain: panelFrame(142, 182),
  wind: panelFrame(190, 232),
  pressure: panelFrame(262, 306),
};
const maxBarbs = 17;
/** Less rain than this fills no panel. */
const minRainScaleMm = 2;

/** The weather to come at one place: warmth, rain, wind and pressure over the same hours. */
export function drawMeteogram(forecast: readonly PointRow[], latitude = 0): Meteogram | undefined {
  const rows = forecast
    .map((row) => ({ ...row, timeMs: parseTime(row.time) }))
    .filter(({ timeMs }) => Number.isFinite(timeMs))
    .sort((one, other) => one.timeMs - other.timeMs);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first.timeMs === last.timeMs) return undefined;
  const x = linearScale([first.timeMs, last.timeMs], [left, right]);
  const values = (name: ValueName) => rows.map((row) => row[name]).filter((value) => value !== null);
  const lineIn = (panel: { y: Scale }, name: ValueName) =>
    splitAtGaps(rows, (row) => {
      const value = row[name];
      return isNumber(value)
        ? { timeMs: row.timeMs, value, x: x.at(row.timeMs), y: panel.y.at(value) }
        : undefined;
    });
  const warmth = panelOf([...values('temperature_2m'), ...values('dewpoint_2m')], frames.warmth, 4);
  const rain = panelOf([0, minRainScaleMm, ...values('precipitation')], frames.rain, 2);
  const pressure = panelOf(values('pressure_msl'), frames.pressure, 2);
  const every = Math.ceil(rows.length / maxBarbs);
  const middle = (frames.wind.top + frames.wind.bottom) / 2;
  return {
    width: 640,
    height: 338,
    times: timeTicks(first.timeMs, last.timeMs, 8).map((value) => ({
      value,
      at: x.at(value),
      label: formatTick(value),
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
    label: formatSigned(value),
  }));
  return { frame, y, ticks, valueAt: y.valueAt };
}

/** A line ends where a value is missing, and begins again behind it. */
function splitAtGaps<Row>(rows: readonly Row[], markOf: (row: Row) => ValueMark | undefined): ValueMark[][] {
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

const valuesOf = (rows: readonly PointRow[], name: Exclude<keyof PointRow, 'time'>) =>
  rows.map((row) => row[name]).filter((value): value is number => Number.isFinite(value));

export function describeForecast(name: string, rows: readonly PointRow[]): string {
  const temperatures = valuesOf(rows, 'temperature_2m');
  const times = rows.map(({ time }) => parseTime(time)).filter(Number.isFinite);
  if (times.length === 0 || temperatures.length === 0) return `${name}: there is no forecast.`;
  const rain = valuesOf(rows, 'precipitation').reduce((total, value) => total + value, 0);
  const winds = rows.flatMap(({ wind_u_10m: u, wind_v_10m: v }) =>
    u !== null && v !== null && Number.isFinite(u + v) ? [{ u, v }] : [],
  );
  const strongest = winds.reduce((best, wind) => (windSpeed(wind) > windSpeed(best) ? wind : best), {
    u: 0,
    v: 0,
  });
  const pressures = valuesOf(rows, 'pressure_msl');
  const [first, last] = [pressures[0], pressures.at(-1)];
  const parts = [
    `${formatDegrees(Math.min(...temperatures))} to ${formatDegrees(Math.max(...temperatures))} °C`,
    rain < 0.05 ? 'no rain' : `${rain.toFixed(1)} mm of rain`,
    winds.length > 0 && `wind up to ${Math.round(windSpeed(strongest))} m/s ${formatDirection(strongest)}`,
    first !== undefined &&
      last !== undefined &&
      `pressure from ${Math.round(first)} to ${Math.round(last)} hPa`,
  ];
  const span = `${formatTime(Math.min(...times))}, to ${formatTime(Math.max(...times))}`;
  return `${name}, ${span}: ${parts.filter(Boolean).join(', ')}.`;
}
