import { z } from 'zod';
import type { Coordinates } from '../../api/data-api.ts';
import { pointHourParameters } from '../../api/parameters.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { costOf } from '../../weather/call-cost.ts';
import { hourlyUntil, maxForecastHour } from '../../weather/forecast-hours.ts';
import { readPointHours } from '../../weather/forecast-parameters.ts';
import type { RequestedPoints } from '../../weather/source.ts';
import { compare, comparedWith, hasRun, readNamedRun, requirePreviousRun } from '../toolkit/forecast-runs.ts';
import { initializationTime, integer, runArgument, time } from '../toolkit/parameters.ts';
import {
  createForecastRows,
  type ForecastStep,
  forecastStep,
  formatChange,
  hourHeading,
  pointHour,
  stepHeading,
  stepHours,
} from '../toolkit/point-forecast-rows.ts';
import {
  latitude,
  longitude,
  positionParameters,
  readCoordinatesText,
  requirePositions,
} from '../toolkit/positions.ts';
import { type Clock, createClock, endOfDay, timezone } from '../toolkit/time-zones.ts';
import { countFitting, defineTool, nextArguments, nextLine, toQuery } from '../toolkit/tool.ts';
import { compassPoint } from '../toolkit/wind.ts';

const maxPlaces = 20;
const hour = integer(0, maxForecastHour).optional();

export const getPointForecast = defineTool({
  name: 'get_point_forecast',
  title: 'Point forecast',
  path: `${api}/points`,
  cost: (input) => costOf(readCoordinatesText(input)),
  input: z.strictObject({
    ...positionParameters(
      `The place as latitude,longitude in degrees, such as 42.36,-71.06 for Boston. Up to ${maxPlaces} places, separated by semicolons.`,
    ),
    min_forecast_time: time(
      'First time. For one moment, pass it as the last time too; hours are whole. Defaults to the next 24 hours.',
    ),
    max_forecast_time: time('Last time. A date alone means all of that day.'),
    timezone,
    step_hours: integer(1, 24)
      .optional()
      .describe(
        `Hours per row: ${stepHours.join(', ')}. With 3 or more, each row has the minimum, maximum and total precipitation of its hours.`,
      ),
    compare,
    min_forecast_hour: hour.describe('Instead of a time: the first hour after the initialization time.'),
    max_forecast_hour: hour.describe('Instead of a time: the last hour after the initialization time.'),
    initialization_time: initializationTime,
  }),
  output: z.object({
    initialization_time: z.string().describe('The run, UTC'),
    compared_with: comparedWith,
    forecasts: z
      .array(
        z.object({
          latitude,
          longitude,
          summary: forecastStep.describe('Over all requested hours; in a later part, from there on'),
          hours: z.array(pointHour).optional().describe('If step_hours is 1'),
          steps: z.array(forecastStep).optional().describe('If step_hours is more'),
        }),
      )
      .describe('In the order of the coordinates'),
    next_arguments: nextArguments,
  }),
  async answer(given, { checks, weather, now }) {
    const places = requirePositions(given);
    // Changes double the length of a row.
    const [placesAllowed, placesSummarized] = given.compare ? [10, 5] : [maxPlaces, 10];
    if (places.length > placesAllowed)
      throw badRequest(
        `At most ${placesAllowed} places per call${given.compare ? ' with compare' : ''}. Make another call for the rest.`,
      );
    const hours = requireStepHours(given.step_hours);
    const clock = createClock(given.timezone);
    const range = readRange(given, { clock, hours, nowMs: now() });
    const answer = await readNamedRun(weather, range.runMs, (runMs) =>
      weather.forecastPoints({ places, ...range, runMs }),
    );
    const { initialization_time: run, forecasts } = answer;
    const [first = []] = forecasts;
    const [firstRow, lastRow] = [first[0], first.at(-1)];
    if (!firstRow || !lastRow) throw notFound(explainEmptyRange(answer));
    const [firstMs, lastMs] = [Date.parse(firstRow.time), Date.parse(lastRow.time)];
    const previous = given.compare
      ? await weather.forecastPoints({
          places,
          runMs: await requirePreviousRun(weather, { model: 'main' }, run),
          minHour: 0,
          maxHour: maxForecastHour,
          minTimeMs: firstMs,
          maxTimeMs: lastMs,
        })
      : undefined;

    const runMs = Date.parse(run);
    const found: PlaceForecast[] = [];
    for (const [index, rows] of forecasts.entries()) {
      // Twenty long forecasts would block the event loop for too long.
      if (found.length > 0) await new Promise(setImmediate);
      const options = { hours, clock, runMs, previous: previous?.forecasts[index] };
      const { summary, rows: list } = createForecastRows(rows, options);
      found.push({ head: { ...places[index]!, summary }, list });
    }
    const firstRows = found[0]?.list ?? [];
    // Many places leave no space for what their rows say already.
    const hasSummaries = places.length <= placesSummarized;
    const heads = found.map(({ head }) => formatHead(head, hasSummaries).join('\n'));
    const count = countFitting(
      firstRows.map((_, index) => found.flatMap(({ list }) => list[index] ?? [])),
      (step) => step.map(({ line }) => line).join('\n'),
      heads.join('\n').length,
    );
    const following = firstRows[count];
    const next = following && { ...given, ...findNextRange(answer, hours, following.firstMs, lastRow.time) };
    const text = [
      `Point forecast of the run ${run}. Times are ${clock.isUtc ? 'UTC' : `in ${clock.zone}`}.`,
      ...(lastMs - firstMs > (first.length - 1) * hourMs
        ? ['After hour 120 the run is 6-hourly, so totals there miss rain between those hours.']
        : []),
      ...firstRows.slice(0, count).flatMap(({ note }) => note ?? []),
      ...(previous ? [`Each row ends with what changed since the run ${previous.initialization_time}.`] : []),
      hours === 1 ? hourHeading : stepHeading,
      ...found.flatMap(({ list }, index) => [
        heads[index] ?? '',
        ...list.slice(0, count).map(({ line }) => line),
      ]),
      nextLine(next),
    ];
    const data = {
      initialization_time: run,
      compared_with: previous?.initialization_time,
      next_arguments: next,
      forecasts: found.map(({ head, list }) => ({
        ...head,
        [hours === 1 ? 'hours' : 'steps']: list.slice(0, count).map(({ row }) => row),
      })),
    };
    // A link to many places is longer than their rows.
    const check =
      places.length > placesSummarized
        ? []
        : checks.form('/points', {
            coordinates: places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';'),
            initialization_time: runArgument(run),
            min_forecast_time: firstRow.time.slice(0, 19),
            max_forecast_time: lastRow.time.slice(0, 19),
          });
    return { text: text.join('\n'), data, check };
  },
});

