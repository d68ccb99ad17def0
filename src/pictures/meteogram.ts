import type { PointRow } from '../api/forecast-api.ts';
import { formatMinute, hourMs } from '../time.ts';
import { linearScale, niceExtent, type Scale, timeAxis, valueAxis } from './axes.ts';
import { formatDegrees, formatWind, parseTime, windSpeed } from './format.ts';
import type { Frame, Point } from './geometry.ts';
import type { PictureText } from './picture.ts';
import { clamp, consecutivePairs, isNumber, sum } from './sounding/math.ts';
import { numberCell, timeCell, windCells } from './table.ts';
import { windBarb } from './wind-barb.ts';

export interface ValueMark extends Point {
  value: number;
}

export type Meteogram = NonNullable<ReturnType<typeof drawMeteogram>>;

const panelFrame = (top: number, bottom: number): Frame => ({ left: 56, right: 612, top, bottom });
const frames = {
  warmth: panelFrame(14, 114),
  rain: panelFrame(142, 182),
  wind: panelFrame(190, 232),
  pressure: panelFrame(262, 306),
};
const maxBarbs = 17;
/** The longest usual barb. Those at the edges of the panel are moved in, so that they stay inside. */
const barbReach = 26;
/** The scale of the rain panel reaches at least this far, so that drizzle doesn't fill it. */
const minRainScaleMm = 2;

/** Temperature, rain, wind and pressure at one place, over the same hours. */
export function drawMeteogram(forecast: readonly PointRow[], latitude = 0) {
  const rows = forecast
    .map((row) => ({ ...row, timeMs: parseTime(row.time) }))
    .filter(({ timeMs }) => Number.isFinite(timeMs))
    .sort((one, other) => one.timeMs - other.timeMs);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first.timeMs === last.timeMs) return undefined;
  const x = linearScale([first.timeMs, last.timeMs], [frames.wind.left, frames.wind.right]);
  const lineIn = (panel: { y: Scale }, name: ValueName) =>
    splitAtGaps(rows, (row) => {
      const value = row[name];
      return isNumber(value) ? { value, x: x.at(row.timeMs), y: panel.y.at(value) } : undefined;
    });
  const temperatures = [...valuesOf(rows, 'temperature_2m'), ...valuesOf(rows, 'dewpoint_2m')];
  const warmth = panelOf(temperatures, frames.warmth, 4);
  const rain = panelOf([0, minRainScaleMm, ...valuesOf(rows, 'precipitation')], frames.rain, 2);
  const pressure = panelOf(valuesOf(rows, 'pressure_msl'), frames.pressure, 2);
  const every = Math.ceil(rows.length / maxBarbs);
  const middle = (frames.wind.top + frames.wind.bottom) / 2;
  return {
    width: 640,
    height: 338,
    times: timeAxis(x, [first.timeMs, last.timeMs], 8),
    warmth: {
      ...warmth,
      temperature: lineIn(warmth, 'temperature_2m'),
      dewPoint: lineIn(warmth, 'dewpoint_2m'),
    },
    rain: {
      ...rain,
      bars: consecutivePairs(rows).flatMap(([before, { precipitation: value, timeMs }]) => {
        if (!isNumber(value) || value <= 0) return [];
        // A row has the rain of the hour before it, also where rows are several hours apart.
        const [left, right] = [x.at(Math.max(before.timeMs, timeMs - hourMs)), x.at(timeMs)];
        const y = rain.y.at(value);
        return [{ value, x: left, y, width: right - left, height: frames.rain.bottom - y }];
      }),
    },
    barbs: rows.flatMap(({ timeMs, wind_u_10m: u, wind_v_10m: v }, index) => {
      if (index % every !== Math.floor(every / 2) || !isNumber(u) || !isNumber(v)) return [];
      const { left, right } = frames.wind;
      const at = { x: clamp(x.at(timeMs), left + barbReach, right - barbReach), y: middle };
      return [{ ...at, ...windBarb({ u, v }, at, latitude < 0, 'ms') }];
    }),
    pressure: { ...pressure, line: lineIn(pressure, 'pressure_msl') },
  };
}

