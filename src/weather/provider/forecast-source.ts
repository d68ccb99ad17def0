import { z } from 'zod';
import { type CyclonePoint, cyclonePoint, pointRow } from '../../api/forecast-api.ts';
import type { ParameterOf } from '../../api/parameters.ts';
import { type GridVariable, readGridVariable, valueOrNaN } from '../../pictures/netcdf/read.ts';
import { isLongitudeBetween } from '../../pictures/sounding/math.ts';
import { PublicError } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { findTimeMs, isoSeconds, isoWithoutZone } from '../api-time.ts';
import type { Field, FieldChoice, Region, RequestedHour, Series, WeatherSource } from '../source.ts';
import {
  cleanText,
  list,
  mapRows,
  missingFromResponse,
  read,
  readRows,
  record,
  requireAtMost,
  time,
} from './answer-schemas.ts';
import { getFile, getJson, type ProviderApi, type QueryValue } from './client.ts';

/** The longest documented answer has 50 places with 161 hours each. */
const [maxPlaceRows, maxPointRows] = [2000, 10_000];
const maxTrackPoints = 10_000;
/** The runs of 48 hours. */
const maxAvailableRuns = 1000;
const maxArchivedRuns = 40_000;
/** A run covers 15 days, and there are 51 states. */
const [maxDates, maxStates] = [100, 100];

/** A grid of a quarter of a degree and one level has 4.2 MB. */
const maxGridBytes = 12 * 1024 * 1024;

const providerPoint = pointRow.extend({ time });
const providerCyclonePoint = cyclonePoint.extend({ time });
const runTimes = 'initialization times';

export function providerForecastSource(api: ProviderApi) {
  const listRuns = async (series: Series) => {
    const answer = z.object({ available: list });
    const { body } = await getJson(api, '/initialization_times.json', seriesValues(series), answer);
    requireAtMost(maxAvailableRuns, body.available.length, 'available runs');
    return readRows(body.available, 'available', time);
  };

  const readByRun = async <Schema extends z.ZodType>(
    path: '/forecast_hours.json' | '/generation_times.json',
    series: Series,
    schema: Schema,
  ): Promise<Record<string, z.output<Schema>>> => {
    const { body } = await getJson(api, path, seriesValues(series), record);
    const runs = Object.keys(body);
    const found = await mapRows(runs, runTimes, (run) => [
      read(time, run, runTimes),
      read(schema, body[String(run)], String(run)),
    ]);
    return Object.fromEntries(found);
  };

  return {
    listRuns,

    async listArchivedRuns(series) {
      const path = '/historical_initialization_times.json';
      const { body } = await getJson(api, path, seriesValues(series), list);
      return mapRows(body, runTimes, (run) => read(time, run, runTimes), maxArchivedRuns);
    },

    listForecastHours: (series) => readByRun('/forecast_hours.json', series, z.array(z.number())),
    listGenerationTimes: (series) => readByRun('/generation_times.json', series, z.record(z.string(), time)),

    async forecastPoints({ places, runMs, minHour, maxHour, minTimeMs, maxTimeMs }) {
      const values = {
        coordinates: places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';'),
        initialization_time: timeValue(runMs),
        min_forecast_hour: minHour,
        max_forecast_hour: maxHour,
        min_forecast_time: timeValue(minTimeMs),
        max_forecast_time: timeValue(maxTimeMs),
      };
      const { body, headers } = await getJson(api, '/points', values, z.object({ forecasts: list }));
      const { forecasts } = body;
      if (forecasts.length !== places.length) throw missingFromResponse('a forecast for each place');
      const rowsByPlace = forecasts.map((rows) => read(list, rows, 'forecasts'));
      for (const rows of rowsByPlace) requireAtMost(maxPlaceRows, rows.length, 'hours');
      requireAtMost(maxPointRows, rowsByPlace.flat().length, 'hours');
      return {
        initialization_time: runOf(headers, runMs),
        forecasts: await Promise.all(rowsByPlace.map((rows) => readRows(rows, 'forecasts', providerPoint))),
      };
    },

    async trackCyclones({ runMs }, basin) {
      const values = { initialization_time: timeValue(runMs), basin };
      const { body, headers } = await getJson(api, '/tropical_cyclones', values, record);
      const found = Object.entries(body).map(
        ([id, track]) => [cleanText(id), read(list, track, id)] as const,
      );
      requireAtMost(maxTrackPoints, found.length + found.flatMap(([, rows]) => rows).length, 'positions');
      const tracks: Record<string, CyclonePoint[]> = {};
      // A cyclone without positions cannot be drawn, or be near to anything.
      for (const [id, rows] of found)
        if (rows.length > 0) tracks[id] = await readRows(rows, id, providerCyclonePoint);
      return { initialization_time: runOf(headers, runMs), tracks };
    },

    async calculateDegreeDays(kind, { series, runMs, externalModel }) {
      const run = timeValue(runMs) ?? (await listRuns(series))[0];
      const values = { ...seriesValues(series), initialization_time: run, external_model: externalModel };
      const answer = z.object({ dates: list, hdd: record.optional(), cdd: record.optional() });
      const { body, headers } = await getJson(api, `/${kind}`, values, answer);
      const states = read(record, body[kind], kind);
      requireAtMost(maxDates, body.dates.length, 'dates');
      requireAtMost(maxStates, Object.keys(states).length, 'states');
      const dates = body.dates.map((date) => read(time, date, 'dates').slice(0, 10));
      const days = z.object(Object.fromEntries(dates.map((date) => [date, z.number()])));
      return {
        initialization_time: runOf(headers, run === undefined ? undefined : Date.parse(run)),
        dates,
        byState: Object.fromEntries(
          Object.entries(states).map(([state, values]) => [cleanText(state), read(days, values, state)]),
        ),
      };
    },

    async readField(requested, choice, region) {
      const { headers, bytes } = await getGrid(api, requested, choice);
      return { ...hourOf(headers, requested), ...cutOut(gridIn(bytes, choice.name), region) };
    },
  } satisfies Partial<WeatherSource>;
}