function requireStepHours(hours = 1): number {
  if (stepHours.some((each) => each === hours)) return hours;
  throw badRequest(`step_hours must be ${stepHours.join(', ')}.`);
}

const defaultHours = 24;

/** Times are in the time zone of the place. Without any bound the range is the next 24 hours. */
function readRange(
  given: Record<string, unknown>,
  { clock, hours, nowMs }: { clock: Clock; hours: number; nowMs: number },
): Omit<RequestedPoints, 'places'> {
  const first = readTime(given.min_forecast_time, clock);
  const last = readTime(given.max_forecast_time, clock, endOfDay);
  const query = { ...given, min_forecast_time: first, max_forecast_time: last };
  const read = readPointHours(toQuery(query, pointHourParameters));
  // A step has the hours after its begin, because the precipitation of a row fell in the hour before it.
  const firstHourMs = (beginMs: number) => (hours > 1 ? beginMs + hourMs : beginMs);
  const isUnbounded = pointHourParameters.slice(1).every((name) => given[name] === undefined);
  if (isUnbounded) {
    const fromMs = Math.floor(nowMs / hourMs) * hourMs;
    return { ...read, minTimeMs: firstHourMs(fromMs), maxTimeMs: fromMs + defaultHours * hourMs };
  }
  return first === undefined ? read : { ...read, minTimeMs: firstHourMs(read.minTimeMs) };
}

/** Text that is not a time stays as it is, and the API's own rules refuse it. */
function readTime(value: unknown, clock: Clock, adjust = (text: string) => text): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = adjust(value.trim());
  return clock.read(text) ?? text;
}

interface PlaceForecast {
  head: Coordinates & { summary: ForecastStep };
  list: ReturnType<typeof createForecastRows>['rows'];
}

function formatHead({ latitude, longitude, summary }: PlaceForecast['head'], hasSummary: boolean): string[] {
  if (summary.hours === 1 || !hasSummary) return [`\n${latitude}, ${longitude}:`];
  const { temperature_2m_min: min, temperature_2m_max: max, precipitation } = summary;
  const { wind_speed_10m_max: speed, wind_direction_10m: direction } = summary;
  const temperature = min === null ? 'temperature missing' : `${min} to ${max} °C`;
  const rain = precipitation === null ? 'precipitation missing' : `${precipitation} mm`;
  const wind =
    speed === null || direction === null
      ? 'wind missing'
      : `wind up to ${speed} m/s from ${compassPoint(direction)}`;
  return [
    `\n${latitude}, ${longitude}: in ${summary.hours} hours ${temperature}, ${rain}, ${wind}.`,
    ...(summary.change ? [`Changed in all: ${formatChange(summary.change)}.`] : []),
  ];
}

interface RunAnswer {
  initialization_time: string;
}

/** All parts are of one run and end with the same hour. If the run is not known, the next part goes by time. */
function findNextRange(answer: RunAnswer, hours: number, fromMs: number, to: string) {
  if (!hasRun(answer)) {
    // A range of steps starts with the begin of the first step, which is before its first hour.
    const beginMs = fromMs - (hours > 1 ? hourMs : 0);
    return { min_forecast_time: isoSeconds(beginMs), max_forecast_time: to };
  }
  const runMs = Date.parse(answer.initialization_time);
  return {
    initialization_time: answer.initialization_time,
    min_forecast_hour: (fromMs - runMs) / hourMs,
    max_forecast_hour: (Date.parse(to) - runMs) / hourMs,
  };
}

function explainEmptyRange(answer: RunAnswer): string {
  const sentence = 'No hour of the forecast is in this range.';
  if (!hasRun(answer)) return sentence;
  const [first, hourly, last] = [0, hourlyUntil, maxForecastHour].map((after) =>
    isoSeconds(Date.parse(answer.initialization_time) + after * hourMs),
  );
  return `${sentence} This run has every hour from ${first} to ${hourly}, then every sixth hour to ${last}.`;
}
