import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import type { PointRow } from '../../api/forecast-api.ts';
import { pointHourParameters } from '../../api/parameters.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { dayMs, hourMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { costOf, readPointHours } from '../../weather/forecast-parameters.ts';
import type { RequestedPoints, WeatherSource } from '../../weather/source.ts';
import { compare, isRunTold, ofNamedRun, previousRun, requirePreviousRun } from '../toolkit/forecast-runs.ts';
import { initializationTime, latitude, longitude, runArgument, time, whole } from '../toolkit/parameters.ts';
import {
  changeWords,
  type ForecastStep,
  forecastStep,
  hourHeading,
  partialLines,
  pointHour,
  shownRows,
  stepHeading,
  stepHours,
} from '../toolkit/point-forecast-rows.ts';
import { coordinatesOf, places, requirePlaces } from '../toolkit/positions.ts';
import { type Clock, requireClock, timezone } from '../toolkit/time-zones.ts';
import { charactersOf, countFitting, defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';
import { compassPoint } from '../toolkit/wind.ts';

/** Hours of a run. */
const forecastHourMax = 360;
const placesMax = 20;
const hour = whole(0, 360).optional();

export const getPointForecast = defineTool({
  name: 'get_point_forecast',
  title: 'Point forecast',
  path: `${api}/points`,
  cost: (given) => costOf(coordinatesOf(given)),
  input: z.strictObject({
    ...places(
      `The place as latitude,longitude in degrees, such as 42.36,-71.06 for Boston. Up to ${placesMax} places, separated by semicolons.`,
    ),
    min_forecast_time: time(
      'The first time wanted. For one moment give it as the last time too; hours are whole. Without a range the next 24 hours are meant.',
    ),
    max_forecast_time: time('The last time wanted. A date alone means all of that day.'),
    timezone,
    step_hours: whole(1, 24)
      .optional()
      .describe(
        `Hours in a row: ${stepHours.join(', ')}. From 3 on a row has the least and the most of its hours, and their precipitation together; 24 is a day.`,
      ),
    compare,
    min_forecast_hour: hour.describe('Instead of a time: the first hour after the initialization time.'),
    max_forecast_hour: hour.describe('Instead of a time: the last hour after the initialization time.'),
    initialization_time: initializationTime,
  }),
  output: z.object({
    initialization_time: z.string().describe('The run, UTC'),
    compared_with: previousRun,
    forecasts: z
      .array(
        z.object({
          latitude,
          longitude,
          summary: forecastStep.describe(
            'Over all hours requested; in a later part, over those from there on',
          ),
          hours: z.array(pointHour).optional().describe('Where step_hours is 1'),
          steps: z.array(forecastStep).optional().describe('Where step_hours is more'),
        }),
      )
      .describe('In the order of the coordinates'),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather, now }) {
    const asked = requirePlaces(given);
    if (asked.length > placesMax)
      throw badRequest(
        `At most ${placesMax} places can be asked for in one call: ask for the others in another.`,
      );
    const hours = requireStep(given.step_hours);
    const clock = requireClock(given.timezone);
    const range = readHours(given, { clock, stepHours: hours, nowMs: now() });
    const answered = await ofNamedRun(weather, range.runMs, (runMs) =>
      weather.forecastPoints({ places: asked, ...range, runMs }),
    );
    const { initialization_time: run, forecasts } = answered;
    const [first] = forecasts as [PointRow[]];
    if (first.length === 0) throw notFound(isRunTold(answered) ? noHour(run) : noHourSentence);
    const before = given.compare ? await readBefore(weather, run, asked, first) : undefined;

    const steps = { hours, clock, runMs: Date.parse(run) };
    const found: ReturnType<typeof shownRows>[] = [];
    for (const [index, rows] of forecasts.entries()) {
      // Twenty long forecasts are more than a turn of the event loop has time for.
      if (found.length > 0) await new Promise(setImmediate);
      found.push(shownRows(rows, { ...steps, earlier: before?.forecasts[index] }));
    }
    const heads = found.map(({ summary }, index) => ({ ...asked[index]!, summary }));
    const count = countFitting(
      found[0]!.rows.map((_, index) => found.map(({ rows }) => rows[index]!)),
      (step) => step.reduce((sum, { row, line }) => sum + charactersOf(row, line), 0),
      heads.reduce((sum, head) => sum + charactersOf(head, headLines(head).join('\n')), 0),
    );
    const following = found[0]!.rows[count];
    const next = following && {
      ...given,
      ...nextRange(answered, hours, following.firstTime, first.at(-1)!.time),
    };
    const text = [
      `Point forecast of the run ${run}. Times are ${clock.isUtc ? 'UTC' : `those of ${clock.zone}`}.`,
      ...(isSparse(first) ? [sparseSentence] : []),
      ...(hours === 1 ? [] : partialLines(first, steps, count)),
      ...(before ? [`Each row ends with what changed since the run ${before.initialization_time}.`] : []),
      hours === 1 ? hourHeading : stepHeading,
      ...found.flatMap(({ rows }, index) => [
        ...headLines(heads[index]!),
        ...rows.slice(0, count).map(({ line }) => line),
      ]),
      nextLine(next),
    ];
    const data = {
      initialization_time: run,
      compared_with: before?.initialization_time,
      next_arguments: next,
      forecasts: found.map(({ rows }, index) => ({
        ...heads[index]!,
        [hours === 1 ? 'hours' : 'steps']: rows.slice(0, count).map(({ row }) => row),
      })),
    };
    const check = checks.form('/points', {
      coordinates: asked.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';'),
      initialization_time: runArgument(run),
      min_forecast_time: first[0]!.time.slice(0, 19),
      max_forecast_time: first.at(-1)!.time.slice(0, 19),
    });
    return { text: text.join('\n'), data, check };
  },
});