const seriesValues = ({ model, member }: Series): Record<'ens_member' | 'intracycle', QueryValue> => ({
  intracycle: model === 'intracycle' ? true : undefined,
  ens_member: member,
});

const timeValue = (timeMs: number | undefined): string | undefined =>
  timeMs === undefined || !Number.isFinite(timeMs) ? undefined : isoWithoutZone(timeMs);

function getGrid(api: ProviderApi, requested: RequestedHour, choice: FieldChoice) {
  const variable = choice.name;
  const resolution = undefined;
  if (choice.kind === 'constant')
    return getFile(api, '/constants/{variable}', { variable, resolution }, maxGridBytes);
  const isByTime = 'timeMs' in requested;
  const values: Record<ParameterOf<'/gridded/{variable}'>, QueryValue> = {
    ...seriesValues(requested.series),
    variable,
    resolution,
    time: isByTime ? timeValue(requested.timeMs) : undefined,
    initialization_time: isByTime ? undefined : timeValue(requested.runMs),
    forecast_hour: isByTime ? undefined : requested.hour,
  };
  if (choice.kind === 'surface') return getFile(api, '/gridded/{variable}', values, maxGridBytes);
  const [level] = choice.levelsHpa;
  return getFile(api, '/gridded/{level}/{variable}', { ...values, level }, maxGridBytes);
}

/** Some APIs do not send the run, or not as a time. */
function runOf(headers: Headers, runMs: number | undefined): string {
  const sentMs = findTimeMs(headers.get('X-Initialization-Time') ?? '') ?? runMs;
  return sentMs === undefined ? 'not sent by the API' : isoSeconds(sentMs);
}

function hourOf(headers: Headers, requested: RequestedHour) {
  const run = runOf(headers, 'runMs' in requested ? requested.runMs : undefined);
  const runMs = Date.parse(run);
  const timeMs = 'timeMs' in requested ? requested.timeMs : requested.runMs + requested.hour * hourMs;
  return {
    initialization_time: run,
    forecast_hour: Number.isFinite(runMs) ? Math.round((timeMs - runMs) / hourMs) : 0,
    time: isoSeconds(timeMs),
  };
}

function gridIn(file: Buffer, name: string): GridVariable {
  if (file.subarray(1, 4).toString('latin1') === 'HDF')
    throw unreadable('is NetCDF-4, which can be read by xarray but not here');
  const variable = readGridVariable(file, name);
  if (!variable) throw unreadable(`has no ${name} over latitude and longitude that can be read here`);
  return variable;
}

const unreadable = (why: string) =>
  new PublicError(
    502,
    `The provider's file ${why}. Download it with the gridded endpoint, or request points instead.`,
  );

/** Reading this many values takes a few milliseconds. */
const valuesAtOnce = 20_000;

/** The field runs north to south and from 0 eastwards, whatever order the file has. */
function cutOut({ latitudes, longitudes, values }: GridVariable, region: Region): Field {
  const { minLatitude = -90, maxLatitude = 90, minLongitude, maxLongitude } = region;
  const rows = [...latitudes.entries()]
    .filter(([, latitude]) => latitude >= minLatitude && latitude <= maxLatitude)
    .sort(([, one], [, other]) => other - one);
  const columns = Array.from(longitudes, (longitude, column) => ({ column, east: (longitude + 360) % 360 }))
    .filter(({ east }) => isLongitudeBetween(east, minLongitude, maxLongitude))
    .sort((one, other) => one.east - other.east);
  const rowsAtOnce = Math.ceil(valuesAtOnce / (columns.length || 1));
  return {
    latitudes: Float32Array.from(rows, ([, latitude]) => latitude),
    longitudes: Float32Array.from(columns, ({ east }) => east),
    rows: (async function* () {
      for (const [index, [row]] of rows.entries()) {
        // Without a pause all rows would be read and summed in one turn of the event loop.
        if (index % rowsAtOnce === 0) await new Promise(setImmediate);
        const first = row * longitudes.length;
        yield Float32Array.from(columns, ({ column }) => valueOrNaN(values[first + column]!));
      }
    })(),
  };
}