type ValueName = Exclude<keyof PointRow, 'time'>;

const valuesOf = (rows: readonly PointRow[], name: ValueName) =>
  rows.map((row) => row[name]).filter(isNumber);

/** Smaller changes, in °C and hPa, are drawn as almost level lines. */
const minSpan = 2;

function panelOf(values: number[], frame: Frame, wanted: number) {
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const extent = niceExtent([...values, middle - minSpan / 2, middle + minSpan / 2], wanted) ?? [0, 1];
  const y = linearScale(extent, [frame.bottom, frame.top]);
  return { frame, y, ticks: valueAxis(y, extent, wanted) };
}

/** A line ends at a missing value, and a new one starts after it. */
function splitAtGaps<Row>(rows: readonly Row[], markOf: (row: Row) => ValueMark | undefined): ValueMark[][] {
  const lines: ValueMark[][] = [];
  let line: ValueMark[] = [];
  for (const mark of rows.map(markOf)) {
    if (!mark) line = [];
    else if (line.push(mark) === 1) lines.push(line);
  }
  return lines;
}

export const meteogramText: PictureText<'meteogram'> = {
  caption: ({ places }) => places.map(({ name, rows }) => describeForecast(name, rows)).join(' '),
  table: ({ places }) => ({
    columns: [
      'Location',
      'Time (UTC)',
      'Temperature (°C)',
      'Dew point (°C)',
      'Wind (m/s)',
      'Wind from (°)',
      'Rain (mm)',
      'Pressure (hPa)',
    ],
    rows: places.flatMap(({ name, rows }) =>
      rows.map((row) => [
        name,
        timeCell(row.time),
        numberCell(row.temperature_2m, 1),
        numberCell(row.dewpoint_2m, 1),
        ...windCells(row.wind_u_10m, row.wind_v_10m),
        numberCell(row.precipitation, 1),
        numberCell(row.pressure_msl, 1),
      ]),
    ),
  }),
};

/** "from 1010 to 1002", or "near 1010" if it ends where it began. */
const describeChange = (values: number[]) =>
  values[0] === values.at(-1) ? `near ${values[0]}` : `from ${values[0]} to ${values.at(-1)}`;

function describeForecast(name: string, rows: readonly PointRow[]): string {
  const temperatures = valuesOf(rows, 'temperature_2m');
  const times = rows.map(({ time }) => parseTime(time)).filter(Number.isFinite);
  if (times.length === 0 || temperatures.length === 0) return `${name}: no forecast.`;
  const rain = sum(valuesOf(rows, 'precipitation'));
  // A row has the rain of one hour, so rows that are further apart leave out what fell between them.
  const hasEveryHour = consecutivePairs(times).every(([before, after]) => after - before <= hourMs);
  const winds = rows.flatMap(({ wind_u_10m: u, wind_v_10m: v }) =>
    isNumber(u) && isNumber(v) ? [{ u, v }] : [],
  );
  const [strongest] = winds.toSorted((one, other) => windSpeed(other) - windSpeed(one));
  const pressures = valuesOf(rows, 'pressure_msl').map(Math.round);
  const facts = [
    `${formatDegrees(Math.min(...temperatures))} to ${formatDegrees(Math.max(...temperatures))} °C`,
    `${rain < 0.05 ? 'no rain' : `${rain.toFixed(1)} mm of rain`}${hasEveryHour ? '' : ' in the hours shown'}`,
    strongest && `wind up to ${formatWind(strongest)}`,
    pressures.length > 0 && `pressure ${describeChange(pressures)} hPa`,
  ];
  const span = `${formatMinute(Math.min(...times))} to ${formatMinute(Math.max(...times))}`;
  return `${name}, ${span}: ${facts.filter(Boolean).join(', ')}.`;
}
