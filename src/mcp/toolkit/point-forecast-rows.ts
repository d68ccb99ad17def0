import { z } from 'zod';
import type { PointRow } from '../../api/forecast-api.ts';
import { hourMs } from '../../time.ts';
import type { Clock } from './time-zones.ts';
import { measuredWind, windWords } from './wind.ts';

const changing = [
  'temperature_2m',
  'temperature_2m_min',
  'temperature_2m_max',
  'wind_speed_10m',
  'wind_speed_10m_max',
  'precipitation',
  'pressure_msl',
  'pressure_msl_min',
] as const;
type Numbers = Partial<Record<(typeof changing)[number] | 'hours', number | null>>;

const change = z
  .partialRecord(z.enum(changing), z.number())
  .optional()
  .describe(
    'By how much this run says more than the run before, in the same units; absent where that one has other hours',
  );

type Change = z.infer<typeof change>;

/** Undefined unless both are about the same hours. */
function changeBetween(newer: object, older: object | undefined): Change {
  const [now, before] = [newer, older] as [Numbers, Numbers | undefined];
  if (!before || now.hours !== before.hours) return undefined;
  const differences = changing
    .filter((name) => now[name] != null && before[name] != null)
    .map((name) => [name, Math.round((now[name]! - before[name]!) * 100) / 100]);
  return Object.fromEntries(differences);
}

/** `temperature_2m +1.2, precipitation -0.4` */
export const changeWords = (changed: Change) =>
  changed
    ? Object.entries(changed)
        .map(([name, value]) => `${name} ${value! > 0 ? '+' : ''}${value}`)
        .join(', ')
    : 'not known';

const forecast = (unit: string) => z.number().nullable().describe(`${unit}; null is missing`);

/** In a line of text. */
const missing = 'missing';

/** One hour at one place, with the wind as people speak of it. */
export const pointHour = z.object({
  time: z.string().describe('UTC'),
  local_time: z.string().optional().describe('Where a timezone was given'),
  temperature_2m: forecast('°C, 2 m above ground'),
  dewpoint_2m: forecast('°C, 2 m above ground'),
  wind_speed_10m: forecast('m/s, 10 m above ground'),
  wind_direction_10m: forecast('degrees clockwise from north, from which the wind blows'),
  wind_u_10m: forecast('m/s towards the east'),
  wind_v_10m: forecast('m/s towards the north'),
  precipitation: forecast('mm in the hour before, also where rows are 6 hours apart'),
  pressure_msl: forecast('hPa at mean sea level'),
  change,
});
type PointHour = z.infer<typeof pointHour>;

function pointHourOf(row: PointRow, clock: Clock): PointHour {
  const { speed, direction } = measuredWind(row.wind_u_10m, row.wind_v_10m);
  const hour = { ...row, wind_speed_10m: speed, wind_direction_10m: direction };
  return clock.isUtc ? hour : { ...hour, local_time: clock.write(Date.parse(row.time)) };
}

export const hourHeading =
  'time | temperature °C | dew point °C | wind at 10 m: m/s, from | precipitation mm in the hour before | pressure hPa';

function hourLine(hour: PointHour): string {
  const { time, local_time, wind_speed_10m: speed, wind_direction_10m: direction } = hour;
  return [
    (local_time ?? time).slice(0, 16),
    hour.temperature_2m ?? missing,
    hour.dewpoint_2m ?? missing,
    windWords({ speed, direction }, missing),
    hour.precipitation ?? missing,
    hour.pressure_msl ?? missing,
  ].join(' | ');
}

export const stepHours = [1, 3, 6, 12, 24] as const;

const known = (unit: string) => z.number().nullable().describe(`${unit}; null is missing`);

/** Several hours of a point forecast as one row: what was least, most, or all of it together. */
export const forecastStep = z.object({
  begin: z.string().describe('UTC, or local where a timezone was given'),
  end: z.string().describe('Its last hour'),
  hours: z
    .int()
    .describe('How many hours of the forecast it holds: fewer than it is long where rows are 6 hours apart'),
  is_partial: z
    .boolean()
    .optional()
    .describe('true if the range or the run covers only part of the step, as on the first day'),
  temperature_2m_min: known('°C, 2 m above ground'),
  temperature_2m_max: known('°C, 2 m above ground'),
  precipitation: known('mm in these hours together'),
  wind_speed_10m_max: known('m/s, 10 m above ground'),
  wind_direction_10m: known('degrees clockwise from north, from which that wind blows'),
  pressure_msl_min: known('hPa at mean sea level'),
  change,
});
export type ForecastStep = z.infer<typeof forecastStep>;

interface Steps {
  /** Of a step. */
  hours: number;
  clock: Clock;
  runMs: number;
}

