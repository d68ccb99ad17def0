import { z } from 'zod';
import type { PointRow } from '../../api/forecast-api.ts';
import { hourMs } from '../../time.ts';
import { hourlyUntil, lateStepHours } from '../../weather/forecast-hours.ts';
import { utc } from './parameters.ts';
import type { Clock } from './time-zones.ts';
import { formatWind, toWindOrNull, windDirection } from './wind.ts';

const comparedFields = [
  'temperature_2m',
  'temperature_2m_min',
  'temperature_2m_max',
  'wind_speed_10m',
  'wind_speed_10m_max',
  'precipitation',
  'pressure_msl',
  'pressure_msl_min',
] as const;

const change = z
  .partialRecord(z.enum(comparedFields), z.number())
  .optional()
  .describe('Increase since the previous run, in the same units; absent if that run has other hours');
type Change = z.infer<typeof change>;

type ComparedRow = Partial<Record<(typeof comparedFields)[number] | 'hours', number | null>>;

/** Undefined unless both rows have the same hours. */
function compareRows(row: ComparedRow, previous: ComparedRow | undefined): Change {
  if (!previous || row.hours !== previous.hours) return undefined;
  const differences = comparedFields.flatMap((name) => {
    const [value, before] = [row[name], previous[name]];
    return value == null || before == null ? [] : [[name, Math.round((value - before) * 100) / 100]];
  });
  return Object.fromEntries(differences);
}

/** Writes `temperature_2m +1.2, precipitation -0.4`. */
export const formatChange = (changes: Change) =>
  changes
    ? Object.entries(changes)
        .map(([name, value]) => `${name} ${value > 0 ? '+' : ''}${value}`)
        .join(', ')
    : 'unknown';

const missing = 'missing';
const nullable = (unit: string) => z.number().nullable().describe(`${unit}; null is missing`);

export const pointHour = z.object({
  time: utc,
  local_time: z.string().optional().describe('With timezone'),
  temperature_2m: nullable('°C, 2 m above ground'),
  dewpoint_2m: nullable('°C, 2 m above ground'),
  wind_speed_10m: nullable('m/s, 10 m above ground'),
  wind_direction_10m: nullable(windDirection),
  wind_u_10m: nullable('m/s towards the east'),
  wind_v_10m: nullable('m/s towards the north'),
  precipitation: nullable('mm in the previous hour, even if rows are 6 hours apart'),
  pressure_msl: nullable('hPa at mean sea level'),
  change,
});
type PointHour = z.infer<typeof pointHour>;

function toHour(row: PointRow, clock: Clock): PointHour {
  const { speed, direction } = toWindOrNull(row.wind_u_10m, row.wind_v_10m);
  const hour = { ...row, wind_speed_10m: speed, wind_direction_10m: direction };
  return clock.isUtc ? hour : { ...hour, local_time: clock.write(Date.parse(row.time)) };
}

export const hourHeading =
  'time | temperature °C | dew point °C | wind at 10 m: m/s, from | precipitation mm in the previous hour | pressure hPa';

const formatHour = (hour: PointHour) =>
  [
    (hour.local_time ?? hour.time).slice(0, 16),
    hour.temperature_2m ?? missing,
    hour.dewpoint_2m ?? missing,
    formatWind({ speed: hour.wind_speed_10m, direction: hour.wind_direction_10m }, missing),
    hour.precipitation ?? missing,
    hour.pressure_msl ?? missing,
  ].join(' | ');

export const stepHours = [1, 3, 6, 12, 24] as const;

export const forecastStep = z.object({
  begin: z.string().describe('UTC, or local with timezone'),
  end: z.string().describe('Its last hour'),
  hours: z.int().describe('Forecast hours in it: fewer than its length if rows are 6 hours apart'),
  is_partial: z
    .boolean()
    .optional()
    .describe('true if the range or the run covers only part of the step, as on the first day'),
  temperature_2m_min: nullable('°C, 2 m above ground'),
  temperature_2m_max: nullable('°C, 2 m above ground'),
  precipitation: nullable('total mm'),
  wind_speed_10m_max: nullable('m/s, 10 m above ground'),
  wind_direction_10m: nullable('degrees clockwise from north, from which that wind blows'),
  pressure_msl_min: nullable('hPa at mean sea level'),
  change,
});
export type ForecastStep = z.infer<typeof forecastStep>;

/** The precipitation of a row fell in the hour before it, so midnight belongs to the day before. */
function findStepBegin(timeMs: number, hours: number, clock: Clock): string {
  const local = clock.write(timeMs - 1);
  const hour = Math.floor(Number(local.slice(11, 13)) / hours) * hours;
  return `${local.slice(0, 11)}${String(hour).padStart(2, '0')}:00:00${local.slice(19)}`;
}

/** Hours between a row and the one before it. */
const hoursSincePrevious = (timeMs: number, runMs: number) =>
  timeMs - runMs > hourlyUntil * hourMs ? lateStepHours : 1;