/** Some hours of the range are not in the run. */
const isSparse = (rows: PointRow[]) =>
  Date.parse(rows.at(-1)!.time) - Date.parse(rows[0]!.time) > (rows.length - 1) * hourMs;

const sparseSentence =
  'From hour 120 on the run has every sixth hour alone: what fell between them is in no total.';

/** The same hours of the run before. */
async function readBefore(weather: WeatherSource, run: string, places: Coordinates[], rows: PointRow[]) {
  return weather.forecastPoints({
    places,
    runMs: await requirePreviousRun(weather, { model: 'main' }, run),
    minHour: 0,
    maxHour: forecastHourMax,
    minTimeMs: Date.parse(rows[0]!.time),
    maxTimeMs: Date.parse(rows.at(-1)!.time),
  });
}

function requireStep(hours = 1): number {
  if (stepHours.some((each) => each === hours)) return hours;
  throw badRequest(`step_hours must be ${stepHours.join(', ')}.`);
}

function headLines({ latitude, longitude, summary }: Coordinates & { summary: ForecastStep }): string[] {
  const { temperature_2m_min: least, temperature_2m_max: most, precipitation } = summary;
  const { wind_speed_10m_max: speed, wind_direction_10m: direction } = summary;
  const warmth = least === null ? 'temperature missing' : `${least} to ${most} °C`;
  const rain = precipitation === null ? 'precipitation missing' : `${precipitation} mm`;
  const wind =
    speed === null || direction === null
      ? 'wind missing'
      : `wind up to ${speed} m/s from ${compassPoint(direction)}`;
  if (summary.hours === 1) return [`\n${latitude}, ${longitude}:`];
  return [
    `\n${latitude}, ${longitude}: in ${summary.hours} hours ${warmth}, ${rain}, ${wind}.`,
    ...(summary.change ? [`Changed in all: ${changeWords(summary.change)}.`] : []),
  ];
}

/** All parts are of one run and end with the same hour. Where the run is not told, times say the same as hours. */
function nextRange(answered: { initialization_time: string }, hours: number, from: string, to: string) {
  const { initialization_time: run } = answered;
  if (!isRunTold(answered)) {
    // The first time of a range of steps is the begin of the first one, which is before its first hour.
    const fromMs = Date.parse(from) - (hours > 1 ? hourMs : 0);
    return { min_forecast_time: isoSeconds(fromMs), max_forecast_time: to };
  }
  return {
    initialization_time: run,
    min_forecast_hour: hoursBetween(run, from),
    max_forecast_hour: hoursBetween(run, to),
  };
}

const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / hourMs;

const noHourSentence = 'No hour of the forecast lies in this range.';

function noHour(run: string): string {
  const [first, hourly, last] = [0, 120, forecastHourMax].map((after) =>
    isoSeconds(Date.parse(run) + after * hourMs),
  );
  return `${noHourSentence} This run has every hour from ${first} to ${hourly}, then every sixth hour to ${last}: ask for one of these.`;
}

interface Options {
  clock: Clock;
  stepHours: number;
  nowMs: number;
}

const hoursAhead = 24;

/** Times on the clock of the place; without any bound the next 24 hours are meant. */
function readHours(
  given: Record<string, unknown>,
  { clock, stepHours, nowMs }: Options,
): Omit<RequestedPoints, 'places'> {
  const first = timeText(given.min_forecast_time, clock, startOfDay);
  const last = timeText(given.max_forecast_time, clock, endOfDay);
  const query = { ...given, min_forecast_time: first, max_forecast_time: last };
  const read = readPointHours(queryOf(query, pointHourParameters));
  const isOpen = pointHourParameters.slice(1).every((name) => given[name] === undefined);
  if (isOpen) {
    const fromMs = Math.floor(nowMs / hourMs) * hourMs;
    return { ...read, minTimeMs: afterBegin(fromMs, stepHours), maxTimeMs: fromMs + hoursAhead * hourMs };
  }
  return first === undefined ? read : { ...read, minTimeMs: afterBegin(read.minTimeMs, stepHours) };
}

/** A step holds the hours behind its begin: what is told of the begin itself has fallen before. */
const afterBegin = (fromMs: number, stepHours: number) => (stepHours > 1 ? fromMs + hourMs : fromMs);

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const startOfDay = (text: string) => text;
/** A date alone as the last time means all of that day. */
const endOfDay = (text: string) => {
  const timeMs = dateForm.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(timeMs) ? text : isoSeconds(timeMs + dayMs).slice(0, 19);
};

/** What is no time is left as it is: the API's own rules refuse it in their words. */
function timeText(given: unknown, clock: Clock, bound: (text: string) => string): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = bound(given.trim());
  return clock.read(text) ?? text;
}
