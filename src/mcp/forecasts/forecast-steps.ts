import { z } from 'zod';
import { hourMs } from '../../weather/sandbox/atmosphere/time.ts';
import type { PointRow } from '../../weather/sandbox/forecasts/points.ts';
import type { Clock } from '../toolkit/time-zones.ts';
import { measuredWind, windWords } from '../toolkit/wind.ts';
import { change } from './forecast-change.ts';
import { missing } from './point-hour.ts';

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
export function stepsOf(rows: readonly PointRow[], { hours, clock, runMs }: Steps): ForecastStep[] {
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
export const wholeOf = (rows: readonly PointRow[], clock: Clock): ForecastStep =>
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

export function stepLine(step: ForecastStep): string {
  return [
    `${step.begin.slice(0, 16)} to ${step.end.slice(0, 16)}`,
    step.temperature_2m_min === null ? missing : `${step.temperature_2m_min} to ${step.temperature_2m_max}`,
    step.precipitation ?? missing,
    windWords({ speed: step.wind_speed_10m_max, direction: step.wind_direction_10m }, missing),
    step.pressure_msl_min ?? missing,
    step.hours,
  ].join(' | ');
}