function summarizeRows(rows: readonly PointRow[], begin: string, clock: Clock): ForecastStep {
  const windiest = rows.reduce((max, row) => (squaredWind(row) > squaredWind(max) ? row : max));
  const { speed, direction } = toWindOrNull(windiest.wind_u_10m, windiest.wind_v_10m);
  const temperatures = listValues(rows, 'temperature_2m');
  const precipitation = listValues(rows, 'precipitation');
  return {
    begin,
    end: clock.write(Math.max(...timesOf(rows))),
    hours: rows.length,
    temperature_2m_min: finiteOrNull(Math.min(...temperatures)),
    temperature_2m_max: finiteOrNull(Math.max(...temperatures)),
    // With a missing hour the total would be too small.
    precipitation:
      precipitation.length < rows.length
        ? null
        : Math.round(precipitation.reduce((sum, each) => sum + each, 0) * 1000) / 1000,
    wind_speed_10m_max: speed,
    wind_direction_10m: direction,
    pressure_msl_min: finiteOrNull(Math.min(...listValues(rows, 'pressure_msl'))),
  };
}

const timesOf = (rows: readonly PointRow[]) => rows.map(({ time }) => Date.parse(time));

const squaredWind = ({ wind_u_10m: u, wind_v_10m: v }: PointRow) =>
  u === null || v === null ? -1 : u * u + v * v;

const listValues = (rows: readonly PointRow[], name: 'temperature_2m' | 'precipitation' | 'pressure_msl') =>
  rows.map((row) => row[name]).filter((value) => value !== null);

/** The minimum and the maximum of no values are infinite. */
const finiteOrNull = (value: number) => (Number.isFinite(value) ? value : null);

export const stepHeading =
  'begin to end | temperature °C | precipitation mm | strongest wind at 10 m: m/s, from | lowest pressure hPa | hours';

const formatStep = (step: ForecastStep) =>
  [
    `${step.begin.slice(0, 16)} to ${step.end.slice(0, 16)}`,
    step.temperature_2m_min === null ? missing : `${step.temperature_2m_min} to ${step.temperature_2m_max}`,
    step.precipitation ?? missing,
    formatWind({ speed: step.wind_speed_10m_max, direction: step.wind_direction_10m }, missing),
    step.pressure_msl_min ?? missing,
    step.hours,
  ].join(' | ');

interface RowOptions {
  hours: number;
  clock: Clock;
  /** NaN if the API does not name the run. */
  runMs: number;
  /** The same hours of the previous run; only with compare. */
  previous: readonly PointRow[] | undefined;
}

interface ForecastRow {
  row: PointHour | ForecastStep;
  line: string;
  firstMs: number;
  /** Says that the minimum, maximum and total of a step are those of a part of it. */
  note?: string | undefined;
}

export function createForecastRows(
  rows: readonly PointRow[],
  options: RowOptions,
): { summary: ForecastStep; rows: ForecastRow[] } {
  const { hours, clock, previous } = options;
  const summarizeAll = (all: readonly PointRow[]) =>
    summarizeRows(all, clock.write(Math.min(...timesOf(all))), clock);
  const summary = summarizeAll(rows);
  const previousSummary = previous && previous.length > 0 ? summarizeAll(previous) : undefined;
  return {
    summary: previous ? { ...summary, change: compareRows(summary, previousSummary) } : summary,
    rows: hours === 1 ? createHourRows(rows, options) : createStepRows(rows, options),
  };
}

function createHourRows(rows: readonly PointRow[], { clock, previous }: RowOptions): ForecastRow[] {
  const previousHours = new Map(previous?.map((row) => [row.time, toHour(row, clock)]));
  return rows.map((each) => {
    const hour = toHour(each, clock);
    if (!previous) return { row: hour, line: formatHour(hour), firstMs: Date.parse(hour.time) };
    const row = { ...hour, change: compareRows(hour, previousHours.get(hour.time)) };
    return { row, line: `${formatHour(row)} | ${formatChange(row.change)}`, firstMs: Date.parse(row.time) };
  });
}

function createStepRows(rows: readonly PointRow[], options: RowOptions): ForecastRow[] {
  const { hours, clock, runMs, previous } = options;
  const groupByStep = (all: readonly PointRow[]) =>
    Map.groupBy(all, ({ time }) => findStepBegin(Date.parse(time), hours, clock));
  const previousGroups = groupByStep(previous ?? []);
  return [...groupByStep(rows)].map(([begin, group]) => {
    const times = timesOf(group);
    const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
    const isPartial =
      findStepBegin(firstMs - hoursSincePrevious(firstMs, runMs) * hourMs, hours, clock) === begin ||
      findStepBegin(lastMs + hoursSincePrevious(lastMs + 1, runMs) * hourMs, hours, clock) === begin;
    const step = { ...summarizeRows(group, begin, clock), ...(isPartial && { is_partial: true }) };
    const covered = times.reduce((sum, timeMs) => sum + hoursSincePrevious(timeMs, runMs), 0);
    const previousGroup = previousGroups.get(begin);
    const changes = compareRows(step, previousGroup && summarizeRows(previousGroup, begin, clock));
    return {
      row: previous ? { ...step, change: changes } : step,
      line: previous ? `${formatStep(step)} | ${formatChange(changes)}` : formatStep(step),
      firstMs,
      note: isPartial
        ? `The row ${begin.slice(0, 16)} covers only ${covered} of its ${hours} hours.`
        : undefined,
    };
  });
}