/** Steps begin with the day of the clock. An hour's rain has fallen before it: midnight is of the day before. */
function stepsOf(rows: readonly PointRow[], { hours, clock, runMs }: Steps): ForecastStep[] {
  const groups = new Map<string, PointRow[]>();
  for (const row of rows) {
    const begin = beginOf(Date.parse(row.time), hours, clock);
    const group = groups.get(begin);
    if (group) group.push(row);
    else groups.set(begin, [row]);
  }
  return [...groups].map(([begin, group]) => {
    const step = stepOf(group, begin, clock);
    const firstMs = Date.parse(group[0]!.time);
    const lastMs = Date.parse(group.at(-1)!.time);
    const isWhole =
      beginOf(firstMs - hoursBefore(firstMs, runMs) * hourMs, hours, clock) !== begin &&
      beginOf(lastMs + hoursBefore(lastMs + 1, runMs) * hourMs, hours, clock) !== begin;
    return isWhole ? step : { ...step, is_partial: true };
  });
}

/** Hours between a row and the one before it: a run has every hour up to 120, then every sixth. */
const hoursBefore = (timeMs: number, runMs: number) => (timeMs - runMs > 120 * hourMs ? 6 : 1);

/** A sentence for each of the first so many steps that is not whole: its least, most and total are those of a part. */
export function partialLines(rows: readonly PointRow[], steps: Steps, count: number): string[] {
  const shown = stepsOf(rows, steps).slice(0, count);
  return shown.flatMap(({ is_partial, begin, hours }, index) => {
    if (!is_partial) return [];
    const before = shown.slice(0, index).reduce((sum, step) => sum + step.hours, 0);
    const group = rows.slice(before, before + hours);
    const covered = group.reduce((sum, { time }) => sum + hoursBefore(Date.parse(time), steps.runMs), 0);
    return [`The row ${begin.slice(0, 16)} covers only ${covered} of its ${steps.hours} hours.`];
  });
}

/** All rows as one. */
const wholeOf = (rows: readonly PointRow[], clock: Clock): ForecastStep =>
  stepOf(rows, clock.write(Date.parse(rows[0]!.time)), clock);

function stepOf(rows: readonly PointRow[], begin: string, clock: Clock): ForecastStep {
  const windiest = rows.reduce((most, row) => (windSquared(row) > windSquared(most) ? row : most));
  const strongest = measuredWind(windiest.wind_u_10m, windiest.wind_v_10m);
  const temperatures = knownOf(rows, 'temperature_2m');
  return {
    begin,
    end: clock.write(Date.parse(rows.at(-1)!.time)),
    hours: rows.length,
    temperature_2m_min: finite(Math.min(...temperatures)),
    temperature_2m_max: finite(Math.max(...temperatures)),
    precipitation: sumOf(rows),
    wind_speed_10m_max: strongest.speed,
    wind_direction_10m: strongest.direction,
    pressure_msl_min: finite(Math.min(...knownOf(rows, 'pressure_msl'))),
  };
}

/** A missing wind is less than any other. */
const windSquared = ({ wind_u_10m: u, wind_v_10m: v }: PointRow) =>
  u === null || v === null ? -1 : u * u + v * v;

const knownOf = (rows: readonly PointRow[], name: 'temperature_2m' | 'pressure_msl') =>
  rows.map((row) => row[name]).filter((value) => value !== null);

/** The least and the most of no values are infinite. */
const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** Null where an hour is missing: without it the sum would be too small. */
function sumOf(rows: readonly PointRow[]): number | null {
  let sum = 0;
  for (const { precipitation } of rows) {
    if (precipitation === null) return null;
    sum += precipitation;
  }
  return Math.round(sum * 1000) / 1000;
}

function beginOf(timeMs: number, hours: number, clock: Clock): string {
  const local = clock.write(timeMs - 1);
  const hour = Math.floor(Number(local.slice(11, 13)) / hours) * hours;
  return `${local.slice(0, 11)}${String(hour).padStart(2, '0')}:00:00${local.slice(19)}`;
}

export const stepHeading =
  'begin to end | temperature °C | precipitation mm | strongest wind at 10 m: m/s, from | least pressure hPa | hours';

function stepLine(step: ForecastStep): string {
  return [
    `${step.begin.slice(0, 16)} to ${step.end.slice(0, 16)}`,
    step.temperature_2m_min === null ? missing : `${step.temperature_2m_min} to ${step.temperature_2m_max}`,
    step.precipitation ?? missing,
    windWords({ speed: step.wind_speed_10m_max, direction: step.wind_direction_10m }, missing),
    step.pressure_msl_min ?? missing,
    step.hours,
  ].join(' | ');
}

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
